//! Error of the crate, and its texts: the fault in the first line, then the cure.

use ydb::YdbError;
use ydb_keys::__internal::Reason;

use super::{copy_help, fault_of, indented, items, named, rights_help, step_help, were_not_allowed};
use crate::diff::Step;
use crate::run::RekeyPhase;

/// Error for a schema that could not be read, compared or changed. Work done before the error stays done, and another
/// run continues from there.
///
/// A program decides by [`kind`](Self::kind). The message is for people: its first line names the fault and the table,
/// the next lines the cure.
///
/// ```no_run
/// # use ydb_keys::YdbTable;
/// # #[derive(YdbTable)]
/// # #[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
/// # struct Order { order_id: u64, amount: Option<f64> }
/// # async fn example(client: &ydb::Client) -> Result<(), ydb_keys_migrate::MigrateError> {
/// use ydb_keys_migrate::{ApplyOptions, MigrateErrorKind, apply, plan};
///
/// let plan = plan(client, ydb_keys::schema![Order], None).await?;
/// match apply(client, &plan, &ApplyOptions::default(), &mut |_| ()).await {
///     // Do what loses nothing.
///     Err(error) if error.kind() == MigrateErrorKind::Destructive => {
///         apply(client, &plan.additive(), &ApplyOptions::default(), &mut |_| ()).await?;
///     }
///     result => drop(result?),
/// }
/// # Ok(())
/// # }
/// ```
pub struct MigrateError(pub(super) Box<Detail>);

