//! Tests `ddl --out`: the files and their numbers. Existing files are never overwritten.

use std::fs;

use insta::assert_snapshot;

use crate::directory::Directory;
use crate::models::{AdEvent, Quote};
use crate::{TABLES, session};

/// Returns the text of all files, one after another.
fn contents(directory: &Directory) -> String {
    directory.names().iter().map(|name| format!("==> {name}\n{}", directory.read(name))).collect()
}

#[test]
fn of_goose() {
    let directory = Directory::new();
    assert_snapshot!("goose_printed", directory.ddl(TABLES, &[]));
    assert_snapshot!("goose", contents(&directory));
}

/// Tests that the down migration does not drop a table that may have existed before the migration.
#[test]
fn of_goose_for_tables_that_may_exist() {
    let directory = Directory::new();
    directory.ddl(TABLES, &["--table", "orders", "--if-not-exists"]);
    let file = directory.read("00001_create_orders.sql");
    assert!(file.contains("CREATE TABLE IF NOT EXISTS `orders` ("), "{file}");
    assert!(file.contains("-- +goose Down\n") && !file.contains("DROP"), "{file}");
}

#[test]
fn of_flyway() {
    let directory = Directory::new();
    assert_snapshot!("flyway_printed", directory.ddl(TABLES, &["--format", "flyway"]));
    assert_snapshot!("flyway", contents(&directory));
}

#[test]
fn of_no_tool() {
    let directory = Directory::new();
    directory.ddl(TABLES, &["--format", "plain", "--table", "orders"]);
    assert_snapshot!("plain", contents(&directory));
}

/// Tests that a text in quotes reaches YDB unchanged: Flyway finds no placeholder, quote or end of a statement in it.
#[test]
fn texts_in_quotes_reach_ydb() {
    let directory = Directory::new();
    directory.ddl(ydb_keys::schema![Quote], &["--format", "flyway"]);
    let line = r#"`text` Utf8 NOT NULL DEFAULT 'it\x27s "\x24{x}"; -- \\'u,"#;
    assert!(directory.read("V1__create_quotes.sql").contains(line), "{}", directory.read("V1__create_quotes.sql"));

    let directory = Directory::new();
    directory.ddl(ydb_keys::schema![Quote], &[]);
    let line = r#"`text` Utf8 NOT NULL DEFAULT 'it\'s "${x}"; -- \\'u,"#;
    assert!(directory.read("00001_create_quotes.sql").contains(line), "{}", directory.read("00001_create_quotes.sql"));
}

#[test]
fn numbers_go_on_behind_the_highest() {
    let directory = Directory::with(&["00002_users.sql", "00007_more.go", "README.md", "V3__x.sql"]);
    directory.ddl(TABLES, &["--table", "orders", "--table", "ad_events"]);
    assert_eq!(directory.names()[2..4], ["00008_create_orders.sql", "00009_create_ad_events.sql"]);

    let directory = Directory::with(&["V3__x.sql", "V4_2__y.sql", "R__views.sql"]);
    directory.ddl(ydb_keys::schema![AdEvent], &["--format", "flyway"]);
    assert!(directory.names().contains(&"V5__create_ad_events.sql".to_owned()), "{:?}", directory.names());

    let directory = Directory::with(&["20240112115229_users.sql"]);
    directory.ddl(ydb_keys::schema![AdEvent], &[]);
    assert!(directory.names().contains(&"20240112115230_create_ad_events.sql".to_owned()));
}

#[test]
fn a_second_run_writes_nothing() {
    let directory = Directory::with(&["00001_create_orders.sql", "V8__create_log_user_events.sql"]);
    let before = directory.names();
    assert_snapshot!("exists", directory.ddl(TABLES, &[]));
    assert_eq!(directory.names(), before);
    assert_eq!(directory.read("00001_create_orders.sql"), "theirs");
}

#[test]
fn no_number_left() {
    let directory = Directory::with(&["9223372036854775806_last_but_one.sql"]);
    assert_snapshot!("no_number_left", directory.ddl(TABLES, &["--table", "orders", "--table", "ad_events"]));
    assert_eq!(directory.names().len(), 1);
}

#[test]
fn a_file_is_no_directory() {
    let directory = Directory::with(&["file"]);
    let file = directory.path().join("file");
    let printed = session(TABLES, &["ddl", "--out", file.to_str().unwrap()]);
    assert_snapshot!("no_directory", printed.replace(directory.path().to_str().unwrap(), "migrations"));
    let below = file.join("below");
    let printed = session(TABLES, &["ddl", "--out", below.to_str().unwrap()]);
    assert!(printed.ends_with("[exit code 2]") && printed.contains("error: "), "{printed}");
    assert_eq!(fs::read_to_string(file).unwrap(), "theirs");
}

/// Tests the error of a directory that cannot be created. The system's message differs between systems; the path is
/// always printed.
#[cfg(target_os = "linux")]
#[test]
fn a_directory_that_cannot_be_written() {
    // No user can create a directory there, not even root.
    let printed = session(TABLES, &["ddl", "--out", "/proc/ydb-keys"]);
    assert!(printed.contains("error: cannot make the directory `/proc/ydb-keys`: "), "{printed}");
    assert!(printed.ends_with("[exit code 2]"), "{printed}");
}

/// Tests that a name that the file system refuses ends the run before anything is written.
#[test]
fn a_name_that_is_too_long() {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(
        table = "a2345678901234567890123456789012345678901234567890/b2345678901234567890123456789012345678901234567890/c2345678901234567890123456789012345678901234567890/d2345678901234567890123456789012345678901234567890/e2345678901234567890123456789012345678901234567890",
        primary_key(id)
    )]
    #[allow(dead_code, reason = "read as a schema")]
    struct Deep {
        id: String,
    }

    let directory = Directory::new();
    let printed = directory.ddl(ydb_keys::schema![AdEvent, Deep], &[]);
    assert!(printed.contains("error: cannot write `migrations/.00002_create_a2345"), "{printed}");
    assert_eq!(directory.names(), [""; 0]);
}
