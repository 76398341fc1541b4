//! Why a schema could not be read, compared or changed.

mod detail;
#[cfg(test)]
mod tests;

use std::error::Error;
use std::fmt;

use ydb::YdbError;

use super::RekeyPhase;
use crate::diff::{Action, Step};
pub use detail::{Detail, MigrateError};

/// What kind of error it is: what a program, or its operator, can do about it.
///
/// [The chapter on errors](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/index.html) has a section for each
/// kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MigrateErrorKind {
    /// A request failed: [`MigrateError::ydb_error`](crate::MigrateError::ydb_error) says why. What was done before it
    /// stays done.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#migrateerrorkinddatabase).
    Database,
    /// Steps lose rows, values or an index, and that was not allowed. Nothing was done.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#migrateerrorkinddestructive).
    Destructive,
    /// Somebody changed the table meanwhile: make a new plan.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#migrateerrorkindchanged).
    Changed,
    /// There is no table at the path.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#migrateerrorkindnotfound).
    NotFound,
    /// Something must be done by hand first: another table is in the way, or the table cannot be copied as it is.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#migrateerrorkindobstacle).
    Obstacle,
    /// The new table cannot hold some of the rows: change them, or the model.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#migrateerrorkindinvalidrows).
    InvalidRows,
    /// The new table lacks grants, the owner or attributes of the old one, and that was not allowed.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#migrateerrorkindlostrights).
    LostRights,
    /// Writers changed the old table all the time, so that its copy never became equal.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#migrateerrorkindconcurrentwrites).
    ConcurrentWrites,
    /// This release of the library cannot read the description of the table, or no model can have it.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#migrateerrorkindunsupported).
    Unsupported,
}

impl MigrateError {
    /// What kind of error it is.
    pub fn kind(&self) -> MigrateErrorKind {
        self.0.kind()
    }

    /// The path of the table, relative to the database; if destructive steps of several tables were not allowed, that
    /// of the first one.
    pub fn table(&self) -> Option<&str> {
        self.0.table()
    }

    /// The client's error, with YDB's status and its issues, if a request failed.
    pub fn ydb_error(&self) -> Option<&YdbError> {
        self.0.ydb_error()
    }

    #[doc(hidden)]
    pub fn detail(&self) -> &Detail {
        &self.0
    }
}

#[doc(hidden)]
impl From<Detail> for MigrateError {
    #[cold]
    fn from(detail: Detail) -> Self {
        MigrateError(Box::new(detail))
    }
}

impl fmt::Display for MigrateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// The kind and the message: what a failing test prints.
impl fmt::Debug for MigrateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {self}", self.kind())
    }
}

/// The source is the client's error, `ydb::YdbError`.
impl Error for MigrateError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.ydb_error().map(|error| error as _)
    }
}

impl Detail {
    fn kind(&self) -> MigrateErrorKind {
        match self {
            Detail::Read { .. } | Detail::Step { .. } | Detail::Rekey { .. } => MigrateErrorKind::Database,
            Detail::Destructive { .. } => MigrateErrorKind::Destructive,
            Detail::Changed { .. }
            | Detail::Altered { .. }
            | Detail::IndexGone { .. }
            | Detail::TableGone { .. }
            | Detail::NameTaken { .. }
            | Detail::Overtaken { .. }
            | Detail::SwappedOtherwise { .. } => MigrateErrorKind::Changed,
            Detail::NoTable { .. } | Detail::NothingToPull { .. } => MigrateErrorKind::NotFound,
            Detail::NotATable { .. }
            | Detail::RekeyObstacles { .. }
            | Detail::OldTableKept { .. }
            | Detail::OtherRunner { .. }
            | Detail::OtherChange { .. }
            | Detail::FenceInDoubt { .. }
            | Detail::KeptDiffers { .. }
            | Detail::NotFinished { .. }
            | Detail::BackLoses { .. }
            | Detail::SerialBack { .. }
            | Detail::NewTableDiffers { .. }
            | Detail::MayBeSwapped { .. }
            | Detail::NotMadeUnique { .. }
            | Detail::OtherHash { .. }
            | Detail::DropOldRefused { .. } => MigrateErrorKind::Obstacle,
            Detail::NullRows { .. }
            | Detail::NotUnique { .. }
            | Detail::Collision { .. }
            | Detail::SerialExhausted { .. } => MigrateErrorKind::InvalidRows,
            Detail::LostRights { .. } => MigrateErrorKind::LostRights,
            Detail::NoAgreement { .. } => MigrateErrorKind::ConcurrentWrites,
            Detail::NameAway { source, .. } => source.kind(),
            Detail::ShowCreate { .. } | Detail::NoModel { .. } => MigrateErrorKind::Unsupported,
        }
    }

