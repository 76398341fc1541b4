//! Tests whole databases: pulled into modules that this program compiles without a warning, and compared with their
//! tables.
//!
//! Checks the law of `pull` and `diff` (`crates/ydb-keys-migrate/src/pull/unsaid.rs`): the comparison finds nothing,
//! and `apply` with every flag changes nothing, whatever the tables have that a model cannot declare.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use e2e_tests::Database;
use ydb_keys::Table;
use ydb_keys_cli::{Status, Streams, run};
use ydb_keys_migrate::{Action, plan};

use super::cases::is_blessed;
use super::random::Random;

#[rustfmt::skip]
#[deny(warnings)]
#[allow(unreachable_pub, dead_code, reason = "what is printed is for other programs")]
#[path = "../../../cases/random/mod.rs"]
mod random;

#[rustfmt::skip]
#[deny(warnings)]
#[allow(unreachable_pub, dead_code, reason = "what is printed is for other programs")]
#[path = "../../../cases/collected/mod.rs"]
mod collected;

/// Number of random tables.
const TABLES: usize = 40;

/// Tests tables with anything that the engine accepts. `PULL_SEED=5 PULL_BLESS=1` and then `PULL_SEED=5` test other
/// random tables; `PULL_BLESS=1` without a seed restores those of the repository.
#[tokio::test]
async fn random_tables() {
    let database = Database::embedded().await;
    let seed = env::var("PULL_SEED").map_or(26, |seed| seed.parse().unwrap());
    let mut random = Random::new(seed);
    let mut made = 0;
    while made < TABLES {
        let [create, alter @ ..] = &random.table(made)[..] else { panic!("a table has a statement") };
        // YDB has rules that these tables know nothing of.
        if database.q().exec(create.clone()).await.is_err() {
            continue;
        }
        for statement in alter {
            let _ = database.q().exec(statement.clone()).await;
        }
        made += 1;
    }
    in_step("random", random::TABLES, &database).await;
}

/// Tests the schemas of published code bases, with other names.
#[tokio::test]
async fn collected_schemas() {
    let database = Database::embedded().await;
    let files = files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/collected_schemas"));
    for (name, text) in &files {
        for statement in text.split(";\n").filter(|statement| !statement.trim().is_empty()) {
            let done = database.q().exec(statement.to_owned()).await;
            done.unwrap_or_else(|error| panic!("{name}: {error}\n{statement}"));
        }
    }
    in_step("collected", collected::TABLES, &database).await;
}

/// Pulls a database, compares the text with that of the case, and the models in it with the tables.
async fn in_step(case: &str, models: &[&'static Table], database: &Database) {
    let pulled = pulled(database, case);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases").join(case);
    if is_blessed() {
        fs::remove_dir_all(&folder).unwrap();
        fs::create_dir(&folder).unwrap();
        pulled.iter().for_each(|(name, text)| fs::write(folder.join(name), text).unwrap());
        return;
    }
    assert!(pulled == files(&folder), "{case}: `pull` prints other modules: PULL_BLESS=1 writes them, then read them");
    let found = plan(database.client(), models, None).await.unwrap();
    assert_eq!(found.tables.len() + 1, pulled.len(), "each table has a model");
    for table in &found.tables {
        let steps = table.steps.iter().filter(|step| !matches!(step.action, Action::WriteLayout { .. }));
        let steps: Vec<String> = steps.map(|step| format!("{step:?}")).collect();
        assert!(
            table.differences.is_empty() && steps.is_empty() && table.rekey.is_none() && table.by_hand.is_empty(),
            "{}: {:#?} {steps:#?} {:#?} {:#?}",
            table.path,
            table.differences,
            table.rekey,
            table.by_hand
        );
    }
    let models: Vec<&'static Table> = found.tables.iter().map(|table| table.table).collect();
    let models = &models[..];
    let before = shown(models, database).await;
    let (status, out, err) =
        program(&["apply", "--yes", "--allow-destructive", "--rekey", "--writers-stopped"], models, database);
    assert_eq!(status, Status::Done, "{out}{err}");
    assert_eq!(shown(models, database).await, before, "{out}");
}

/// Returns the output of `SHOW CREATE TABLE` for each table.
async fn shown(models: &[&'static Table], database: &Database) -> Vec<String> {
    let mut shown = Vec::new();
    for model in models {
        let text = format!("SHOW CREATE TABLE `{}`", model.name);
        let mut row = database.q().query_row(text).await.unwrap();
        let text: Option<String> = row.remove_field_by_name("CreateQuery").unwrap().try_into().unwrap();
        shown.push(text.unwrap());
    }
    shown
}

/// Returns the files that `pull --all` writes, by name.
fn pulled(database: &Database, case: &str) -> BTreeMap<String, String> {
    let out = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("pulled").join(case);
    match fs::remove_dir_all(&out) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => panic!("{error}"),
        _ => {}
    }
    let (status, _, err) = program(&["pull", "--all", "--out", out.to_str().unwrap()], &[], database);
    assert_eq!((status, err.as_str()), (Status::Done, ""));
    files(&out)
}

fn program(args: &[&str], models: &[&'static Table], database: &Database) -> (Status, String, String) {
    let (mut input, mut out, mut err) = (io::empty(), Vec::new(), Vec::new());
    let connection = ["--connection", database.connection_string()];
    let args = ["migrate"].iter().chain(args).chain(&connection);
    let status = run(args, models, Streams::new(&mut input, &mut out, &mut err).clock(|| std::time::Duration::ZERO));
    (status, String::from_utf8(out).unwrap(), String::from_utf8(err).unwrap())
}

/// Returns the files of a directory, by name.
fn files(directory: &Path) -> BTreeMap<String, String> {
    let files = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    files
        .map(|file| (file.file_name().unwrap().to_str().unwrap().to_owned(), fs::read_to_string(&file).unwrap()))
        .collect()
}
