//! Prints a step as a statement with comments, to be read or run by hand.

use std::fmt;

use ydb_keys::Layout;

use crate::diff::{Action, Effect, StatementKind, Step};

/// The statement with a semicolon, and notes in comments above and below it.
impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.effect, &self.note) {
            (Effect::Destructive, Some(note)) => writeln!(f, "-- destructive: {note}")?,
            (Effect::Destructive, None) => writeln!(f, "-- destructive")?,
            (Effect::Additive, Some(note)) => writeln!(f, "-- {note}")?,
            (Effect::Additive, None) => {}
        }
        self.action.fmt(f)
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Statement { kind: StatementKind::AddIndex { index }, statement } => {
                write!(f, "{statement};\n-- wait until index `{index}` is built")
            }
            Action::Statement { statement, .. } => write!(f, "{statement};"),
            Action::AwaitIndex { index } => write!(f, "-- wait until index `{index}` is built"),
            Action::FillColumn { statement, .. } => write!(f, "-- in pages of the key\n{statement};"),
            Action::WriteLayout { layout } => {
                write!(
                    f,
                    "-- set the table's attribute {}, for which YQL has no statement:\n-- {layout}",
                    Layout::ATTRIBUTE
                )
            }
        }
    }
}
