//! Errors of reading, comparing and changing a schema.

mod detail;

use std::error::Error;
use std::fmt;

use ydb::YdbError;

use super::RekeyPhase;
use crate::diff::{Action, Step};
pub use detail::{Detail, MigrateError};

/// Kind of an error. It determines what a program or its operator can do.
///
/// [The chapter on errors](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/index.html) has a section for each
/// kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MigrateErrorKind {
    /// A request failed: [`MigrateError::ydb_error`](crate::MigrateError::ydb_error) has the cause. Steps before it
    /// stay done.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#migrateerrorkinddatabase).
    Database,
    /// Steps lose rows, values or an index, and that was not allowed. Nothing was done.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#migrateerrorkinddestructive).
    Destructive,
    /// Another program changed the table meanwhile: make a new plan.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#migrateerrorkindchanged).
    Changed,
    /// There is no table at the path.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#migrateerrorkindnotfound).
    NotFound,
    /// Something must be done by hand first: another table is in the way, or the table cannot be copied in its present
    /// form.
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
    /// Writers changed the old table all the time, and its copy never became equal.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#migrateerrorkindconcurrentwrites).
    ConcurrentWrites,
    /// The description of the table cannot be read by this release of the library, or no model can have it.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#migrateerrorkindunsupported).
    Unsupported,
}

impl MigrateError {
    /// Returns the kind of the error.
    pub fn kind(&self) -> MigrateErrorKind {
        self.0.kind()
    }

    /// Returns the path of the table, relative to the database. If destructive steps of several tables were not
    /// allowed, it is the path of the first one.
    pub fn table(&self) -> Option<&str> {
        self.0.table()
    }

    /// Returns the client's error, with YDB's status and issues, if a request failed.
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

/// Writes the kind and the message, for a failing test to print.
impl fmt::Debug for MigrateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {self}", self.kind())
    }
}

/// Source of the error: the client's error, `ydb::YdbError`.
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

/// Formats the items of a list, each on its own line.
fn items(of: &[String]) -> String {
    of.iter().map(|item| format!("\n- {}", item.replace('\n', "\n  "))).collect()
}

/// Formats the request of a step, indented to set it apart from the message.
fn indented(step: &Step) -> String {
    match &step.action {
        Action::Statement { statement, .. } | Action::FillColumn { statement, .. } => {
            format!("    {}", statement.replace('\n', "\n    "))
        }
        Action::AwaitIndex { index } => format!("    (waiting for the index `{index}`)"),
        Action::WriteLayout { layout } => format!("    (writing the layout `{layout}`)"),
    }
}

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

fn copy_help(phase: RekeyPhase) -> &'static str {
    match phase {
        RekeyPhase::Create => "remove the cause, then run it again; no row is copied yet",
        RekeyPhase::DropOld | RekeyPhase::DropNew => "remove the cause, then run it again",
        _ => "remove the cause, then run it again to continue; nothing is lost",
    }
}

fn rights_help(phase: RekeyPhase) -> &'static str {
    match phase {
        RekeyPhase::Settle => "correct this at once, because the tables are already swapped",
        _ => {
            "correct this and run it again, or allow the loss: `--allow-lost-rights`, \
             `RekeyOptions::allow_lost_rights`; the tables are not swapped"
        }
    }
}

/// Formats a few differing rows.
fn named(keys: &[String]) -> String {
    if keys.is_empty() { String::new() } else { format!("\nin rows such as {}", keys.join(", ")) }
}