    fn table(&self) -> Option<&str> {
        Some(match self {
            Detail::Destructive { steps } => return steps.first().map(|(table, _)| table.as_str()),
            Detail::LostRights { to: table, phase: RekeyPhase::Settle, .. }
            | Detail::LostRights { from: table, .. }
            | Detail::NotATable { path: table, .. }
            | Detail::Read { table, .. }
            | Detail::Step { table, .. }
            | Detail::ShowCreate { table, .. }
            | Detail::Changed { table }
            | Detail::Altered { table, .. }
            | Detail::IndexGone { table, .. }
            | Detail::TableGone { table }
            | Detail::Rekey { table, .. }
            | Detail::NoTable { table, .. }
            | Detail::RekeyObstacles { table, .. }
            | Detail::OldTableKept { table, .. }
            | Detail::OtherRunner { table, .. }
            | Detail::Overtaken { table, .. }
            | Detail::OtherChange { table, .. }
            | Detail::SwappedOtherwise { table, .. }
            | Detail::NameTaken { table, .. }
            | Detail::NameAway { table, .. }
            | Detail::FenceInDoubt { table, .. }
            | Detail::KeptDiffers { table, .. }
            | Detail::NotFinished { table, .. }
            | Detail::BackLoses { table, .. }
            | Detail::SerialBack { table, .. }
            | Detail::NewTableDiffers { table, .. }
            | Detail::NullRows { table, .. }
            | Detail::NotUnique { table, .. }
            | Detail::Collision { table, .. }
            | Detail::SerialExhausted { table, .. }
            | Detail::NoAgreement { table, .. }
            | Detail::OtherHash { table, .. }
            | Detail::MayBeSwapped { table }
            | Detail::NotMadeUnique { table, .. }
            | Detail::DropOldRefused { table, .. }
            | Detail::NothingToPull { table }
            | Detail::NoModel { table, .. } => table,
        })
    }

    fn ydb_error(&self) -> Option<&YdbError> {
        match self {
            Detail::Read { source, .. } | Detail::Step { source, .. } | Detail::Rekey { source, .. } => Some(source),
            Detail::NameAway { source, .. } => source.ydb_error(),
            _ => None,
        }
    }
}

/// The items of a list, each on its own line.
fn items(of: &[String]) -> String {
    of.iter().map(|item| format!("\n- {}", item.replace('\n', "\n  "))).collect()
}

/// The request of a step, indented to set it apart from the message.
fn indented(step: &Step) -> String {
    match &step.action {
        Action::Statement { statement, .. } | Action::FillColumn { statement, .. } => {
            format!("    {}", statement.replace('\n', "\n    "))
        }
        Action::AwaitIndex { index } => format!("    (waiting for the index `{index}`)"),
        Action::WriteLayout { layout } => format!("    (writing the layout `{layout}`)"),
    }
}

/// What to do about a step that failed.
fn step_help(number: usize) -> &'static str {
    match number {
        1 => "remove the cause, then run it again",
        _ => "the steps before it are done; remove the cause, then run it again to continue",
    }
}

fn were_not_allowed(steps: usize) -> String {
    match steps {
        1 => "1 step is destructive and was not allowed".to_owned(),
        _ => format!("{steps} steps are destructive and were not allowed"),
    }
}

/// What to do about a copy that failed.
fn copy_help(phase: RekeyPhase) -> &'static str {
    match phase {
        RekeyPhase::Create => "remove the cause, then run it again; no row is copied yet",
        RekeyPhase::DropOld | RekeyPhase::DropNew => "remove the cause, then run it again",
        _ => "remove the cause, then run it again to continue; nothing is lost",
    }
}

/// What to do about rights that the new table lacks.
fn rights_help(phase: RekeyPhase) -> &'static str {
    match phase {
        RekeyPhase::Settle => "correct this at once, because the tables are already swapped",
        _ => {
            "correct this and run it again, or allow the loss: `--allow-lost-rights`, \
             `RekeyOptions::allow_lost_rights`; the tables are not swapped"
        }
    }
}

/// A few rows that differ.
fn named(keys: &[String]) -> String {
    if keys.is_empty() { String::new() } else { format!("\nin rows such as {}", keys.join(", ")) }
}

/// An error without its help.
fn fault_of(error: &impl ToString) -> String {
    error.to_string().lines().take_while(|line| !line.starts_with("help:")).collect::<Vec<_>>().join("\n")
}
