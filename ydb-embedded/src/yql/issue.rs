//! The wording of syntax errors: ANTLR's messages with ANTLR's positions, and the translator's with its own.

use crate::error::{Error, Issue, Position, Status, codes};

/// How much of the text a message quotes.
const QUOTED: usize = 60;

/// An error of the grammar. YDB counts their columns from 0, gives them no issue code and does not nest them:
/// `<main>:1:12: Error: extraneous input '@' expecting {<EOF>, ';'}`.
pub(super) fn syntax(at: Position, message: impl Into<String>) -> Error {
    let at = Position { line: at.line, column: at.column.saturating_sub(1) };
    Error { status: Status::GenericError, issues: vec![Issue::new(codes::DEFAULT_ERROR, message).at(at)] }
}

/// An error for text that the grammar accepts and the translator refuses. Columns count from 1 (`2:17`), as in the
/// tree.
pub(super) fn refused(at: Position, message: impl Into<String>) -> Error {
    Error { status: Status::GenericError, issues: vec![Issue::new(codes::DEFAULT_ERROR, message).at(at)] }
}

/// A token's text as messages quote it: in quotes, cut to a readable length.
pub(super) fn quote(text: &str) -> String {
    if text.chars().nth(QUOTED).is_none() {
        return format!("'{text}'");
    }
    let head: String = text.chars().take(QUOTED).collect();
    format!("'{head}...'")
}

/// What was expected: `')'`, or `{<EOF>, ';'}` for several tokens.
pub(super) fn expecting(expected: &[&str]) -> String {
    match expected {
        [] => String::from("something else"),
        [one] => (*one).to_owned(),
        many => format!("{{{}}}", many.join(", ")),
    }
}