/// Returns the text of an error without its help.
fn fault_of(error: &impl ToString) -> String {
    error.to_string().lines().take_while(|line| !line.starts_with("help:")).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use ydb::{YdbError, YdbIssue, YdbStatusError};
    use ydb_keys::__internal::status;

    use super::{Detail, MigrateError, MigrateErrorKind};
    use crate::diff::{Action, Effect, StatementKind, Step};
    use crate::run::RekeyPhase;

    const TABLE: &str = "shop/user_events";
    const NEW: &str = "shop/user_events__ydb_keys_new";
    const OLD: &str = "shop/user_events__ydb_keys_old";

    fn refused() -> YdbError {
        let mut issue = YdbIssue::default();
        (issue.issue_code, issue.message) = (2003, "Type annotation: At function: KiAlterTable!: ".repeat(5));
        let mut answer = YdbStatusError::default();
        (answer.operation_status, answer.issues) = (status::PRECONDITION_FAILED, vec![issue]);
        YdbError::YdbStatusError(answer)
    }

    fn step(statement: &str) -> Step {
        let kind = StatementKind::DropColumn { column: "note".to_owned() };
        let action = Action::Statement { kind, statement: statement.to_owned() };
        Step { action, effect: Effect::Destructive, note: None, part_of: None }
    }

    fn failed_step(number: usize, source: YdbError) -> Detail {
        let step = Box::new(step("CREATE TABLE `t` (\n    `id` Int32\n)"));
        Detail::Step { table: TABLE.to_owned(), step, number, of: 12, source }
    }

    fn samples() -> Vec<Detail> {
        let (table, new, old) = (|| TABLE.to_owned(), || NEW.to_owned(), || OLD.to_owned());
        let some = || vec!["(1001, \"alice\")".to_owned(), "(1002, \"bob\")".to_owned()];
        let drop = || (table(), step("ALTER TABLE `shop/user_events` DROP COLUMN `note`"));
        let rights = |phase| Detail::LostRights { from: table(), to: new(), phase, lost: some(), refused: some() };
        let layout = || "v1: user_hash = xxh3(user Utf8), user Utf8".to_owned();
        vec![
            Detail::Read { table: table(), what: "a sample of the rows", source: refused() },
            Detail::Read { table: table(), what: "SHOW CREATE TABLE", source: YdbError::DeadlineExceeded },
            failed_step(1, refused()),
            failed_step(10, YdbError::DeadlineExceeded),
            Detail::NotATable { path: table(), found: "a coordination node" },
            Detail::ShowCreate { table: table(), reason: "at `TIERING`: expected a comma".to_owned() },
            Detail::Destructive { steps: vec![drop()] },
            Detail::Destructive { steps: vec![drop(), drop()] },
            Detail::Changed { table: table() },
            Detail::IndexGone { table: table(), index: "by_user__ydb_keys_new".to_owned() },
            Detail::TableGone { table: table() },
            Detail::Rekey { table: table(), phase: RekeyPhase::Create, source: refused() },
            Detail::Rekey { table: table(), phase: RekeyPhase::Verify, source: YdbError::DeadlineExceeded },
            Detail::Rekey { table: table(), phase: RekeyPhase::DropOld, source: refused() },
            Detail::NoTable { table: table(), new: new() },
            Detail::RekeyObstacles { table: table(), obstacles: some() },
            Detail::OldTableKept { table: table(), old: old() },
            Detail::NewTableDiffers {
                table: table(),
                new: new(),
                differences: vec!["index `a`:\n  model: x".to_owned()],
            },
            Detail::NullRows {
                table: table(),
                column: "placed_at",
                is_key: true,
                key: "order_id, line".to_owned(),
                keys: some(),
            },
            Detail::NotUnique { table: table(), index: "by_number", columns: "number".to_owned(), values: some() },
            Detail::Collision { table: table(), key: "order_id, line".to_owned(), keys: some() },
            rights(RekeyPhase::Swap),
            rights(RekeyPhase::Settle),
            Detail::SerialExhausted { table: table(), column: "order_id".to_owned(), last: i64::MAX },
            Detail::NoAgreement { table: table(), new: new(), passes: 5, keys: some() },
            Detail::NoAgreement { table: table(), new: new(), passes: 5, keys: Vec::new() },
            Detail::DropOldRefused { table: table(), old: old(), model: layout(), live: Some(layout()) },
            Detail::DropOldRefused { table: table(), old: old(), model: layout(), live: None },
            Detail::NothingToPull { table: table() },
            Detail::NoModel { table: table(), why: "the description lacks the key column `user`".to_owned() },
            Detail::OtherRunner {
                table: table(),
                runner: "process 7 on shop-1".to_owned(),
                until: "2026-01-01T10:00:00Z".to_owned(),
            },
            Detail::OtherChange { table: table(), new: new(), layout: layout() },
            Detail::SwappedOtherwise { table: table(), old: old() },
            Detail::NameTaken { table: table(), old: old() },
            Detail::NameAway { table: table(), old: old(), source: Detail::TableGone { table: new() }.into() },
            Detail::FenceInDoubt { table: table(), new: new() },
            Detail::KeptDiffers { table: table(), old: old(), rows: "compare 1 row with the key (7)".to_owned() },
            Detail::Altered { table: table(), alterations: vec!["column `note` was added".to_owned()] },
            Detail::MayBeSwapped { table: table() },
            Detail::Overtaken { table: table(), runner: "process 7 on a host".to_owned() },
            Detail::NotFinished { table: table(), old: old() },
            Detail::BackLoses {
                table: table(),
                old: old(),
                rows: "compare 1 row with the key (7): n 1 and 2".to_owned(),
            },
            Detail::SerialBack { table: table(), old: old() },
            Detail::NotMadeUnique { table: table(), index: "by_number" },
            Detail::OtherHash { table: table(), function: "city_hash@1".to_owned(), first: some() },
        ]
    }

    /// Returns a number for each variant. A new variant does not compile without a number, and the test fails if it has
    /// no sample.
    fn number(detail: &Detail) -> usize {
        match detail {
            Detail::Read { .. } => 0,
            Detail::Step { .. } => 1,
            Detail::NotATable { .. } => 2,
            Detail::ShowCreate { .. } => 3,
            Detail::Destructive { .. } => 4,
            Detail::Changed { .. } => 5,
            Detail::IndexGone { .. } => 6,
            Detail::TableGone { .. } => 7,
            Detail::Rekey { .. } => 8,
            Detail::NoTable { .. } => 9,
            Detail::RekeyObstacles { .. } => 10,
            Detail::OldTableKept { .. } => 11,
            Detail::NewTableDiffers { .. } => 12,
            Detail::NullRows { .. } => 13,
            Detail::NotUnique { .. } => 14,
            Detail::Collision { .. } => 15,
            Detail::LostRights { .. } => 16,
            Detail::SerialExhausted { .. } => 17,
            Detail::NoAgreement { .. } => 18,
            Detail::DropOldRefused { .. } => 19,
            Detail::NothingToPull { .. } => 20,
            Detail::NoModel { .. } => 21,
            Detail::OtherRunner { .. } => 22,
            Detail::OtherChange { .. } => 23,
            Detail::SwappedOtherwise { .. } => 24,
            Detail::NameTaken { .. } => 25,
            Detail::NameAway { .. } => 26,
            Detail::FenceInDoubt { .. } => 27,
            Detail::KeptDiffers { .. } => 28,
            Detail::Altered { .. } => 29,
            Detail::NotFinished { .. } => 32,
            Detail::BackLoses { .. } => 33,
            Detail::SerialBack { .. } => 34,
            Detail::NotMadeUnique { .. } => 35,
            Detail::MayBeSwapped { .. } => 30,
            Detail::Overtaken { .. } => 31,
            Detail::OtherHash { .. } => 36,
        }
    }

    #[test]
    fn first_lines_are_short() {
        let mut numbers: Vec<usize> = samples().iter().map(number).collect();
        numbers.dedup();
        assert_eq!(numbers, (0..37).collect::<Vec<_>>(), "each error has a sample");
        for detail in samples() {
            let error = MigrateError::from(detail);
            let text = error.to_string();
            let first = text.lines().next().unwrap();
            assert!(first.chars().count() <= 120, "{}: {first}", first.chars().count());
            assert!(!first.starts_with("help:") && !first.ends_with(['.', ';', ':']), "{text}");
            assert!(text.lines().all(|line| line.trim_end() == line && !line.is_empty()), "{text}");
            // Errors with YDB's message, or with the reason for a missing model, end without help.
            let has_help = !matches!(error.detail(), Detail::Read { .. } | Detail::NoModel { .. });
            assert_eq!(text.lines().last().is_some_and(|line| line.starts_with("help: ")), has_help, "{text}");
            assert_eq!(text.matches("\nhelp: ").count(), usize::from(has_help), "{text}");
        }
    }

    #[test]
    fn an_error_is_a_pointer() {
        fn is_shared<T: Send + Sync + std::error::Error + 'static>() {}
        is_shared::<MigrateError>();
        assert_eq!(size_of::<Result<(), MigrateError>>(), size_of::<usize>());
    }

    /// Each error names its table, which is not the new table before a swap. Errors of requests have the client's error
    /// as their source.
    #[test]
    fn what_callers_ask() {
        for detail in samples() {
            let error = MigrateError::from(detail);
            let is_new = matches!(error.detail(), Detail::LostRights { phase: RekeyPhase::Settle, .. });
            assert_eq!(error.table(), Some(if is_new { NEW } else { TABLE }), "{error:?}");
            let is_request = error.kind() == MigrateErrorKind::Database;
            let source = std::error::Error::source(&error);
            assert_eq!(source.is_some_and(|source| source.is::<YdbError>()), is_request, "{error:?}");
            assert_eq!(error.ydb_error().is_some(), is_request, "{error:?}");
            assert!(format!("{error:?}").starts_with(&format!("{:?}: ", error.kind())), "{error:?}");
        }
    }

    /// No step comes before the first one: there is nothing to continue.
    #[test]
    fn what_is_said_to_be_done_is_done() {
        let [first, tenth] = [1, 10].map(|number| failed_step(number, YdbError::DeadlineExceeded).to_string());
        assert_eq!(
            first,
            "table `shop/user_events`: step 1 of 12 failed: no answer before the timeout\n\
         \x20   CREATE TABLE `t` (\n\
         \x20       `id` Int32\n\
         \x20   )\n\
         help: remove the cause, then run it again"
        );
        assert!(
            tenth.ends_with("\nhelp: the steps before it are done; remove the cause, then run it again to continue"),
            "{tenth}"
        );
    }
}
