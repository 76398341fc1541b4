//! PRAGMA: those that change an answer, and those that can be ignored.

use super::planner::Planner;
use crate::error::{Error, Issue, Position, Result, Status, codes};
use crate::yql::ast::{Expr, ExprKind, Ident, Literal};

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

impl Planner<'_> {
    /// Does what a pragma says. Many change how YDB plans or warns, never what it answers, or ask for what is always so
    /// here.
    ///
    /// Fails if it would change the answer in a way that this engine lacks.
    pub(super) fn pragma(&mut self, name: &[Ident], values: &[Expr], at: Position) -> Result<()> {
        let words: Vec<String> = name.iter().map(|word| word.name.to_ascii_lowercase()).collect();
        match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            ["orderedcolumns"] => self.ordered_columns = true,
            ["disableorderedcolumns"] => self.ordered_columns = false,
            ["simplecolumns"] => self.simple_columns = true,
            ["disablesimplecolumns"] => self.simple_columns = false,
            ["tablepathprefix"] if is_default(values) => self.path_prefix = None,
            // A cluster may stand before the directory.
            ["tablepathprefix" | "relativepathprefix"] => match text(&values[values.len().saturating_sub(1)..]) {
                Some(path) if words[0] == "tablepathprefix" || !path.starts_with('/') => self.path_prefix = Some(path),
                _ => return Err(wrong(name, "one path", at)),
            },
            ["groupbylimit"] => self.group_by_limit = limit(name, values, 10_000, at)?,
            ["groupbycubelimit"] => self.group_by_cube_limit = limit(name, values, 10, at)?,
            ["allowdotinalias"] => self.allow_dot_in_alias = true,
            // The default; false is another division, which this engine lacks.
            ["classicdivision"] if is_true(values) => {}
            // `HandleAuth` in YDB's yql_kikimr_datasource.cpp.
            ["ydb" | "kikimr", "auth"] => {
                let message = "Pragma auth not supported inside Kikimr query.";
                return Err(Error::issue(Issue::new(codes::KIKIMR_PRAGMA_NOT_SUPPORTED, message).at(at)));
            }
            ["ydb" | "kikimr", "optdisableautoindexselection"] => self.chooses_indexes = !is_true(values),
            [word] if IGNORED.contains(&word) => {}
            [module, ..] if IGNORED_MODULES.contains(&module) => {}
            // For example PositionalUnionAll, which changes the answer.
            _ => return Err(Error::unsupported(at, format!("PRAGMA {}", written(name)))),
        }
        Ok(())
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
        None => Err(wrong(name, "one number", at)),
    }
}

fn wrong(name: &[Ident], expected: &str, at: Position) -> Error {
    let message = format!("Expected {expected} as the value of {}", written(name));
    Error::new(Status::GenericError, message).at(at)
}

fn written(name: &[Ident]) -> String {
    name.iter().map(|word| &*word.name).collect::<Vec<_>>().join(".")
}
