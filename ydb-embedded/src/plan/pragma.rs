//! PRAGMA: those that change an answer, and those that can be ignored.

use crate::error::{Error, Issue, Position, Result, Status, codes};
use crate::yql::ast::{Expr, ExprKind, Ident, Literal};

/// The effect of a pragma.
pub(super) enum Pragma {
    /// `OrderedColumns` and `DisableOrderedColumns`.
    OrderedColumns(bool),
    /// `SimpleColumns` and `DisableSimpleColumns`.
    SimpleColumns(bool),
    /// `TablePathPrefix` and `RelativePathPrefix`: the directory of relative paths.
    PathPrefix(Option<String>),
    /// `GroupByLimit`.
    GroupByLimit(usize),
    /// `GroupByCubeLimit`.
    GroupByCubeLimit(usize),
    /// `AllowDotInAlias`.
    AllowDotInAlias,
    /// It changes how YDB plans or warns, never what it answers; or it asks for what is always so here.
    Ignored,
}

/// Pragmas that tune planning, warnings or limits, or ask for the default.
const IGNORED: &[&str] = &[
    "ansiimplicitcrossjoin",
    "disableansiimplicitcrossjoin",
    "ansiinforemptyornullableitemscollections",
    "ansilike",
    "ansioptionalas",
    "ansicurrentrow",
    "ansirankfornullablekeys",
    "ansiorderbylimitinunionall",
    "coalescejoinkeysonqualifiedall",
    "costbasedoptimizer",
    "emitaggapply",
    "filterpushdownoverjoinoptionalside",
    "jsonqueryreturnsjsondocument",
    "pullupflatmapoverjoin",
    "disablefilterpushdownoverjoinoptionalside",
    "disablepullupflatmapoverjoin",
    "disablestrictjoinkeytypes",
    "disableunicodeliterals",
    "disablewarnuntypedstringliterals",
    "regexusere2",
    "rotatejointree",
    "uniquehint",
    "warnonansialiasshadowing",
    "warning",
    "warnunnamedcolumns",
    "warnuntypedstringliterals",
    "usetableprefixforeach",
];

/// Modules of pragmas that only tune, or are about functions that this engine lacks.
const IGNORED_MODULES: &[&str] = &["ydb", "kikimr", "config", "dq", "warning", "yson"];

/// Reads a pragma.
///
/// Fails if it would change the answer in a way that this engine lacks.
pub(super) fn read(name: &[Ident], values: &[Expr], at: Position) -> Result<Pragma> {
    let words: Vec<String> = name.iter().map(|word| word.name.to_ascii_lowercase()).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["orderedcolumns"] => Ok(Pragma::OrderedColumns(true)),
        ["disableorderedcolumns"] => Ok(Pragma::OrderedColumns(false)),
        ["simplecolumns"] => Ok(Pragma::SimpleColumns(true)),
        ["disablesimplecolumns"] => Ok(Pragma::SimpleColumns(false)),
        ["tablepathprefix"] if is_default(values) => Ok(Pragma::PathPrefix(None)),
        ["tablepathprefix" | "relativepathprefix"] => match text(values) {
            Some(path) if words[0] == "tablepathprefix" || !path.starts_with('/') => Ok(Pragma::PathPrefix(Some(path))),
            _ => wrong(name, "one path", at),
        },
        ["groupbylimit"] => limit(name, values, 10_000, at).map(Pragma::GroupByLimit),
        ["groupbycubelimit"] => limit(name, values, 10, at).map(Pragma::GroupByCubeLimit),
        ["allowdotinalias"] => Ok(Pragma::AllowDotInAlias),
        // The default; false is another division, which this engine lacks.
        ["classicdivision"] if is_true(values) => Ok(Pragma::Ignored),
        // This would change the answer, so it is not ignored.
        ["positionalunionall"] => refuse(name, at),
        // `HandleAuth` in YDB's yql_kikimr_datasource.cpp.
        ["ydb" | "kikimr", "auth"] => {
            let message = "Pragma auth not supported inside Kikimr query.";
            Err(Error::issue(Issue::new(codes::KIKIMR_PRAGMA_NOT_SUPPORTED, message).at(at)))
        }
        [word] if IGNORED.contains(&word) => Ok(Pragma::Ignored),
        [module, ..] if IGNORED_MODULES.contains(&module) => Ok(Pragma::Ignored),
        _ => refuse(name, at),
    }
}

/// `= default`.
fn is_default(values: &[Expr]) -> bool {
    let is = |name: &Ident| name.name.eq_ignore_ascii_case("default");
    matches!(values, [Expr { kind: ExprKind::Column { qualifier: None, name }, .. }] if is(name))
}

/// Whether a flag is set: it has no value, or true.
fn is_true(values: &[Expr]) -> bool {
    match values {
        [Expr { kind: ExprKind::Literal(Literal::Bool(value)), .. }] => *value,
        _ => values.is_empty() || text(values).is_some_and(|value| value.eq_ignore_ascii_case("true")),
    }
}

/// The value of a pragma that takes one string.
fn text(values: &[Expr]) -> Option<String> {
    match values {
        [Expr { kind: ExprKind::Literal(Literal::String { bytes, .. }), .. }] => {
            Some(String::from_utf8_lossy(bytes).into_owned())
        }
        _ => None,
    }
}

/// The value of a pragma that takes one number, as a number or a string. This engine has a maximum of its own.
fn limit(name: &[Ident], values: &[Expr], most: usize, at: Position) -> Result<usize> {
    let limit = match values {
        [Expr { kind: ExprKind::Literal(Literal::Integer { value, .. }), .. }] => usize::try_from(*value).ok(),
        _ => text(values).and_then(|value| value.parse().ok()),
    };
    match limit {
        Some(limit) if limit > most => {
            Err(Error::unsupported(at, format!("PRAGMA {} of more than {most}", written(name))))
        }
        Some(limit) => Ok(limit),
        None => wrong(name, "one number", at),
    }
}

fn wrong<T>(name: &[Ident], expected: &str, at: Position) -> Result<T> {
    let message = format!("Expected {expected} as the value of {}", written(name));
    Err(Error::new(Status::GenericError, message).at(at))
}

fn written(name: &[Ident]) -> String {
    name.iter().map(|word| &*word.name).collect::<Vec<_>>().join(".")
}

fn refuse(name: &[Ident], at: Position) -> Result<Pragma> {
    Err(Error::unsupported(at, format!("PRAGMA {}", written(name))))
}
