//! Properties that the new table gets besides the rows: numbers of sequences, grants and attributes.
//!
//! Serial numbers across the swap: no number is assigned twice.
//!
//! A copied row keeps its number, but the new table's sequence does not know that number. The new sequence must
//! therefore continue after every number that the old one has assigned, including those of deleted rows. Writers may
//! take numbers from both sequences all the time, and no statement reads and sets a sequence in one step. Therefore:
//!
//! 1. Before the swap the new sequence is restarted at the old one's next number, or after the greatest number in the
//!    rows if that is greater. It is never set back. If the old sequence has advanced during the copy, numbers are
//!    skipped: as many as were taken in that time, at least [`LEAST_GAP`]. The old sequence may assign those until the
//!    names are swapped.
//! 2. After the swap, no writer uses the old sequence any more. If it advanced past the start of the new one, the gap
//!    was too small: the new sequence is restarted again, and a note names the numbers that may have been assigned
//!    twice. A run that finds the tables already swapped also does this step, because the run that swapped them may
//!    have been interrupted before it.
//!
//! Servers before 26.1 do not report the next number of a sequence. On these, the new sequence continues after the
//! greatest number in the rows.

use std::collections::BTreeMap;

use futures_util::future::BoxFuture;
use ydb::{AlterTableRequest, Client, YdbError, YdbResult};
use ydb_keys::__internal::Reason;
use ydb_keys::schema::ColumnDef;
use ydb_keys::{Table, Value, YdbType};
use ydb_keys_core::schema::path::TablePath;

use super::runner::{Params, Runner, exec, field};
use crate::live::{LiveRights, LiveTable};
use crate::rekey::{
    Paths, ROWS, attributes_to_set, grant_statements, greatest, lost_attributes, lost_rights, restart, serials,
};
use crate::run::RekeyPhase;
use crate::run::describe::{describe, rights};
use crate::run::error::{Detail, MigrateError};

/// Least number of values that are skipped if writers take numbers during the copy.
const LEAST_GAP: i64 = 1000;

/// Next number of the new sequence, by serial column.
pub(super) type Begins = BTreeMap<&'static str, i64>;

/// Numbers of the two sequences of a serial column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SequenceNumbers {
    /// Next number of the old table's sequence; `None` if the server does not report it.
    old: Option<i64>,
    /// Next number of the new table's sequence.
    new: Option<i64>,
    /// Greatest number in the rows.
    greatest: Option<i64>,
}

/// Continuation of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Next {
    /// Next number of the sequence.
    number: i64,
    /// `true` if the sequence must be restarted.
    restart: bool,
}

impl SequenceNumbers {
    /// Computes the continuation of the new sequence, with `gap` numbers skipped; `None` if the numbers up to `last`
    /// are exhausted.
    fn next(self, gap: i64, last: i64) -> Option<Next> {
        let after = self.greatest.map_or(Some(1), |greatest| greatest.checked_add(1))?;
        let needed = after.max(self.old.unwrap_or(1)).max(1);
        if needed > last {
            return None;
        }
        // The gap takes at most an eighth of the remaining numbers, and therefore does not exhaust a small type.
        let number = needed.saturating_add(gap.min((last - needed) / 8));
        Some(match self.new {
            Some(new) if new >= number => Next { number: new, restart: false },
            None if number == 1 => Next { number, restart: false },
            _ => Next { number, restart: true },
        })
    }
}

/// Returns the number of values to skip for writers that use the old sequence. `begun` is its next number at the
/// beginning of the copy, `now` the current one.
fn gap(begun: Option<i64>, now: Option<i64>) -> i64 {
    match (begun, now) {
        (Some(begun), Some(now)) if now > begun => now.saturating_sub(begun).max(LEAST_GAP),
        _ => 0,
    }
}

/// Restarts the new sequences before the swap. `begun` is the old table at the beginning of the copy.
pub(super) async fn before_the_swap(
    client: &Client,
    table: &'static Table,
    paths: &Paths,
    begun: &LiveTable,
) -> Result<Begins, MigrateError> {
    let mut begins = Begins::new();
    for column in serials(table) {
        // The order matters: a number taken from the new sequence after the first query is below its next number in the
        // last one.
        let greatest = of_rows(client, &paths.new, column).await.map_err(|source| failed(paths, source))?;
        let old = describe(client, &paths.path).await?.as_ref().and_then(|live| next_number(live, column));
        let new = describe(client, &paths.new).await?.as_ref().and_then(|live| next_number(live, column));
        let gap = gap(next_number(begun, column), old);
        let next =
            SequenceNumbers { old, new, greatest }.next(gap, last(column)).ok_or_else(|| exhausted(paths, column))?;
        if next.restart {
            let text = restart(&paths.new, column, next.number);
            exec(client, text, Params::new()).await.map_err(|source| failed(paths, source))?;
        }
        begins.insert(column.name, next.number);
    }
    Ok(begins)
}

