//! PRAGMA: those that change an answer, and those that can be ignored.

use crate::error::{Error, Position, Result, Status};
use crate::yql::ast::{Expr, ExprKind, Ident, Literal};

/// The effect of a pragma.
pub(super) enum Pragma {
    /// `OrderedColumns` and `DisableOrderedColumns`.
    OrderedColumns(bool),
    /// `SimpleColumns` and `DisableSimpleColumns`.
    SimpleColumns(bool),
    /// `TablePathPrefix`: the directory of relative paths.
    PathPrefix(String),
    /// It changes how YDB plans or warns, never what it answers; or it asks for what is always so here.
    Ignored,
}

/// Pragmas that tune planning, warnings or limits, or ask for the default.
const IGNORED: &[&str] = &[
    "ansiinforemptyornullableitemscollections",
    "ansioptionalas",
    "ansicurrentrow",
    "ansirankfornullablekeys",
    "ansiorderbylimitinunionall",
    "autocommit",
    "coalescejoinkeysonqualifiedall",
    "costbasedoptimizer",
    "emitaggapply",
    "jsonqueryreturnsjsondocument",
    "uniquehint",
    "warnonansialiasshadowing",
    "warning",
    "warnunnamedcolumns",
    "usetableprefixforeach",
];

/// Modules of pragmas that only tune.
const IGNORED_MODULES: &[&str] = &["ydb", "kikimr", "config", "dq", "warning"];

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
        ["tablepathprefix"] => match values {
            [Expr { kind: ExprKind::Literal(Literal::String { bytes, .. }), .. }] => {
                Ok(Pragma::PathPrefix(String::from_utf8_lossy(bytes).into_owned()))
            }
            _ => Err(Error::new(Status::GenericError, "Expected one path as the value of TablePathPrefix").at(at)),
        },
        // This would change the answer, so it is not ignored.
        ["positionalunionall"] => refuse(name, at),
        [word] if IGNORED.contains(&word) => Ok(Pragma::Ignored),
        [module, ..] if IGNORED_MODULES.contains(&module) => Ok(Pragma::Ignored),
        _ => refuse(name, at),
    }
}

fn refuse(name: &[Ident], at: Position) -> Result<Pragma> {
    let words: Vec<&str> = name.iter().map(|word| &*word.name).collect();
    Err(Error::unsupported(at, format!("PRAGMA {}", words.join("."))))
}
