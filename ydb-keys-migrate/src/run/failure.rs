//! Why a schema could not be read, compared or changed.

use std::fmt;

use ydb::YdbError;
use ydb_keys::__internal::sdk::Reason;

use super::RekeyPhase;
use crate::diff::{Action, Step};

/// Why a schema could not be read, compared or changed. Work done before the error stays done, and another run
/// continues from there.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MigrateError {
    /// The database did not answer a request.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#migrateerrorread).
    #[error("cannot read {what} of `{table}`: {}", Reason(.source))]
    Read {
        /// The table's path.
        table: String,
        /// What was asked for: `the description`.
        what: &'static str,
        /// The client's error.
        source: YdbError,
    },
    /// A step failed. The steps before it are done; the failed one may be, if the answer got lost.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#migrateerrorstep).
    #[error(
        "step {number} of {of} failed, on `{table}`: {}\n{}\nThe steps before it are done. Run it again to continue.",
        Reason(.source), indented(.step)
    )]
    Step {
        /// The table's path.
        table: String,
        /// The step.
        step: Box<Step>,
        /// Its number, from 1.
        number: usize,
        /// How many there were.
        of: usize,
        /// The client's error.
        source: YdbError,
    },
    /// There is something other than a table at the path.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#migrateerrornotatable).
    #[error("`{path}` is {found}, not a table: move it away, or give the model another path")]
    NotATable {
        /// The path.
        path: String,
        /// What is there: `a directory`.
        found: &'static str,
    },
    /// `SHOW CREATE TABLE` printed a text that this version cannot read.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#migrateerrorshowcreate).
    #[error(
        "cannot read what SHOW CREATE TABLE prints for `{table}`: {reason}; nothing was compared or changed. \
         This is a defect of ydb-keys: please report it with the text that YDB prints"
    )]
    ShowCreate {
        /// The table's path.
        table: String,
        /// The place and what was expected there.
        reason: String,
    },
    /// The plan has steps that lose rows, values or an index, and they were not allowed. Nothing was done.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#migrateerrordestructive).
    #[error("nothing was done: these steps are destructive and were not allowed:{}", listed(.steps))]
    Destructive {
        /// The paths of the tables, and the steps.
        steps: Vec<(String, Step)>,
    },
    /// The table has changed since the plan was made. The steps before are done.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#migrateerrorchanged).
    #[error("`{table}` has changed since the plan was made, so no further step was run: make a new plan")]
    Changed {
        /// The table's path.
        table: String,
    },
    /// An index disappeared while it was being built: the server gave up, the build was cancelled, or the index was
    /// dropped.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#migrateerrorindexgone).
    #[error(
        "the index `{index}` of `{table}` disappeared before it was built: the server gave up, or the build was \
         cancelled; run it again to restart the build"
    )]
    IndexGone {
        /// The table's path.
        table: String,
        /// The index.
        index: String,
    },
    /// A request of a copy into a new table failed. The old table is unchanged until the swap.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#migrateerrorrekey).
    #[error(
        "copying `{table}` into a new table failed in phase `{phase}`: {}; nothing is lost: run it again to continue",
        Reason(.source)
    )]
    Rekey {
        /// The table's path.
        table: String,
        /// Where the copy was.
        phase: RekeyPhase,
        /// The client's error.
        source: YdbError,
    },
    /// There is no table to copy.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#migrateerrornotable).
    #[error(
        "there is no table at `{table}` to copy; if `{new}` holds its rows, rename it by hand: \
         ALTER TABLE `{new}` RENAME TO `{table}`"
    )]
    NoTable {
        /// The table's path.
        table: String,
        /// Where the new table would be.
        new: String,
    },
    /// The table cannot be copied.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#migrateerrorrekeyobstacles).
    #[error("`{table}` cannot be copied into a new table: {}", .obstacles.join("; "))]
    RekeyObstacles {
        /// The table's path.
        table: String,
        /// The reasons, one sentence each, with the remedy.
        obstacles: Vec<String>,
    },
    /// A table kept by an earlier copy still exists, and its name is needed.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#migrateerroroldtablekept).
    #[error("`{old}` still exists from an earlier copy of `{table}`; if you no longer need it: DROP TABLE `{old}`")]
    OldTableKept {
        /// The table's path.
        table: String,
        /// The kept table's path.
        old: String,
    },
    /// The new table was created for another version of the model.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#migrateerrornewtablediffers).
    #[error(
        "`{new}`, an unfinished copy of `{table}`, differs from the model: {}; if it is left over from an older \
         version of the model: DROP TABLE `{new}`, then run this again",
        .differences.join("; ")
    )]
    NewTableDiffers {
        /// The table's path.
        table: String,
        /// The new table's path.
        new: String,
        /// What differs, one line each.
        differences: Vec<String>,
    },
    /// Rows hold NULL in a column that is NOT NULL in the model.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#migrateerrornullrows).
    #[error(
        "`{table}` has rows with NULL in `{column}`, which is NOT NULL in the model, such as ({key}) = {}; give them a \
         value, or make the field an `Option`: UPDATE `{table}` SET `{column}` = ... WHERE `{column}` IS NULL",
        .keys.join(", ")
    )]
    NullRows {
        /// The table's path.
        table: String,
        /// The column.
        column: &'static str,
        /// The key columns of the table.
        key: String,
        /// The keys of a few such rows.
        keys: Vec<String>,
    },
    /// Rows have the same values in the columns of a unique index.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#migrateerrornotunique).
    #[error(
        "`{table}` has several rows with the same ({columns}), such as {}; the model's index `{index}` is unique: \
         change or delete all but one of them, or make the index `sync`",
        .values.join(", ")
    )]
    NotUnique {
        /// The table's path.
        table: String,
        /// The index.
        index: &'static str,
        /// Its columns.
        columns: String,
        /// A few values shared by several rows.
        values: Vec<String>,
    },
    /// Several rows of the old table have the same new key.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#migrateerrorcollision).
    #[error(
        "`{table}` has several rows with the same ({key}), such as {}; under the model's key only one of them can \
         stay: add a column to the key, or delete all but one of them",
        .keys.join(", ")
    )]
    Collision {
        /// The table's path.
        table: String,
        /// The model's key columns, without the hash.
        key: String,
        /// A few keys shared by several rows.
        keys: Vec<String>,
    },
    /// The new table lacks grants, the owner or attributes of the old one.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#migrateerrorlostrights).
    #[error(
        "`{to}` differs from `{from}` in its rights or attributes:{}{}\n{}",
        items(.lost), items(.refused), rights_help(*.phase)
    )]
    LostRights {
        /// The path of the table that has them.
        from: String,
        /// The path of the table that lacks them.
        to: String,
        /// Where the copy was: before the swap, or after it.
        phase: RekeyPhase,
        /// What differs, one phrase each.
        lost: Vec<String>,
        /// The statements that the server refused, with its reasons.
        refused: Vec<String>,
    },
    /// The numbers of a serial column are exhausted.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#migrateerrorserialexhausted).
    #[error(
        "the serial column `{column}` of `{table}` has no numbers left after {last}, so nothing could be inserted into \
         the new table; first give smaller numbers to the rows with the greatest ones"
    )]
    SerialExhausted {
        /// The table's path.
        table: String,
        /// The column.
        column: String,
        /// The last number that the column can hold.
        last: i64,
    },
    /// The tables still differ after all passes.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#migrateerrornoagreement).
    #[error(
        "`{table}` and `{new}` differed in each of {passes} passes{}; writers must stop during a copy, or write both \
         tables in one transaction; then run it again",
        named(.keys)
    )]
    NoAgreement {
        /// The table's path.
        table: String,
        /// The new table's path.
        new: String,
        /// The number of passes.
        passes: u32,
        /// The new keys of a few rows that still differ.
        keys: Vec<String>,
    },
    /// The kept table was not dropped: it may be the only one that has its rows.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#migrateerrordropoldrefused).
    #[error(
        "`{old}` was not dropped: the table at `{table}` must have the layout of the model, `{model}`, but {}; check \
         which of the two tables you need",
        other_layout(.live.as_deref())
    )]
    DropOldRefused {
        /// The table's path.
        table: String,
        /// The kept table's path.
        old: String,
        /// The model's layout.
        model: String,
        /// The layout of the table at `table`; `None` if it has no layout, or if there is no table.
        live: Option<String>,
    },
    /// There is no table to pull.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#migrateerrornothingtopull).
    #[error("table `{table}` does not exist; give its path relative to the database, as in `shop/orders`")]
    NothingToPull {
        /// The path.
        table: String,
    },
    /// The table cannot be expressed as a model.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#migrateerrornomodel).
    #[error("no model can have the table `{table}`: {why}")]
    NoModel {
        /// The table's path.
        table: String,
        /// The reason, one sentence.
        why: String,
    },
}

