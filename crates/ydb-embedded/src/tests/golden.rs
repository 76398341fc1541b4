//! Golden scripts: statements and their answers, executed in order in a new database.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests may end a test")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use crate::error::{Error, Issue};
use crate::session::{
    Config, Engine, ExecMode, Part, PlanOperator, PlannedKeys, PlannedRead, QueryRequest, TxControl, TxMode,
};
use crate::types::{self, Primitive, Type, Value};

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

        /// Checks that every script is run.
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

/// A case of a script.
pub(super) struct Case {
    pub(super) line: usize,
    plan: bool,
    warnings: bool,
    params: Vec<(String, String, String)>,
    tx: Option<String>,
    pub(super) text: String,
    expected: Vec<String>,
}

/// A database with the script's open transaction.
pub(super) struct Database {
    engine: Arc<Engine>,
    session: String,
    tx: Option<String>,
}

/// Reads the cases of a script.
pub(super) fn read(script: &str) -> Vec<Case> {
    let mut cases = Vec::new();
    let mut line = 1;
    for block in script.split("\n===") {
        let first = line;
        line += block.matches('\n').count() + 1;
        if block.trim().is_empty() {
            continue;
        }
        let Some((input, expected)) = block.split_once("\n---\n") else {
            panic!("line {first}: a case without `---`:\n{block}");
        };
        let mut case = Case {
            line: first,
            plan: false,
            warnings: false,
            params: Vec::new(),
            tx: None,
            text: String::new(),
            expected: expected.lines().map(str::to_owned).filter(|line| !line.is_empty()).collect(),
        };
        for own in input.lines() {
            if !case.text.is_empty() {
                case.text.push('\n');
                case.text.push_str(own);
            } else if own == "@plan" {
                case.plan = true;
            } else if own == "@warnings" {
                case.warnings = true;
            } else if let Some(tx) = own.strip_prefix("@tx ") {
                case.tx = Some(tx.to_owned());
            } else if let Some(param) = own.strip_prefix("@param ") {
                // A name in backticks may contain spaces. It is sent without the backticks.
                let (name, rest) = match param.strip_prefix("$`").and_then(|param| param.split_once("` ")) {
                    Some((name, rest)) => (format!("${name}"), rest),
                    None => param.split_once(' ').map(|(name, rest)| (name.to_owned(), rest)).unwrap(),
                };
                let (ty, value) = rest.split_once(" = ").unwrap();
                case.params.push((name, ty.to_owned(), value.to_owned()));
            } else if !own.starts_with('#') && !own.is_empty() {
                case.text.push_str(own);
            }
        }
        cases.push(case);
    }
    cases
}

impl Database {
    pub(super) fn new() -> Self {
        let engine = Engine::new(Config::default());
        let session = engine.create_session();
        Self { engine, session, tx: None }
    }

    /// Runs a case. Returns the differences between its answer and the expected one.
    pub(super) fn run(&mut self, case: &Case) -> Result<(), String> {
        if let Some(tx) = &case.tx {
            let done = match (tx.as_str(), self.tx.take()) {
                ("begin", None) => {
                    self.engine.begin(&self.session, TxMode::SerializableReadWrite).map(|id| self.tx = Some(id))
                }
                ("commit", Some(id)) => self.engine.commit(&self.session, &id),
                ("rollback", Some(id)) => self.engine.rollback(&self.session, &id),
                (other, _) => return Err(format!("no transaction for @tx {other}")),
            };
            return check(&case.expected, done.map(|()| vec!["OK".to_owned()]));
        }
        let mut params = BTreeMap::new();
        for (name, ty, value) in &case.params {
            params.insert(name.clone(), self.param(ty, value)?);
        }
        let mode = if case.plan { ExecMode::Explain } else { ExecMode::Execute };
        let tx = match (&self.tx, case.plan) {
            (Some(id), false) => TxControl::Existing { id: id.clone(), commit: false },
            _ => TxControl::Implicit,
        };
        let request = QueryRequest { session: Some(self.session.clone()), text: case.text.clone(), params, tx, mode };
        let answer = self.answer(request, case);
        if answer.is_err() {
            self.tx = None;
        }
        check(&case.expected, answer)
    }

