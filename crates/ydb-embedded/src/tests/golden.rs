//! Runs the golden scripts of `tests/golden`.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests may end a test")]

use std::fs;
use std::path::Path;

use super::script::{Database, read};

fn run(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name).with_extension("txt");
    let script = fs::read_to_string(&path).unwrap();
    let cases = read(&script);
    let mut database = Database::new();
    let mut wrong = Vec::new();
    for case in &cases {
        if let Err(message) = database.run(case) {
            wrong.push(format!("{name}.txt:{}\n{}\n{message}\n", case.line, case.text));
        }
    }
    assert!(wrong.is_empty(), "{} of {} cases are wrong:\n\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

macro_rules! scripts {
    ($($name:ident),* $(,)?) => {
        $(#[test] fn $name() { run(stringify!($name)); })*

        /// Every script is run.
        #[test]
        fn every_script_is_run() {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
            let mut found: Vec<String> = fs::read_dir(folder)
                .unwrap()
                .map(|entry| entry.unwrap().path())
                .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
                .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
                .collect();
            found.sort();
            assert_eq!(found, [$(stringify!($name)),*]);
        }
    };
}

scripts!(
    batch,
    builtins,
    casts,
    choice,
    ddl,
    dml,
    docs,
    expressions,
    flatten,
    grouping,
    indexes,
    joins,
    json,
    lambdas,
    named,
    nulls,
    params,
    planner,
    refused,
    select,
    transactions,
    warnings,
    windows
);