/// Fault behind a [`MigrateError`]. Callers see its kind and its text. Paths are relative to the database.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "not public: `ydb-keys-cli` reads it, and makes errors of it")]
pub enum Detail {
    /// The database did not answer a read about a table, or refused it.
    #[error("{}", Reason(source).of(&format!("table `{table}`: cannot read {what}")))]
    Read {
        table: String,
        /// Object of the read: `the description`.
        what: &'static str,
        source: YdbError,
    },
    /// A step failed. The steps before it are done. The failed step may be done, too, if the answer was lost.
    #[error(
        "{}\n{}\nhelp: {}",
        Reason(source).of(&format!("table `{table}`: step {number} of {of} failed")), indented(step),
        step_help(*number)
    )]
    Step {
        table: String,
        step: Box<Step>,
        /// Number of the step, from 1.
        number: usize,
        of: usize,
        source: YdbError,
    },
    #[error("`{path}` is {found}, not a table\nhelp: move it away, or give the model another path")]
    NotATable {
        path: String,
        /// Object at the path: `a directory`.
        found: &'static str,
    },
    #[error(
        "table `{table}`: cannot read what SHOW CREATE TABLE prints\n{reason}\n\
         help: this is a defect of ydb-keys; please report it with the text that YDB prints"
    )]
    ShowCreate {
        table: String,
        /// Place in the text, and the expectation.
        reason: String,
    },
    #[error(
        "nothing was done: {}{}\nhelp: allow them with `--allow-destructive` or `ApplyOptions::destructive`, or apply \
         `Plan::additive`",
        were_not_allowed(steps.len()), steps.iter().map(|(_, step)| format!("\n{}", indented(step))).collect::<String>()
    )]
    Destructive {
        /// Paths of the tables, and their steps.
        steps: Vec<(String, Step)>,
    },
    #[error(
        "table `{table}` has changed since the plan was made, so no further step was run\n\
         help: somebody else changes it at the same time; run this again: it plans what is left"
    )]
    Changed { table: String },
    #[error(
        "table `{table}`: the index `{index}` disappeared before it was built\n\
         help: run it again to restart the build; the server gave up, or somebody cancelled the build"
    )]
    IndexGone { table: String, index: String },
    /// The server accepted the statement, but built another kind of index.
    #[error(
        "table `{table}`: the server has built a plain index `{index}`, although the statement said `UNIQUE`\n\
         help: nothing keeps two rows from having the same values: update the server, drop the table or the index, and \
         run this again; or make the index `sync`"
    )]
    NotMadeUnique { table: String, index: &'static str },
    #[error(
        "table `{table}` was altered while it was copied{}\n\
         help: run this again: the copy goes on with the table as it is now; an index that the model does not declare is \
         not on the new table",
        items(alterations)
    )]
    Altered {
        table: String,
        /// Alterations: parts that were added, dropped or altered, one phrase each.
        alterations: Vec<String>,
    },
    #[error("table `{table}` disappeared while it was copied\nhelp: find out who dropped it, then run the copy again")]
    TableGone { table: String },
    /// A request of a copy into a new table failed. The old table is unchanged until the swap.
    #[error(
        "{}\nhelp: {}",
        Reason(source).of(&format!("table `{table}`: the copy into a new table failed in phase `{phase}`")),
        copy_help(*phase)
    )]
    Rekey { table: String, phase: RekeyPhase, source: YdbError },
    #[error(
        "there is no table at `{table}` to copy\n\
         help: if `{new}` holds its rows, rename it by hand: ALTER TABLE `{new}` RENAME TO `{table}`"
    )]
    NoTable { table: String, new: String },
    #[error(
        "table `{table}` cannot be copied into a new table{}\nhelp: remove what prevents it, then run it again",
        items(obstacles)
    )]
    RekeyObstacles {
        table: String,
        /// Reasons with their cures, one sentence each.
        obstacles: Vec<String>,
    },
    #[error(
        "table `{old}` still exists from an earlier copy of `{table}`\n\
         help: run `apply --drop-old`; if it refuses, and you no longer need the table: DROP TABLE `{old}`"
    )]
    OldTableKept { table: String, old: String },
    #[error(
        "table `{table}`: {runner} is changing its key; its lease ends at {until}\n\
         help: wait until it is done, it renews its lease as long as it lives; if its process is dead, run this again \
         after that time, or at once with `--runner '{runner}'`"
    )]
    OtherRunner { table: String, runner: String, until: String },
    #[error(
        "table `{table}`: {runner} has taken this change of its key over, and has ended it\n\
         help: run this again: it shows what is left to do, if anything"
    )]
    Overtaken { table: String, runner: String },
    #[error(
        "table `{table}`: another change of its key is unfinished\n\
         it was to {layout}, and may have swapped the names with `{new}`\n\
         help: finish it first: run `apply --rekey` with the model of that layout"
    )]
    OtherChange { table: String, new: String, layout: String },
    #[error(
        "table `{table}`: after the swap it is not the table of this change\n\
         `{table}` or `{old}` has been replaced by another table\n\
         help: put the table with the new key at `{table}`, then run `apply --rekey` again; until then writers wait"
    )]
    SwappedOtherwise { table: String, old: String },
    #[error(
        "table `{table}`: another table was created under this name while its key was being changed\n\
         the name was taken away for the last pass; the rows are in `{old}`\n\
         help: move the rows that you need out of the new table, drop it, then run `apply --rekey` again"
    )]
    NameTaken { table: String, old: String },
    #[error(
        "table `{table}`: the name is still taken away; its rows are in `{old}`\n{}\n\
         help: run the same command again at once: it goes on where this one ended",
        fault_of(source)
    )]
    NameAway {
        table: String,
        old: String,
        /// Error that ended the run.
        source: MigrateError,
    },
    #[error(
        "table `{table}`: an earlier run has asked YDB to swap the names, and YDB may still do that\n\
         `{new}` would take the name before it has all rows\n\
         help: run it with `--dual-writers` or `--writers-stopped`, which need not take the name away"
    )]
    FenceInDoubt { table: String, new: String },
    #[error(
        "table `{old}` was not dropped: it has rows or values that `{table}` lacks\n{rows}\n\
         help: write those that you need to `{table}`; then, or if you need none: `apply --drop-old --drop-anyway`"
    )]
    KeptDiffers {
        table: String,
        old: String,
        /// Instructions for the differing rows.
        rows: String,
    },
    #[error(
        "table `{old}` was not dropped: dual writers write it\n\
         so the change of the key of `{table}` can still be taken back\n\
         help: when nobody needs that any more: `apply --finish`, then this again"
    )]
    NotFinished { table: String, old: String },
    #[error(
        "table `{table}`: its key was not changed back, because that would lose rows or bring some back\n{rows}\n\
         help: make both tables equal: write each of these rows with a `DualWriter` as it should be, or delete it with one; \
         then run it again"
    )]
    BackLoses { table: String, old: String, rows: String },
    #[error(
        "table `{table}`: its key was not changed back, because it has a serial column\n\
         the sequence of `{old}` does not know the numbers that were given since\n\
         help: run `apply --finish` and `apply --drop-old`, then `apply --rekey` with the old model"
    )]
    SerialBack { table: String, old: String },
    #[error(
        "table `{table}`: the change of its key cannot be given up, because the names may be swapped\n\
         help: finish it: run `apply --rekey` again"
    )]
    MayBeSwapped { table: String },
    /// The new table was created for another version of the model.
    #[error(
        "table `{new}`, an unfinished copy of `{table}`, differs from the model{}\n\
         help: if it is left over from an older version of the model, run `apply --drop-new`, then this again",
        items(differences)
    )]
    NewTableDiffers { table: String, new: String, differences: Vec<String> },
    #[error(
        "table `{table}`: rows have NULL in `{column}`, which {}\n\
         such as ({key}) = {}\n\
         help: {}: {} `{table}` {}WHERE `{column}` IS NULL",
        if *is_key { "no key of the model has" } else { "is NOT NULL in the model" },
        keys.join(", "),
        if *is_key { "write them with a whole key, and delete these" } else { "give them a value, or make the field an `Option`" },
        if *is_key { "DELETE FROM" } else { "UPDATE" },
        if *is_key { String::new() } else { format!("SET `{column}` = ... ") }
    )]
    NullRows {
        table: String,
        column: &'static str,
        /// `true` if the column is in the key of the table. No UPDATE can set it then.
        is_key: bool,
        /// Key columns of the table.
        key: String,
        /// Keys of a few rows with NULL.
        keys: Vec<String>,
    },
    #[error(
        "table `{table}`: several rows have the same ({columns}), but the model's index `{index}` is unique\n\
         such as {}\n\
         help: change or delete all but one of them, or make the index `sync`",
        values.join(", ")
    )]
    NotUnique {
        table: String,
        index: &'static str,
        columns: String,
        /// Some values that several rows share.
        values: Vec<String>,
    },
    #[error(
        "table `{table}`: several rows have the same ({key}), which is the key of the model\n\
         such as {}\n\
         help: add a column to the key, or delete all but one of them, because only one can stay",
        keys.join(", ")
    )]
    Collision {
        table: String,
        /// Key columns of the model, without the hash.
        key: String,
        /// Some keys that several rows share.
        keys: Vec<String>,
    },
    /// The expression of a foreign hash gives other values than the function.
    #[error(
        "table `{table}`: the expression of `{function}` and its function differ, so nothing is swapped\n\
         such as {}\n\
         help: correct `ForeignHash::yql`, run `apply --drop-new`, then this again",
        first.join("; ")
    )]
    OtherHash {
        table: String,
        function: String,
        /// Some rows of the copy: `userid = 7: stored 5, computed 9`.
        first: Vec<String>,
    },
    #[error(
        "table `{to}` differs from `{from}` in its rights or attributes{}{}\nhelp: {}",
        items(lost), items(refused), rights_help(*phase)
    )]
    LostRights {
        from: String,
        to: String,
        /// Phase of the copy: before the swap, or after it.
        phase: RekeyPhase,
        /// Rights and attributes of the old table that the new one lacks, one phrase each.
        lost: Vec<String>,
        /// Statements that the server refused, with its reasons.
        refused: Vec<String>,
    },
    #[error(
        "table `{table}`: the serial column `{column}` has no numbers left after {last}\n\
         help: first give smaller numbers to the rows with the greatest ones; nothing could be inserted into the new \
         table"
    )]
    SerialExhausted { table: String, column: String, last: i64 },
    /// The tables still differ after all passes.
    #[error(
        "table `{table}` and its copy `{new}` differed in each of {passes} passes{}\n\
         help: some program writes `{table}` alone: stop it, or deploy it with a `DualWriter`; then run it again",
        named(keys)
    )]
    NoAgreement {
        table: String,
        new: String,
        passes: u32,
        /// New keys of a few rows that still differ.
        keys: Vec<String>,
    },
    /// The kept table was not dropped: it may be the only table that has its rows.
    #[error(
        "table `{old}` was not dropped: `{table}` does not have the layout of the model\n\
         model: {model}\ntable: {}\nhelp: check which of the two tables you need",
        live.as_deref().unwrap_or("no layout")
    )]
    DropOldRefused {
        table: String,
        old: String,
        model: String,
        /// Layout of the table at `table`; `None` if it has no layout, or if there is no table.
        live: Option<String>,
    },
    #[error("table `{table}` does not exist\nhelp: give its path relative to the database, as in `shop/orders`")]
    NothingToPull { table: String },
    #[error("no model can have the table `{table}`\n{why}")]
    NoModel {
        table: String,
        /// Reason in one sentence.
        why: String,
    },
}
