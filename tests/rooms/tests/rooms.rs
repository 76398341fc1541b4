//! Data flows one way through the rooms of each crate (ARCHITECTURE.md): no `use crate::` line points back.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests may end a test")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A room and the rooms it may import.
type Room = (&'static str, &'static [&'static str]);

const DERIVE: &[Room] = &[
    ("diag", &[]),
    ("attr", &["diag"]),
    ("model", &["diag", "attr"]),
    ("expand", &["model"]),
    ("lib", &["diag", "attr", "model", "expand"]),
];

const RUNTIME: &[Room] = &[
    ("error", &[]),
    ("types", &["error"]),
    ("schema", &["types"]),
    ("hash", &["types", "schema"]),
    ("keys", &["error", "types", "schema", "hash"]),
    ("ddl", &["types", "schema", "keys"]),
    ("statements", &["error", "types", "schema", "hash", "keys", "ddl"]),
    ("live", &["types", "schema"]),
    ("rekey", &["types", "schema", "hash", "ddl", "live"]),
    ("diff", &["types", "schema", "hash", "ddl", "live", "rekey"]),
    ("pull", &["types", "schema", "hash", "ddl", "live"]),
    ("sdk", &["error", "types", "schema", "hash", "keys", "ddl", "statements", "live", "diff", "rekey", "pull"]),
    ("migrate", &["live", "diff", "sdk"]),
    ("tests", &["types", "schema", "live"]),
    ("cli", &["schema", "ddl", "statements", "live", "diff", "sdk", "migrate"]),
    // Macros that generated code calls: they name the library by the door, where they expand.
    ("methods", &["__private"]),
    ("from_row", &["__private"]),
    ("tables", &["__private"]),
    ("__private", &["error", "types", "schema", "hash", "keys", "ddl", "statements", "sdk", "methods", "from_row"]),
    (
        "lib",
        &[
            "error",
            "types",
            "schema",
            "hash",
            "keys",
            "ddl",
            "statements",
            "live",
            "diff",
            "sdk",
            "migrate",
            "__private",
        ],
    ),
];

/// The witness: it knows nothing of the models that it is asked about.
const EMBEDDED: &[Room] = &[
    ("error", &[]),
    ("types", &["error"]),
    ("yql", &["error"]),
    ("catalog", &["error", "types"]),
    ("storage", &["types", "catalog"]),
    ("expr", &["error", "types", "yql"]),
    ("plan", &["error", "types", "yql", "catalog", "expr"]),
    ("exec", &["error", "types", "yql", "catalog", "storage", "expr", "plan"]),
    ("session", &["error", "types", "yql", "catalog", "storage", "expr", "plan", "exec"]),
    ("wire", &["error", "types", "catalog", "storage", "session"]),
    ("server", &["error", "storage", "session", "wire"]),
    ("fuzz", &["yql", "session", "wire"]),
    ("tests", &["error", "types", "yql", "catalog", "storage", "expr", "plan", "exec", "session"]),
    ("lib", &["error", "storage", "server", "wire"]),
    ("main", &[]),
];

#[test]
fn arrows_of_the_derive_point_one_way() {
    check("ydb-keys-derive/src", DERIVE);
}

#[test]
fn arrows_of_the_runtime_point_one_way() {
    check("ydb-keys/src", RUNTIME);
}

#[test]
fn arrows_of_the_engine_point_one_way() {
    check("ydb-embedded/src", EMBEDDED);
}

/// The engine is the witness of the models' statements, so it must not share their code.
#[test]
fn the_engine_does_not_know_the_models() {
    let manifest = fs::read_to_string(source_dir("ydb-embedded").join("Cargo.toml")).unwrap();
    assert!(!manifest.contains("ydb-keys"), "ydb-embedded depends on ydb-keys");
    for (file, text) in sources(&source_dir("ydb-embedded")) {
        assert!(!text.contains("ydb_keys"), "ydb_keys in {}", file.display());
    }
}

/// One room of the engine speaks the protocol.
#[test]
fn only_the_wire_names_the_protocol() {
    let dir = source_dir("ydb-embedded/src");
    for (file, text) in sources(&dir) {
        let wire = file.strip_prefix(&dir).unwrap().starts_with("wire");
        for word in ["tonic::", "prost::", "ydb_grpc::", "http::"] {
            assert!(wire || !code_has(&text, word), "{word} in {}", file.display());
        }
    }
}

/// The runtime crate's rooms are pure, but for the one that runs operations, and the program's: it alone prints and writes files. The
/// room that connects reads the variables and the files that hold credentials.
#[test]
fn the_runtime_does_no_io() {
    let dir = source_dir("ydb-keys/src");
    for (file, text) in sources(&dir) {
        let program = file.strip_prefix(&dir).unwrap().starts_with("cli");
        let connects = file.strip_prefix(&dir).unwrap().starts_with("sdk/connect");
        for word in ["std::env", "std::fs", "std::io"] {
            assert!(program || connects || !code_has(&text, word), "{word} in {}", file.display());
        }
        for word in ["std::process", "fs::write", "File::create", "OpenOptions"] {
            assert!(program || !code_has(&text, word), "{word} in {}", file.display());
        }
        // The program prints to the writers that it is given: a closed pipe must not end it with a panic.
        for word in ["std::net", "print!", "println!"] {
            assert!(!code_has(&text, word), "{word} in {}", file.display());
        }
        // It has the runtime that the client needs; what changes a schema waits on the clock of whichever runtime it is called from.
        let waits = program || connects || file.strip_prefix(&dir).unwrap().starts_with("sdk/migrate");
        for word in ["std::thread", "tokio"] {
            assert!(waits || !code_has(&text, word), "{word} in {}", file.display());
        }
    }
}

/// One room reads a command line.
#[test]
fn only_one_room_names_clap() {
    let dir = source_dir("ydb-keys/src");
    for (file, text) in sources(&dir) {
        let program = file.strip_prefix(&dir).unwrap().starts_with("cli");
        assert!(program || !code_has(&text, "clap"), "clap in {}", file.display());
    }
}

/// One room knows the client, and the error that carries the client's.
#[test]
fn only_one_room_names_the_client() {
    let dir = source_dir("ydb-keys/src");
    for (file, text) in sources(&dir) {
        let path = file.strip_prefix(&dir).unwrap();
        let knows = path.starts_with("sdk") || path.starts_with("error");
        for word in ["ydb::", "futures_util::", "tracing::"] {
            assert!(knows || !code_has(&text, word), "{word} in {}", file.display());
        }
    }
}

fn code_has(text: &str, word: &str) -> bool {
    text.lines().any(|line| !line.trim_start().starts_with("//") && line.contains(word))
}

/// Every file says in its first line what lives in it.
#[test]
fn files_introduce_themselves() {
    for root in ["ydb-keys-derive/src", "ydb-keys/src", "ydb-embedded", "examples", "tests", "benches"] {
        for (file, text) in sources(&source_dir(root)) {
            let cases = file.components().any(|part| part.as_os_str() == "cases");
            assert!(cases || text.starts_with("//! "), "{} does not begin with `//! `", file.display());
        }
    }
}

/// Every rule that the UI tests show has a section on the page of rules, and the other way round.
#[test]
fn every_rule_has_its_section() {
    let page = fs::read_to_string(source_dir("docs").join("rules.md")).unwrap();
    let (rules, run_time) = page.split_once("\n# At run time").unwrap();
    assert!(run_time.contains("## `KeyTooLarge`"));
    let sections: BTreeSet<&str> =
        rules.lines().filter_map(|line| line.strip_prefix("## `")?.strip_suffix('`')).collect();
    let cases = source_dir("tests/ui/cases/fail");
    let shown: BTreeSet<String> = fs::read_dir(cases)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| !name.starts_with('_'))
        .collect();
    // `allow` knows every rule by name, so that it can say why one cannot be allowed.
    let known = fs::read_to_string(source_dir("ydb-keys-derive/src").join("model/value.rs")).unwrap();
    for rule in &sections {
        assert!(known.contains(&format!("\"{rule}\"")), "`{rule}` is missing in model/value.rs");
    }
    assert_eq!(shown.iter().map(String::as_str).collect::<BTreeSet<_>>(), sections);
}

fn check(root: &str, rooms: &[Room]) {
    let dir = source_dir(root);
    let mut seen = BTreeSet::new();
    for (file, text) in sources(&dir) {
        let relative = file.strip_prefix(&dir).unwrap();
        let names: Vec<_> = relative.iter().map(|part| part.to_str().unwrap().trim_end_matches(".rs")).collect();
        // Tests in files of their own look at the whole crate, whichever room they stand in.
        let room = if names.contains(&"tests") { "tests" } else { names[0] };
        let Some((_, allowed)) = rooms.iter().find(|(name, _)| *name == room) else {
            panic!("{} belongs to no known room", file.display());
        };
        seen.insert(room.to_owned());
        for target in imports(&text) {
            assert!(
                target == room || allowed.contains(&target.as_str()),
                "{}: `crate::{target}` is not among the rooms that `{room}` may import: {allowed:?}",
                file.display()
            );
        }
    }
    assert_eq!(seen.len(), rooms.len(), "a room of the list is gone");
}

/// The first path segment behind every `crate::` of a file, tests and documentation left out.
fn imports(text: &str) -> Vec<String> {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let segment = |rest: &str| rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    lines
        .flat_map(|line| line.split("crate::").skip(1).map(segment).collect::<Vec<_>>())
        .filter(|name| !name.is_empty())
        .collect()
}

fn source_dir(root: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(root).canonicalize().unwrap()
}

fn sources(dir: &Path) -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            files.push((path, text));
        }
    }
    files
}
