//! Tests commands that write files: `pull --all` and `diff --out`.

use std::path::{Path, PathBuf};
use std::{env, fs};

use e2e_tests::Database;
use insta::assert_snapshot;
use ydb_keys::{Table, YdbTable};
use ydb_keys_cli::{Status, Streams, run, run_without_models};
use ydb_keys_migrate::{Action, Effect, plan};

use super::session;
use crate::shop::{first, make_first, second};

/// Output of `pull --all`, compiled into this program.
#[rustfmt::skip]
#[allow(unreachable_pub, dead_code, reason = "what is written is for other programs")]
#[path = "../../../cases/all/mod.rs"]
mod all;

/// Directory that is removed at the end of the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = env::temp_dir().join(format!("ydb-keys-written-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Folder(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }

    /// Returns the names and texts of the directory's files.
    fn files(&self) -> Vec<(String, String)> {
        let read = |path: PathBuf| (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read_to_string(path));
        let entries = fs::read_dir(&self.0).unwrap().map(|entry| read(entry.unwrap().path()));
        let mut files: Vec<_> = entries.map(|(name, text)| (name, text.unwrap())).collect();
        files.sort();
        files
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).unwrap();
    }
}

/// Returns the status, the standard output and the standard error of a program, with the directory replaced.
fn shown(folder: &Folder, program: impl FnOnce(Streams<'_>) -> Status) -> (Status, String, String) {
    let (mut input, mut out, mut err) = (std::io::empty(), Vec::new(), Vec::new());
    let status = program(Streams::new(&mut input, &mut out, &mut err).clock(|| std::time::Duration::ZERO));
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap().replace(folder.path(), "DIR");
    (status, text(out), text(err))
}

#[tokio::test]
async fn all_tables_become_modules_that_compile() {
    let database = Database::embedded().await;
    database.run("CREATE TABLE `shop/tags` (`name` Utf8 NOT NULL, `uses` Uint32, PRIMARY KEY (`name`))").await;
    database.run("CREATE TABLE `type` (`word` Utf8 NOT NULL, PRIMARY KEY (`word`))").await;
    let folder = Folder::new("models");
    let pull = || {
        let args = ["ydb-keys", "pull", "--all", "--out", folder.path(), "--connection", database.connection_string()];
        shown(&folder, |streams| run_without_models(args, streams))
    };
    let paths = "DIR/shop_tags.rs\nDIR/table_type.rs\nDIR/mod.rs\n".to_owned();
    assert_eq!(pull(), (Status::Done, paths, String::new()));
    let compiled = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/all");
    for (name, text) in folder.files() {
        assert_eq!(text, fs::read_to_string(compiled.join(&name)).unwrap(), "{name}");
    }
    assert_eq!(folder.files().len(), 3);
    let plan = plan(database.client(), all::TABLES, None).await.unwrap();
    assert!(plan.is_in_step(), "{plan}");

    let (status, out, err) = pull();
    assert_eq!((status, out.as_str()), (Status::Failed, ""));
    assert_eq!(
        err,
        "error: `DIR` has files of the same names: mod.rs, shop_tags.rs, table_type.rs; nothing was written. Name \
         another directory, or remove them\n"
    );
}

#[tokio::test]
async fn a_directory_without_tables() {
    let database = Database::embedded().await;
    let folder = Folder::new("none");
    let pull = |below: &str| {
        let args = ["ydb-keys", "pull", "--all", "--below", below, "--out", folder.path(), "--connection"];
        shown(&folder, |streams| run_without_models([&args[..], &[database.connection_string()]].concat(), streams))
    };
    let (status, _, err) = pull("nowhere");
    assert_eq!((status, err.as_str()), (Status::Failed, "error: there is no directory `nowhere` in the database\n"));
    fs::create_dir_all(&folder.0).unwrap();
}

/// Returns the output of `diff --out`.
fn diff(database: &Database, folder: &Folder, options: &[&str]) -> (Status, String, String) {
    let args = ["migrate", "diff", "--out", folder.path(), "--connection", database.connection_string()];
    shown(folder, |streams| run([&args[..], options].concat(), second::TABLES, streams))
}

#[tokio::test]
async fn the_statements_of_a_plan_are_files() {
    let database = Database::embedded().await;
    make_first(&database).await;
    let folder = Folder::new("goose");
    let (status, out, err) = diff(&database, &folder, &[]);
    assert_eq!(status, Status::Differs, "{err}");
    let written: String = folder.files().iter().map(|(name, text)| format!("== {name}\n{text}")).collect();
    assert_snapshot!("diff_out_goose", format!("{out}{err}{written}"));

    // The same changes are not written twice.
    let (status, out, err) = diff(&database, &folder, &[]);
    assert_eq!((status, out.as_str()), (Status::Failed, ""));
    assert!(err.starts_with("error: `DIR` has the same changes already: 00001_"), "{err}");

    // What the files say, a tool runs file by file. Nothing is left but what loses something and the layouts.
    for (name, text) in folder.files() {
        let (_, rest) = text.split_once("-- +goose StatementBegin\n").unwrap();
        let (statement, rest) = rest.split_once(";\n-- +goose StatementEnd\n").unwrap();
        assert!(!rest.contains("+goose StatementBegin"), "{name}: one statement a file");
        database.run(statement).await;
    }
    let left = plan(database.client(), second::TABLES, None).await.unwrap();
    for (_, step) in left.additive().steps() {
        assert!(matches!(step.action, Action::WriteLayout { .. }), "{step}");
    }
    assert!(left.steps().any(|(_, step)| step.effect == Effect::Destructive));
}

#[tokio::test]
async fn for_flyway_with_what_is_destructive() {
    let database = Database::embedded().await;
    make_first(&database).await;
    let folder = Folder::new("flyway");
    fs::create_dir_all(&folder.0).unwrap();
    fs::write(folder.0.join("V7__earlier.sql"), "SELECT 1;\n").unwrap();
    let (status, out, err) = diff(&database, &folder, &["--format", "flyway", "--allow-destructive"]);
    assert_eq!(status, Status::Differs, "{err}");
    assert!(out.starts_with("DIR/V8__"), "{out}");
    assert!(folder.files().iter().any(|(_, text)| text.contains("DROP COLUMN `note`;")), "{out}");
    assert!(folder.files().iter().all(|(_, text)| !text.contains("goose")), "{out}");
}

/// Model of the orders, with a field that has another name now.
#[derive(YdbTable)]
#[ydb(table = "shop/orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(index(by_customer, on(customer)))]
#[allow(dead_code, reason = "read as a schema")]
struct Renamed {
    order_id: u64,
    buyer: Option<String>,
    customer: Option<String>,
    created: std::time::SystemTime,
    amount: Option<f64>,
}

#[tokio::test]
async fn a_field_that_may_be_renamed() {
    let database = Database::embedded().await;
    make_first(&database).await;
    let renamed: &[&Table] = ydb_keys::schema![Renamed];
    let shown = session(&database, renamed, &["diff"], "");
    let hint = "column `note` Utf8: only in the table; if this is a rename, write `#[ydb(rename = \"note\")]` on the \
                field `buyer`";
    assert!(shown.contains(hint), "{shown}");
    let json = session(&database, renamed, &["diff", "--json"], "");
    assert!(json.contains("\"renamed_to\": \"buyer\""), "{json}");
    assert!(!session(&database, first::TABLES, &["diff"], "").contains("rename"));
}

/// Tests that `pull --all` leaves out the tables of a key change, and the control tables. It used to take them for the
/// user's. `lint` looks for tables in the same way.
#[tokio::test]
async fn the_tables_of_a_key_change_are_left_out() {
    let database = Database::embedded().await;
    let suffixes = ["", "__ydb_keys_new", "__ydb_keys_old", "__ydb_keys_try", "__ydb_keys_ok"];
    let own = suffixes.iter().map(|suffix| format!("shop/tags{suffix}"));
    for path in own.chain(["ydb_keys/changes".to_owned(), "ydb_keys/outcomes".to_owned()]) {
        database.run(&format!("CREATE TABLE `{path}` (`at` Timestamp NOT NULL, PRIMARY KEY (`at`))")).await;
    }
    let connection = ["--connection", database.connection_string()];
    let program = |args: &[&str]| {
        let (mut input, mut out, mut err) = (std::io::empty(), Vec::new(), Vec::new());
        let args = [&["ydb-keys"], args, &connection].concat();
        run_without_models(args, Streams::new(&mut input, &mut out, &mut err).clock(|| std::time::Duration::ZERO));
        String::from_utf8(out).unwrap()
    };
    let folder = Folder::new("own");
    program(&["pull", "--all", "--out", folder.path()]);
    let names: Vec<String> = folder.files().into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["mod.rs", "shop_tags.rs"]);
    let linted = program(&["lint"]);
    assert!(linted.contains("shop/tags"), "{linted}");
    assert!(!linted.contains("__ydb_keys") && !linted.contains("outcomes"), "{linted}");
}