fn items(of: &[String]) -> String {
    of.iter().map(|item| format!("\n- {item}")).collect()
}

fn rights_help(phase: RekeyPhase) -> &'static str {
    match phase {
        RekeyPhase::Settle => "The tables are already swapped, so correct this at once.",
        _ => {
            "The tables are not swapped. Correct this and run it again, or allow the loss: `--allow-lost-rights`, \
             `RekeyOptions::allow_lost_rights`."
        }
    }
}

fn named(keys: &[String]) -> String {
    if keys.is_empty() { String::new() } else { format!(", in rows such as {}", keys.join(", ")) }
}

fn other_layout(live: Option<&str>) -> String {
    live.map_or_else(|| "it has none".to_owned(), |live| format!("it has `{live}`"))
}

/// The request of a step, indented to set it apart from the message.
fn indented(step: &Step) -> impl fmt::Display {
    match &step.action {
        Action::Statement { statement, .. } | Action::FillColumn { statement, .. } => {
            format!("    {}", statement.replace('\n', "\n    "))
        }
        Action::AwaitIndex { index } => format!("    (waiting for the index `{index}`)"),
        Action::WriteLayout { layout } => format!("    (writing the layout `{layout}`)"),
    }
}

fn listed(steps: &[(String, Step)]) -> impl fmt::Display {
    steps.iter().map(|(_, step)| format!("\n{}", indented(step))).collect::<String>()
}
