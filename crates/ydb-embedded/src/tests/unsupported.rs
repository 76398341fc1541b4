//! The engine refuses exactly the statements that README lists as unsupported.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests may end a test")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use regex::Regex;

use crate::error::{Error, Status};
use crate::session::{Config, Engine, ExecMode, QueryRequest, TxControl};
use crate::types::{Primitive, Type, Value};

/// Returns the groups of the list, each with its title and its lines.
fn groups() -> Vec<(String, Vec<String>)> {
    let list = include_str!("../../tests/unsupported.txt");
    let groups = list.split("\n# ").skip(1).map(|group| group.split_once('\n').unwrap());
    let lines = |text: &str| text.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect();
    groups.map(|(title, text)| (title.to_owned(), lines(text))).collect()
}

/// Title of the group of request fields, which statements cannot use; its lines are the names of the fields.
const REQUESTS: &str = "Fields of requests";

fn run(engine: &Arc<Engine>, text: &str) -> Result<(), Error> {
    // Values of this type are possible only as parameters; other types have literals.
    let zoned = (Type::List(Arc::new(Primitive::TzDate.into())), Value::Items([].into()));
    let params =
        if text.contains("$p AS List<TzDate>") { BTreeMap::from([("$p".to_owned(), zoned)]) } else { BTreeMap::new() };
    let request =
        QueryRequest { session: None, text: text.to_owned(), params, tx: TxControl::Implicit, mode: ExecMode::Execute };
    let mut execution = engine.execute(request)?;
    while execution.next()?.is_some() {}
    Ok(())
}

/// Returns the message for each statement of the list, with the statement and the words that the message must contain.
fn refusals() -> Vec<(String, String, String)> {
    let engine = Engine::new(Config::default());
    let tables = [
        "CREATE TABLE t (id Uint64 NOT NULL, a Int32, b Utf8, s Serial, INDEX i GLOBAL ON (a), PRIMARY KEY (id))",
        "CREATE TABLE c (id Uint64 NOT NULL, a Int32, PRIMARY KEY (id)) WITH (STORE = COLUMN)",
        "CREATE TABLE q (id Uint64 NOT NULL, a Int32, INDEX i GLOBAL UNIQUE ON (a), PRIMARY KEY (id))",
    ];
    tables.into_iter().for_each(|text| run(&engine, text).unwrap());
    let statements = groups().into_iter().filter(|(title, _)| title != REQUESTS).flat_map(|(_, lines)| lines);
    let refusal = |line: String| {
        let (text, name) = line.rsplit_once(" => ").unwrap();
        let message = match run(&engine, text) {
            Err(error) if error.status == Status::Unsupported => error.to_string(),
            Err(error) => format!("another error, {error}"),
            Ok(()) => "an answer".to_owned(),
        };
        (text.to_owned(), name.to_owned(), message)
    };
    statements.map(refusal).collect()
}

#[test]
fn what_the_list_has_is_refused_by_name() {
    let wrong: Vec<String> = refusals()
        .into_iter()
        .filter(|(_, name, message)| !message.starts_with("UNSUPPORTED: ") || !message.contains(name.as_str()))
        .map(|(text, name, message)| format!("{text} => {name}\n    {message}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// README describes in words each group of the list.
#[test]
fn readme_has_every_group() {
    let readme = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap();
    let (_, section) = readme.split_once("\n## What it does not support\n").unwrap();
    let section = section.split("\n## ").next().unwrap();
    let titles: Vec<&str> = section.lines().filter_map(|line| line.strip_prefix("- **")?.split("**").next()).collect();
    assert_eq!(titles, groups().iter().map(|(title, _)| title.as_str()).collect::<Vec<_>>());
}

/// Returns the sources of the engine and of its grammar by file, without their tests.
fn sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut waiting = vec![root.join("ydb-embedded/src"), root.join("ydb-yql/src")];
    let mut sources = Vec::new();
    while let Some(path) = waiting.pop() {
        match path.file_name().and_then(|name| name.to_str()) {
            Some("tests" | "tests.rs") => {}
            _ if path.is_dir() => waiting.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path())),
            _ => {
                let source = fs::read_to_string(&path).unwrap();
                let name = path.strip_prefix(root).unwrap().to_string_lossy().into_owned();
                sources.push((name, source.split("#[cfg(test)]\nmod tests {").next().unwrap().to_owned()));
            }
        }
    }
    sources.sort();
    sources
}

