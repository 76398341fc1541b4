//! Parts of the texts of errors that depend on what happened.

use crate::diff::{Action, Step};
use crate::run::RekeyPhase;

/// The items of a list, each on its own line.
pub(super) fn items(of: &[String]) -> String {
    of.iter().map(|item| format!("\n- {}", item.replace('\n', "\n  "))).collect()
}

/// The request of a step, indented to set it apart from the message.
pub(super) fn indented(step: &Step) -> String {
    match &step.action {
        Action::Statement { statement, .. } | Action::FillColumn { statement, .. } => {
            format!("    {}", statement.replace('\n', "\n    "))
        }
        Action::AwaitIndex { index } => format!("    (waiting for the index `{index}`)"),
        Action::WriteLayout { layout } => format!("    (writing the layout `{layout}`)"),
    }
}

/// What to do about a step that failed.
pub(super) fn step_help(number: usize) -> &'static str {
    match number {
        1 => "remove the cause, then run it again",
        _ => "the steps before it are done; remove the cause, then run it again to continue",
    }
}

pub(super) fn were_not_allowed(steps: usize) -> String {
    match steps {
        1 => "1 step is destructive and was not allowed".to_owned(),
        _ => format!("{steps} steps are destructive and were not allowed"),
    }
}

/// What to do about a copy that failed.
pub(super) fn copy_help(phase: RekeyPhase) -> &'static str {
    match phase {
        RekeyPhase::Create => "remove the cause, then run it again; no row is copied yet",
        RekeyPhase::DropOld | RekeyPhase::DropNew => "remove the cause, then run it again",
        _ => "remove the cause, then run it again to continue; nothing is lost",
    }
}

/// What to do about rights that the new table lacks.
pub(super) fn rights_help(phase: RekeyPhase) -> &'static str {
    match phase {
        RekeyPhase::Settle => "correct this at once, because the tables are already swapped",
        _ => {
            "correct this and run it again, or allow the loss: `--allow-lost-rights`, \
             `RekeyOptions::allow_lost_rights`; the tables are not swapped"
        }
    }
}

/// A few rows that differ.
pub(super) fn named(keys: &[String]) -> String {
    if keys.is_empty() { String::new() } else { format!("\nin rows such as {}", keys.join(", ")) }
}

/// An error without its help.
pub(super) fn fault_of(error: &impl ToString) -> String {
    error.to_string().lines().take_while(|line| !line.starts_with("help:")).collect::<Vec<_>>().join("\n")
}