    fn answer(&self, request: QueryRequest, case: &Case) -> Result<Vec<String>, Error> {
        let mut execution = self.engine.execute(request)?;
        let mut parts = Vec::new();
        while let Some(part) = execution.next()? {
            parts.push(part);
        }
        if case.warnings {
            let lines = warned(&execution.plan.warnings, 0);
            return Ok(if lines.is_empty() { vec!["OK".to_owned()] } else { lines });
        }
        if case.plan {
            let mut reads = Vec::new();
            execution.planned().for_each(&mut |node| match &node.operator {
                PlanOperator::Read(read) | PlanOperator::Lookup { read, .. } => reads.push(print_read(read)),
                _ => {}
            });
            return Ok(reads);
        }
        Ok(print(&parts))
    }

    /// Parses a parameter's type and value.
    fn param(&self, ty: &str, value: &str) -> Result<(Type, Value), String> {
        let declare = crate::yql::parse(&format!("DECLARE $p AS {ty};")).map_err(|error| error.to_string())?;
        let crate::yql::ast::StatementKind::Declare { ty, .. } = &declare.statements[0].kind else {
            return Err("no type".to_owned());
        };
        let ty = crate::expr::types::resolve(ty).map_err(|error| error.to_string())?;
        let text = format!("SELECT {value} AS v");
        let request = QueryRequest {
            session: None,
            text,
            params: BTreeMap::new(),
            tx: TxControl::Implicit,
            mode: ExecMode::Execute,
        };
        let mut execution = self.engine.execute(request).map_err(|error| format!("parameter {value}: {error}"))?;
        let part = execution.next().map_err(|error| error.to_string())?.ok_or("no value")?;
        let fitted = fit(&part.rows[0][0], &part.columns[0].1, &ty);
        let fitted = fitted.ok_or_else(|| format!("{value} of type {} is no {ty}", part.columns[0].1))?;
        Ok((ty, fitted))
    }
}

/// Converts a value to another type, part by part.
fn fit(value: &Value, from: &Type, to: &Type) -> Option<Value> {
    if from == to {
        return Some(value.clone());
    }
    match (from, to, value) {
        (Type::Null | Type::Optional(_), Type::Optional(_), Value::Null) => Some(Value::Null),
        (Type::EmptyList, Type::List(_), _) => Some(Value::Items(Vec::new().into())),
        (Type::Optional(from), Type::Optional(to), value) => fit(value, from, to),
        (from, Type::Optional(to), value) => fit(value, from, to),
        (Type::List(from), Type::List(to), Value::Items(items)) => items
            .iter()
            .map(|item| fit(item, from, to))
            .collect::<Option<Vec<_>>>()
            .map(|items| Value::Items(items.into())),
        (Type::Tuple(from), Type::Tuple(to), Value::Items(items)) => {
            let items = items.iter().zip(from.iter().zip(to.iter())).map(|(item, (from, to))| fit(item, from, to));
            items.collect::<Option<Vec<_>>>().map(|items| Value::Items(items.into()))
        }
        (Type::Struct(from), Type::Struct(to), Value::Items(items)) => {
            let items =
                items.iter().zip(from.iter().zip(to.iter())).map(|(item, (from, to))| fit(item, &from.1, &to.1));
            items.collect::<Option<Vec<_>>>().map(|items| Value::Items(items.into()))
        }
        _ => types::convert_literal(value, from, to).or_else(|| types::convert(value, from, to)),
    }
}

/// Returns warnings as YDB prints them.
fn warned(issues: &[Issue], depth: usize) -> Vec<String> {
    let lines = issues.iter().flat_map(|issue| {
        let at = issue.at.map(|at| format!(":{}:{}", at.line, at.column)).unwrap_or_default();
        let code = if issue.code == 0 { String::new() } else { format!(", code: {}", issue.code) };
        let own = format!("{}<main>{at}: Warning: {}{code}", " ".repeat(4 * depth), issue.message);
        [vec![own], warned(&issue.issues, depth + 1)].concat()
    });
    lines.collect()
}