/// Restarts the new sequences after the swap if necessary. `begins` is the result of this run's step before the swap,
/// if it ran. Returns a sentence for each column whose numbers may not be unique.
pub(super) async fn after_the_swap(
    client: &Client,
    table: &'static Table,
    paths: &Paths,
    begins: Option<&Begins>,
) -> Result<Vec<String>, MigrateError> {
    let mut notes = Vec::new();
    for column in serials(table) {
        let Some(kept) = describe(client, &paths.kept).await? else { continue };
        let old = next_number(&kept, column);
        let mut greatest = None;
        if old.is_none() {
            // Writers may have taken numbers from the old sequence between the restart and the swap.
            for path in [&paths.kept, &paths.path] {
                greatest = greatest.max(of_rows(client, path, column).await.map_err(|source| failed(paths, source))?);
            }
        }
        let current = describe(client, &paths.path).await?.as_ref().and_then(|live| next_number(live, column));
        let begin = begins.and_then(|begins| begins.get(column.name)).copied();
        // If the server does not report the sequence, its next number is at least the number that was set before the
        // swap.
        let numbers = SequenceNumbers { old, new: current.or(begin), greatest };
        let next = numbers.next(0, last(column)).ok_or_else(|| exhausted(paths, column))?;
        if next.restart {
            let number = next.number.saturating_add(LEAST_GAP.min((last(column) - next.number) / 8));
            let text = restart(&paths.path, column, number);
            exec(client, text, Params::new()).await.map_err(|source| failed(paths, source))?;
        }
        notes.extend(given_twice(column.name, begin, old, current));
    }
    Ok(notes)
}

/// Returns a sentence if both sequences may have assigned the same numbers. The new sequence assigned those from
/// `begin` to before `new`, the old one those before `old`.
fn given_twice(column: &str, begin: Option<i64>, old: Option<i64>, new: Option<i64>) -> Option<String> {
    let (begin, last) = (begin?, old?.min(new?).checked_sub(1)?);
    (begin <= last).then(|| {
        format!(
            "numbers {begin} to {last} of the serial column `{column}` may have been assigned twice: the old table \
             assigned them while the names were swapped"
        )
    })
}

fn exhausted(paths: &Paths, column: &ColumnDef) -> MigrateError {
    Detail::SerialExhausted { table: paths.path.to_string(), column: column.name.to_owned(), last: last(column) }.into()
}

/// Returns the last number that a column can hold.
fn last(column: &ColumnDef) -> i64 {
    match column.ty {
        YdbType::Int16 => i16::MAX.into(),
        YdbType::Int32 => i32::MAX.into(),
        _ => i64::MAX,
    }
}

/// Returns the next number of a column's sequence, if the server reports it.
fn next_number(live: &LiveTable, column: &ColumnDef) -> Option<i64> {
    live.settings.as_ref().map(|settings| settings.next_number(column.name))
}

/// Reads the greatest number of a column in the rows of a table.
fn of_rows<'c>(client: &'c Client, path: &str, column: &'static ColumnDef) -> BoxFuture<'c, YdbResult<Option<i64>>> {
    let text = greatest(path, column);
    Box::pin(async move {
        let mut row = client.query_client().query_row(text).idempotent(true).await?;
        Ok(match field(&mut row, ROWS)? {
            Value::Null => None,
            Value::Int16(value) => Some(value.into()),
            Value::Int32(value) => Some(value.into()),
            Value::Int64(value) => Some(value),
            other => return Err(YdbError::Convert(format!("serial column `{}` holds {other}", column.name))),
        })
    })
}

fn failed(paths: &Paths, source: YdbError) -> MigrateError {
    Detail::Rekey { table: paths.path.to_string(), phase: RekeyPhase::Swap, source }.into()
}

// Transfer of grants and attributes from the old table to the new one.
//
// A renamed table keeps its own grants, owner and attributes. The new table must therefore have those of the old one
// before the swap:
//
// 1. Read the grants and attributes of both tables.
// 2. Send a GRANT or REVOKE for each difference, and one ALTER TABLE that sets the attributes. If the server refuses
//    one of them, go on and remember the reason. Any other error ends the copy.
// 3. Read both tables again and compare them. Whatever still differs is lost: that is an error, unless
//    `RekeyOptions::allow_lost_rights` is set.
//
// The transfer is done when the new table is created, again before the swap, because rights may change during the copy,
// and once more after the swap, from the kept table. The owner is only compared: YQL has no statement that changes it,
// and the client has no call.

/// Rights, attributes and owner of a table.
struct CarriedRights {
    rights: LiveRights,
    attributes: BTreeMap<String, String>,
}

impl CarriedRights {
    async fn of(client: &Client, path: &TablePath) -> Result<Self, MigrateError> {
        let Some(live) = describe(client, path).await? else {
            return Err(Detail::TableGone { table: path.to_string() }.into());
        };
        Ok(CarriedRights { rights: rights(client, path).await?, attributes: live.attributes })
    }
}

/// Describes the differences between the rights and attributes of the table at `to` and those of the table at `from`,
/// one phrase each.
pub(super) async fn lost(client: &Client, from: &TablePath, to: &TablePath) -> Result<Vec<String>, MigrateError> {
    let (old, new) = (CarriedRights::of(client, from).await?, CarriedRights::of(client, to).await?);
    let mut lost = lost_rights(to, &old.rights, &new.rights);
    lost.extend(lost_attributes(&old.attributes, &new.attributes));
    Ok(lost)
}

