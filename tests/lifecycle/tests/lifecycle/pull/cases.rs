//! Compares the printed structs with files that this program compiles.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::{env, fs};

use e2e_tests::Database;
use ydb_keys::Table;
use ydb_keys_migrate::{Action, plan, pull};

/// Structs as `pull` printed them: formatted with rustfmt's default settings, and public.
#[rustfmt::skip]
#[allow(unreachable_pub, dead_code, reason = "what is printed is for other programs")]
#[path = "../../../cases/pull/mod.rs"]
mod printed;

/// Lock for writing a file and the list of all files.
static FILES: Mutex<()> = Mutex::new(());

/// Returns the model of a case; `None` while it is written for the first time.
pub(crate) fn model(case: &str) -> Option<&'static Table> {
    printed::ALL.iter().find(|(name, _)| *name == case).map(|(_, table)| *table)
}

/// Pulls a table, and compares the text with that of the case.
pub(crate) async fn printed_as(case: &str, database: &Database, path: &str) {
    let text = pull(database.client(), path).await.unwrap_or_else(|error| panic!("{case}: {error}"));
    let file = folder().join(case).with_extension("rs");
    if is_blessed() {
        let _held = FILES.lock().unwrap();
        fs::write(file, text).unwrap();
        return list();
    }
    let expected = fs::read_to_string(&file).unwrap_or_default();
    assert_eq!(
        text,
        expected,
        "{case}: `pull` prints the text on the left; PULL_BLESS=1 writes it to {}",
        file.display()
    );
}

/// Pulls a table, compares the text with that of the case, and checks that the printed model does not differ from the
/// table.
pub(crate) async fn in_step(case: &str, database: &Database, path: &str) {
    printed_as(case, database, path).await;
    let differences = differences(case, database).await;
    assert_eq!(differences, [""; 0], "{case}");
}

/// Returns the differences between the table and the case's model, the steps, and the changes to make by hand.
pub(crate) async fn differences(case: &str, database: &Database) -> Vec<String> {
    if is_blessed() {
        return Vec::new();
    }
    let plan =
        plan(database.client(), &[model(case).unwrap()], None).await.unwrap_or_else(|error| panic!("{case}: {error}"));
    let table = &plan.tables[0];
    // Writing the layout is not a difference.
    let steps = table.steps.iter().filter(|step| !matches!(step.action, Action::WriteLayout { .. }));
    let differences = table.differences.iter().map(|difference| format!("{difference:?}"));
    let by_hand = table.by_hand.iter().cloned();
    differences.chain(steps.map(|step| format!("{step:?}"))).chain(by_hand).collect()
}

pub(crate) fn is_blessed() -> bool {
    env::var_os("PULL_BLESS").is_some()
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/pull")
}

/// Returns the names of all cases.
fn names() -> Vec<String> {
    let files = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let stems = files.map(|file| file.file_stem().unwrap().to_str().unwrap().to_owned());
    let mut names: Vec<String> = stems.filter(|name| name != "mod").collect();
    names.sort();
    names
}

/// Writes the list of the cases.
fn list() {
    let (mut modules, mut tables) = (String::new(), String::new());
    for name in names() {
        let text = fs::read_to_string(folder().join(&name).with_extension("rs")).unwrap();
        let model = text.lines().find_map(|line| line.strip_prefix("pub struct ")?.strip_suffix(" {")).unwrap();
        modules += &format!("mod {name};\n");
        tables += &format!("    (\"{name}\", {name}::{model}::TABLE),\n");
    }
    let text = format!(
        "//! What `pull` printed; the tests write it with PULL_BLESS=1.\n\nuse ydb_keys::{{Table, \
         YdbTable}};\n\n{modules}\n\
         /// The models by the names of their cases.\npub(crate) const ALL: &[(&str, &Table)] = &[\n{tables}];\n"
    );
    fs::write(folder().join("mod.rs"), text).unwrap();
}

/// Tests that the printed structs are formatted like rustfmt does with its default settings.
#[test]
fn rustfmt_changes_nothing() {
    let _held = FILES.lock().unwrap();
    let settings = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rustfmt");
    fs::create_dir_all(&settings).unwrap();
    fs::write(settings.join("rustfmt.toml"), "").unwrap();
    let files = names().into_iter().map(|name| folder().join(name).with_extension("rs"));
    let output = Command::new("rustfmt")
        .args(["--check", "--edition", "2024", "--config-path"])
        .arg(&settings)
        .args(files)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&[output.stdout, output.stderr].concat()));
}

/// Tests that there are no files of cases that no longer exist.
#[test]
fn every_file_is_a_case() {
    let listed: Vec<&str> = printed::ALL.iter().map(|(name, _)| *name).collect();
    assert_eq!(names(), listed);
}