/// Files with a refusal whose text is not in the call, because its words come from a table or an argument. The words of
/// a new refusal there must be added to the list.
const OTHERS: &[&str] = &[
    "ydb-embedded/src/catalog/alter.rs",
    "ydb-embedded/src/catalog/sysview.rs",
    "ydb-embedded/src/expr/builtins/mod.rs",
    "ydb-embedded/src/plan/ddl/settings.rs",
    "ydb-embedded/src/wire/table/schema.rs",
    "ydb-embedded/src/yql.rs",
    "ydb-embedded/src/yql.rs",
    "ydb-yql/src/parser/primary.rs",
    "ydb-yql/src/parser/primary.rs",
    "ydb-yql/src/parser/query.rs",
    "ydb-yql/src/parser/query.rs",
    "ydb-yql/src/parser/query.rs",
    "ydb-yql/src/parser/refuse.rs",
    "ydb-yql/src/parser/refuse.rs",
    "ydb-yql/src/parser/refuse.rs",
    "ydb-yql/src/parser/refuse.rs",
    "ydb-yql/src/parser/select.rs",
    "ydb-yql/src/parser/select.rs",
    "ydb-yql/src/parser/statement.rs",
];

/// Refusals that no statement can cause: the defaults of `Names`. The planner implements `Names` for every expression
/// that can have a window or a subquery.
const DEFAULTS: [&str; 2] = ["A window in this place", "A subquery in this place"];

/// Checks that every refusal in the source is caused by a statement of the list, or is the name of a field.
#[test]
fn the_list_is_complete() {
    let refusals = refusals();
    let fields: Vec<String> =
        groups().into_iter().filter(|(title, _)| title == REQUESTS).flat_map(|(_, lines)| lines).collect();
    let sources = sources();
    for field in &fields {
        let literal = format!("\"{}", field.replace('"', "\\\""));
        assert!(sources.iter().any(|(_, source)| source.contains(&literal)), "{field} is not refused");
    }
    let text =
        Regex::new(r#"^\s*(?:(?:[\w.:&*()\s]+?|"[A-Z_ ]+"),\s*)?(?:&?format!\(\s*)?"((?:[^"\\]|\\.)+)""#).unwrap();
    let call = Regex::new(r"\b(?:unsupported(?:_if)?|note(?:_at)?|eat_noted)\(").unwrap();
    let (mut missing, mut others) = (Vec::new(), Vec::new());
    for (name, source) in &sources {
        for call in call.find_iter(source).filter(|call| !source[..call.start()].ends_with("fn ")) {
            let Some(text) = text.captures(&source[call.end()..]).map(|found| found[1].replace("\\\"", "\"")) else {
                others.push(name.as_str());
                continue;
            };
            // The text before the first placeholder, or after the last one.
            let plain = match text.split('{').next().unwrap().trim() {
                "" => text.rsplit('}').next().unwrap().trim(),
                start => start,
            };
            let met = refusals.iter().any(|(.., message)| message.contains(plain));
            if !met && !DEFAULTS.contains(&plain) && !fields.iter().any(|field| field == plain) {
                missing.push(format!("{name}: {text}"));
            }
        }
    }
    assert!(missing.is_empty(), "no statement in tests/unsupported.txt for\n{}", missing.join("\n"));
    assert_eq!(others, OTHERS);
}