/// Returns a planned read as the scripts print it.
fn print_read(read: &PlannedRead) -> String {
    let keys = match &read.keys {
        PlannedKeys::All(_) => "all".to_owned(),
        PlannedKeys::Point(key) => format!("point {key}"),
        PlannedKeys::Range(points, others) => format!("range {}", [&points[..], &others[..]].concat().join("; ")),
        PlannedKeys::Ranges { ranges, used, expected, points } => {
            let ranges = ranges.as_ref().map_or_else(String::clone, |ranges| ranges.join("; "));
            let expected = expected.map_or_else(|| "?".to_owned(), |expected| expected.to_string());
            format!("ranges {ranges} | keys {}, at most {expected}, points {points}", used.join(" "))
        }
        PlannedKeys::Given(columns) => format!("lookup {}", columns.join(" ")),
    };
    let limit = read.limit.as_ref().map_or_else(String::new, |limit| format!(" limit {limit}"));
    format!("{} {keys}{limit}{}", read.path, if read.reverse { " reverse" } else { "" })
}

/// Returns result sets as the scripts print them.
fn print(parts: &[Part]) -> Vec<String> {
    let mut lines = Vec::new();
    let mut last = None;
    for part in parts {
        if last != Some(part.result_set) {
            if last.is_some() {
                lines.push("--".to_owned());
            }
            last = Some(part.result_set);
            let column = |(name, ty): &(Arc<str>, Type)| format!("{name} {ty}");
            lines.push(part.columns.iter().map(column).collect::<Vec<_>>().join(" | "));
        }
        for row in &part.rows {
            let values = row.iter().zip(part.columns.iter()).map(|(value, (_, ty))| show(value, ty));
            lines.push(values.collect::<Vec<_>>().join(" | "));
        }
    }
    if lines.is_empty() {
        lines.push("OK".to_owned());
    }
    lines
}

pub(super) fn show(value: &Value, ty: &Type) -> String {
    match (value, ty) {
        (Value::Null, _) => "NULL".to_owned(),
        (Value::Just(inner), Type::Optional(ty)) => show(inner, ty),
        (value, Type::Optional(ty)) => show(value, ty),
        (Value::Bytes(bytes), Type::Primitive(Primitive::String | Primitive::Yson)) => {
            let byte = |byte: &u8| match byte {
                b' '..=b'~' => char::from(*byte).to_string(),
                other => format!("\\x{other:02X}"),
            };
            format!("b'{}'", bytes.iter().map(byte).collect::<String>())
        }
        (Value::Text(text), Type::Primitive(ty)) if *ty != Primitive::DyNumber => format!("'{text}'"),
        (Value::Items(items), Type::List(item)) => {
            format!("[{}]", items.iter().map(|value| show(value, item)).collect::<Vec<_>>().join(", "))
        }
        (Value::Items(items), Type::Tuple(types)) => {
            let items = items.iter().zip(types.iter()).map(|(value, ty)| show(value, ty));
            format!("({})", items.collect::<Vec<_>>().join(", "))
        }
        (Value::Items(items), Type::Struct(members)) => {
            let items =
                items.iter().zip(members.iter()).map(|(value, (name, ty))| format!("{name}: {}", show(value, ty)));
            format!("{{{}}}", items.collect::<Vec<_>>().join(", "))
        }
        (Value::Items(_), Type::EmptyList) => "[]".to_owned(),
        (Value::Dict(pairs), Type::Dict(key, value)) => {
            let pairs = pairs.iter().map(|(k, v)| format!("{}: {}", show(k, key), show(v, value)));
            format!("{{{}}}", pairs.collect::<Vec<_>>().join(", "))
        }
        (value, ty) => types::to_text(value, ty),
    }
}

/// Compares an answer with the expected one of the script.
fn check(expected: &[String], answer: Result<Vec<String>, Error>) -> Result<(), String> {
    match answer {
        Ok(lines) if lines == expected => Ok(()),
        Ok(lines) => Err(format!("expected:\n  {}\nfound:\n  {}", expected.join("\n  "), lines.join("\n  "))),
        Err(error) => {
            let refused = || Err(format!("expected:\n  {}\nrefused:\n  {error}", expected.join("\n  ")));
            let Some((status, fragments)) = expected.split_first() else { return refused() };
            if status != "*" && status != error.status.name() {
                return refused();
            }
            let found = |line: &String| {
                let Some((code, fragment)) = line.split_once(": ") else { return false };
                error.issues.iter().any(|issue| occurs(issue, code, fragment))
            };
            if fragments.iter().all(found) { Ok(()) } else { refused() }
        }
    }
}

fn occurs(issue: &Issue, code: &str, fragment: &str) -> bool {
    let here = (code == "*" || code == issue.code.to_string()) && issue.message.contains(fragment);
    here || issue.issues.iter().any(|child| occurs(child, code, fragment))
}