impl Runner<'_, '_> {
    /// Gives the table at `to` the grants and attributes of the table at `from`, and compares both. Remaining
    /// differences are an error, unless the options allow them; then they are returned.
    pub(super) async fn carry_over(
        &mut self,
        phase: RekeyPhase,
        from: &TablePath,
        to: &TablePath,
    ) -> Result<Vec<String>, MigrateError> {
        let (old, new) = (CarriedRights::of(self.client, from).await?, CarriedRights::of(self.client, to).await?);
        let mut refused = Vec::new();
        for text in grant_statements(to, &old.rights.grants, &new.rights.grants) {
            let sent = exec(self.client, text.clone(), Params::new()).await;
            refused.extend(refusal(&text, sent).map_err(|error| self.failed(phase, error))?);
        }
        let set = attributes_to_set(&old.attributes, &new.attributes);
        if !set.is_empty() {
            let mut request = AlterTableRequest::new(to.absolute());
            for (name, value) in &set {
                request = request.alter_attribute(name, value);
            }
            let sent = self.client.table_client().alter_table(request).idempotent(true).await;
            let refusal = refusal("the change of attributes", sent);
            refused.extend(refusal.map_err(|error| self.failed(phase, error))?);
        }
        let lost = lost(self.client, from, to).await?;
        if lost.is_empty() || self.options.allow_lost_rights {
            return Ok(lost);
        }
        Err(Detail::LostRights { from: from.to_string(), to: to.to_string(), phase, lost, refused }.into())
    }
}

/// Returns the server's refusal in one line, if it refused. Any other error ends the copy.
fn refusal(what: &str, sent: YdbResult<()>) -> YdbResult<Option<String>> {
    match sent {
        Ok(()) => Ok(None),
        Err(error @ YdbError::YdbStatusError(_)) => Ok(Some(format!("{what}: {}", Reason(&error)))),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAST: i64 = i32::MAX as i64;

    fn next(old: Option<i64>, new: Option<i64>, greatest: Option<i64>, gap: i64) -> Option<(i64, bool)> {
        SequenceNumbers { old, new, greatest }.next(gap, LAST).map(|next| (next.number, next.restart))
    }

    #[test]
    fn a_sequence_goes_on_after_all_numbers_given() {
        // Rows 6, 7 and 8 were deleted: the old sequence continues after them, although the rows no longer show them.
        assert_eq!(next(Some(9), Some(1), Some(5), 0), Some((9, true)));
        // Numbers were written by hand, beyond the sequence.
        assert_eq!(next(Some(9), Some(1), Some(70), 0), Some((71, true)));
        // No number has been assigned yet.
        assert_eq!(next(Some(1), Some(1), None, 0), Some((1, false)));
        assert_eq!(next(Some(1), Some(1), Some(-7), 0), Some((1, false)));
    }

    #[test]
    fn a_sequence_is_never_set_back() {
        assert_eq!(next(Some(9), Some(9), Some(8), 0), Some((9, false)));
        assert_eq!(next(Some(9), Some(500), Some(8), 0), Some((500, false)));
        assert_eq!(next(Some(9), Some(500), Some(8), 1000), Some((1009, true)));
    }

    #[test]
    fn servers_that_do_not_tell() {
        assert_eq!(next(None, None, Some(5), 0), Some((6, true)));
        assert_eq!(next(None, None, None, 0), Some((1, false)));
    }

    #[test]
    fn no_number_is_left() {
        assert_eq!(next(Some(9), Some(1), Some(LAST), 0), None);
        assert_eq!(next(Some(9), Some(1), Some(LAST - 1), 1000), Some((LAST, true)));
        // A gap takes at most an eighth of the remaining numbers.
        assert_eq!(next(Some(LAST - 80), Some(1), None, 1000), Some((LAST - 70, true)));
        assert_eq!(SequenceNumbers { old: None, new: None, greatest: Some(i64::MAX) }.next(0, i64::MAX), None);
    }

    #[test]
    fn numbers_are_left_out_where_writers_draw_them() {
        assert_eq!(gap(Some(100), Some(100)), 0);
        assert_eq!(gap(Some(100), Some(101)), 1000);
        assert_eq!(gap(Some(100), Some(5100)), 5000);
        assert_eq!(gap(None, None), 0);
    }

    #[test]
    fn numbers_of_both_sequences_are_named() {
        let note = |begin, old, new| given_twice("n", begin, old, new);
        assert_eq!(note(Some(1100), Some(105), Some(1103)), None);
        assert_eq!(note(Some(1100), Some(1105), Some(1100)), None);
        assert_eq!(
            note(Some(1100), Some(1105), Some(1103)).as_deref(),
            Some(
                "numbers 1100 to 1102 of the serial column `n` may have been assigned twice: the old table assigned \
                 them while the names were swapped"
            )
        );
        assert_eq!(note(None, Some(1105), Some(1103)), None);
    }
}
