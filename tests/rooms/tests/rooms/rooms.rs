//! Tests that data flows one way through the rooms of each crate (ARCHITECTURE.md): no `use crate::` line points back.

use std::collections::BTreeSet;
use std::fs;

use rooms_tests::{crate_dir, source_dir, sources, without_tests};

/// Room, with the rooms that it may import.
type Room = (&'static str, &'static [&'static str]);

const DERIVE: &[Room] = &[
    ("diag", &[]),
    ("words", &[]),
    ("private", &[]),
    ("test", &["diag", "private"]),
    ("tests", &["words", "diag", "model", "expand"]),
    // Compiled by tests of other crates, too.
    ("rules", &[]),
    ("attr", &["diag", "words"]),
    ("model", &["diag", "words", "rules", "attr"]),
    ("expand", &["model", "private"]),
    // Its grammar is the crate `ydb-yql`; it knows no model.
    ("yql", &["diag", "words", "private"]),
    ("lib", &["diag", "attr", "model", "expand", "test", "yql"]),
];

/// Rooms of the core, which the crates of the project share: data and pure functions.
const CORE: &[Room] = &[
    ("calls", &[]),
    ("error", &[]),
    ("types", &["error"]),
    ("hash", &["types"]),
    ("ids", &["error", "types"]),
    ("schema", &["types", "hash"]),
    ("ddl", &["types", "hash", "schema"]),
    ("keys", &["error", "types", "schema", "hash", "ddl"]),
    ("queries", &["error", "types", "schema", "ddl"]),
    ("lib", &["__chapter", "__named"]),
];

const RUNTIME: &[Room] = &[
    ("error", &[]),
    ("keys", &["error"]),
    ("statements", &["error", "keys"]),
    ("changes", &["error", "keys", "statements"]),
    ("sdk", &["error", "keys", "statements"]),
    ("testing", &["error", "sdk"]),
    ("tests", &["error", "keys", "statements"]),
    // Documentation only.
    ("guide", &[]),
    // Macros that generated code calls: they name the library by its crate root, where they expand.
    ("tables", &["__private"]),
    ("yql", &["__private"]),
    ("__private", &["error", "keys", "statements", "sdk", "testing"]),
    // What the other crates of the project use.
    ("__internal", &["error", "keys", "statements", "sdk"]),
    ("lib", &["error", "keys", "statements", "sdk", "__private"]),
];

const CLI: &[Room] = &[
    ("parse", &[]),
    ("advise", &["parse"]),
    ("codegen", &[]),
    ("lint", &[]),
    ("cost", &["lint"]),
    ("plot", &["lint"]),
    ("queries", &["lint"]),
    ("stats", &[]),
    ("hot", &["stats"]),
    ("workload", &["parse", "queries"]),
    ("run", &["advise", "codegen", "lint", "stats", "hot", "workload"]),
    ("commands", &["parse", "advise", "codegen", "lint", "cost", "plot", "queries", "run", "stats", "hot", "workload"]),
    ("tests", &["advise", "lint", "queries", "stats", "hot", "commands"]),
    ("main", &[]),
    ("lib", &["commands"]),
];

/// Rooms of loads and exports: encoding and decoding know no connection.
const BULK: &[Room] = &[
    ("proto", &[]),
    ("retry", &[]),
    ("connection", &["retry"]),
    ("describe", &["connection", "proto"]),
    ("ask", &["connection", "proto", "retry"]),
    ("encode", &["proto"]),
    ("decode", &["proto"]),
    ("loader", &["connection", "encode", "proto", "retry"]),
    ("export", &["connection", "decode", "describe", "proto", "retry"]),
    ("model", &["connection", "export", "loader"]),
    ("tests", &["proto"]),
    ("__internal", &["ask", "describe", "encode", "export", "loader"]),
    ("lib", &[]),
];

/// Rooms of migrations: only `run` knows the client.
const MIGRATE: &[Room] = &[
    ("live", &[]),
    ("rekey", &["live"]),
    ("pull", &["live"]),
    ("diff", &["live", "rekey", "pull"]),
    ("run", &["live", "rekey", "diff", "pull"]),
    ("tests", &["live", "rekey"]),
    ("__internal", &["live", "diff", "pull", "run"]),
    ("lib", &[]),
];

/// Rooms of the grammar, which knows no table.
const YQL: &[Room] = &[
    ("error", &[]),
    ("keyword", &[]),
    ("lexer", &["error"]),
    ("ast", &["error"]),
    ("literal", &["ast"]),
    ("parser", &["error", "keyword", "lexer", "ast", "literal"]),
    ("pieces", &["error", "lexer"]),
    ("facts", &["error", "lexer", "ast", "literal"]),
    ("advice", &["error"]),
    ("tests", &["ast", "facts", "advice", "pieces"]),
    ("lib", &["error", "parser"]),
];

/// Rooms of the engine, which does not know the models that it tests.
const EMBEDDED: &[Room] = &[
    ("error", &[]),
    ("clock", &[]),
    ("work", &["error", "clock"]),
    ("types", &["error"]),
    ("yql", &["error", "work"]),
    ("catalog", &["error", "clock", "work", "types"]),
    ("storage", &["error", "clock", "work", "types", "catalog"]),
    ("expr", &["error", "work", "types", "yql"]),
    ("exec", &["error", "work", "types", "yql", "catalog", "storage", "expr"]),
    ("plan", &["error", "work", "types", "yql", "catalog", "expr", "exec"]),
    ("session", &["error", "clock", "work", "types", "yql", "catalog", "storage", "expr", "plan", "exec"]),
    ("schedule", &["error"]),
    ("wire", &["error", "clock", "schedule", "work", "types", "catalog", "storage", "session"]),
    ("server", &["error", "clock", "storage", "session", "wire"]),
    ("simulation", &["schedule", "session", "wire", "server"]),
    ("check", &[]),
    ("serve", &["server", "session", "wire"]),
    ("__internal", &["schedule", "serve", "simulation", "storage", "wire"]),
    ("fuzz", &["error", "yql", "session", "wire"]),
    (
        "tests",
        &["error", "clock", "work", "types", "yql", "catalog", "storage", "expr", "plan", "exec", "session", "fuzz"],
    ),
    ("lib", &["error", "clock", "schedule", "simulation", "storage", "server", "wire"]),
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
fn the_core_flows_one_way() {
    check("crates/ydb-keys-core/src", CORE);
}

#[test]
fn the_grammar_flows_one_way() {
    check("crates/ydb-yql/src", YQL);
}

#[test]
fn loads_and_exports_flow_one_way() {
    check("crates/ydb-keys-bulk/src", BULK);
}

#[test]
fn schema_changes_flow_one_way() {
    check("crates/ydb-keys-migrate/src", MIGRATE);
}

#[test]
fn the_program_flows_one_way() {
    check("crates/ydb-keys-cli/src", CLI);
}

#[test]
fn arrows_of_the_engine_point_one_way() {
    check("crates/ydb-embedded/src", EMBEDDED);
}

/// Tests that the engine does not share code with the models: it is the witness of their statements.
#[test]
fn the_engine_does_not_know_the_models() {
    let manifest = fs::read_to_string(crate_dir("ydb-embedded").join("Cargo.toml")).unwrap();
    assert!(!manifest.contains("ydb-keys"), "ydb-embedded depends on ydb-keys");
    for (file, text) in sources(&crate_dir("ydb-embedded")) {
        assert!(!text.contains("ydb_keys"), "ydb_keys in {}", file.display());
    }
}

/// Tests that only one room of the engine speaks the protocol.
#[test]
fn only_the_wire_names_the_protocol() {
    let dir = source_dir("crates/ydb-embedded/src");
    for (file, text) in sources(&dir) {
        let wire = file.strip_prefix(&dir).unwrap().starts_with("wire");
        for word in ["tonic::", "prost::", "ydb_grpc::", "http::"] {
            assert!(wire || !code_has(&text, word), "{word} in {}", file.display());
        }
    }
}

/// Tests that the core and the rooms of the library do no IO. The exceptions in the library: `sdk` talks to the client,
/// `sdk/connect` also reads variables and files with credentials, and `testing` starts databases.
#[test]
fn the_runtime_does_no_io() {
    let dir = source_dir("ydb-keys/src");
    for (file, text) in [sources(&dir), sources(&source_dir("crates/ydb-keys-core/src"))].concat() {
        // Tests may read from memory as from a file.
        if file.ends_with("tests.rs") {
            continue;
        }
        let connects = file.starts_with(dir.join("sdk/connect"));
        let tests = file.starts_with(dir.join("testing"));
        for word in ["std::env", "std::fs", "std::io"] {
            assert!(connects || tests || !code_has(&text, word), "{word} in {}", file.display());
        }
        for word in
            ["std::process", "fs::write", "File::create", "OpenOptions", "std::net", "print!", "println!", "clap"]
        {
            assert!(!code_has(&text, word), "{word} in {}", file.display());
        }
        // Channels need no runtime. A test may start threads.
        let text = without_tests(&text).join("\n").replace("tokio::sync", "");
        // A reader waits while the names are swapped, a transaction until its outcome is certain.
        let waits =
            connects || tests || ["sdk/dual_write.rs", "transact/marker.rs"].iter().any(|end| file.ends_with(end));
        for word in ["std::thread", "tokio"] {
            assert!(waits || !code_has(&text, word), "{word} in {}", file.display());
        }
    }
}

/// Tests that rows become bytes, and bytes rows, without a connection.
#[test]
fn encoding_knows_no_connection() {
    let dir = source_dir("crates/ydb-keys-bulk/src");
    for (file, text) in sources(&dir) {
        for word in ["std::env", "std::io", "std::process", "std::net", "std::thread", "print!", "println!"] {
            assert!(file.ends_with("tests.rs") || !code_has(&text, word), "{word} in {}", file.display());
        }
        let path = file.strip_prefix(&dir).unwrap();
        let pure = ["encode", "decode", "proto"].iter().any(|room| path.starts_with(room));
        for word in ["tokio", "tonic", "std::fs", "ydb::Client", "futures_util"] {
            assert!(!pure || !code_has(&text, word), "{word} in {}", file.display());
        }
    }
}

/// Tests that live tables, plans, copies and sources of models are computed without a client.
#[test]
fn schema_changes_are_planned_without_a_client() {
    let dir = source_dir("crates/ydb-keys-migrate/src");
    for (file, text) in sources(&dir) {
        for word in ["std::env", "std::fs", "std::io", "std::process", "std::net", "std::thread", "print!", "println!"]
        {
            assert!(!code_has(&text, word), "{word} in {}", file.display());
        }
        let runs = file.strip_prefix(&dir).unwrap().starts_with("run");
        for word in ["__internal::sdk", "ydb::", "futures_util::", "tokio", "Executor"] {
            assert!(runs || !code_has(&text, word), "{word} in {}", file.display());
        }
    }
}

/// Tests that only the commands read a command line, print and write files, and that two rooms query the database. The
/// program prints to its given writers: a closed pipe must not end it with a panic.
#[test]
fn the_rooms_behind_the_commands_are_pure() {
    let dir = source_dir("crates/ydb-keys-cli/src");
    for (file, text) in sources(&dir) {
        let path = file.strip_prefix(&dir).unwrap();
        let text = without_tests(&text).join("\n");
        for word in ["std::net", "print!", "println!"] {
            assert!(!code_has(&text, word), "{word} in {}", file.display());
        }
        if path.starts_with("commands") || path.starts_with("main.rs") || file.ends_with("tests.rs") {
            continue;
        }
        for word in ["std::env", "std::fs", "std::io", "std::process", "std::thread", "clap"] {
            assert!(!code_has(&text, word), "{word} in {}", file.display());
        }
        let asks = ["run", "stats/read"].iter().any(|room| path.starts_with(room));
        for word in ["ydb::", "__internal::sdk", "futures_util::", "tokio"] {
            let names = text
                .lines()
                .any(|line| !line.trim_start().starts_with("//") && line.starts_with(&format!("use {word}")));
            assert!(asks || !names, "{word} in {}", file.display());
        }
    }
}

/// Tests that only two rooms name the client; the error also carries the client's error.
#[test]
fn only_two_rooms_name_the_client() {
    let dir = source_dir("ydb-keys/src");
    for (file, text) in [sources(&dir), sources(&source_dir("crates/ydb-keys-core/src"))].concat() {
        let knows = ["sdk", "testing", "error"].iter().any(|room| file.starts_with(dir.join(room)));
        for word in ["ydb::", "futures_util::", "tracing::"] {
            assert!(knows || !code_has(&text, word), "{word} in {}", file.display());
        }
    }
}

fn code_has(text: &str, word: &str) -> bool {
    text.lines().any(|line| !line.trim_start().starts_with("//") && line.contains(word))
}

/// Tests that the crates' lists of internal names have no name that nobody needs.
#[test]
fn what_is_internal_is_used() {
    let count = list_is_used("ydb-keys", &["crates/ydb-keys-bulk", "crates/ydb-keys-migrate", "crates/ydb-keys-cli"]);
    // What needs no client belongs to `ydb-keys-core`.
    assert!(count <= 15, "ydb-keys/src/__internal.rs has {count} names");
    list_is_used("ydb-keys-bulk", &["crates/ydb-keys-cli", "tests"]);
    list_is_used("ydb-keys-migrate", &["crates/ydb-keys-cli", "tests/lifecycle"]);
    list_is_used("crates/ydb-embedded", &["ydb-keys", "crates/ydb-keys-cli", "crates/ydb-embedded/tests", "tests/e2e"]);
}

/// Checks the list of a crate, and returns the number of its names.
fn list_is_used(package: &str, by: &[&str]) -> usize {
    let page = fs::read_to_string(crate_dir(package).join("src/__internal.rs")).unwrap();
    assert!(!page.contains("::*"), "the names are listed");
    let code: String = page.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let users = by.iter().flat_map(|user| sources(&source_dir(user)));
    let users: String = users.map(|(_, text)| text).collect();
    let users: BTreeSet<&str> = users.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let mut count = 0;
    for uses in code.split("pub use ").skip(1) {
        let names = uses.split(';').next().unwrap();
        let names = names.rsplit_once("::{").map_or(names.rsplit("::").next().unwrap(), |(_, names)| names);
        for name in names.trim_end_matches('}').split(',').map(str::trim).filter(|name| !name.is_empty()) {
            let name = name.rsplit([' ', ':']).next().unwrap();
            assert!(users.contains(name), "`{name}` is used by no other crate");
            count += 1;
        }
    }
    count
}

/// Tests that every file describes its contents in its first line.
#[test]
fn files_introduce_themselves() {
    for root in [
        "ydb-keys-derive/src",
        "ydb-keys/src",
        "crates/ydb-keys-core/src",
        "crates/ydb-keys-bulk/src",
        "crates/ydb-keys-cli/src",
        "crates/ydb-keys-migrate/src",
        "crates/ydb-embedded",
        "crates/ydb-yql/src",
        "examples",
        "tests",
        "benches",
    ] {
        for (file, text) in sources(&source_dir(root)) {
            let cases = file.components().any(|part| part.as_os_str() == "cases");
            assert!(cases || text.starts_with("//! "), "{} does not begin with `//! `", file.display());
        }
    }
}

/// Checks the imports of the rooms below `root`.
fn check(root: &str, rooms: &[Room]) {
    let dir = source_dir(root);
    let mut seen = BTreeSet::new();
    for (file, text) in sources(&dir) {
        let relative = file.strip_prefix(&dir).unwrap();
        let names: Vec<_> = relative.iter().map(|part| part.to_str().unwrap().trim_end_matches(".rs")).collect();
        // Tests in files of their own look at the whole crate, whichever room they are in.
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

/// Returns the path segment after every `crate::` of a file, without tests and documentation.
fn imports(text: &str) -> Vec<String> {
    let segment = |rest: &str| rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    without_tests(text)
        .into_iter()
        .filter(|line| !line.trim_start().starts_with("//"))
        .flat_map(|line| line.split("crate::").skip(1).map(segment).collect::<Vec<_>>())
        .filter(|name| !name.is_empty())
        .collect()
}

#[test]
fn imports_after_a_test_module_count() {
    let text = "use crate::a::A;\n#[cfg(test)]\nuse crate::b::B;\n\n#[cfg(test)]\nmod tests {\n    use crate::c::C;\n}\nuse crate::d::D;\n";
    assert_eq!(imports(text), ["a", "d"]);
}
