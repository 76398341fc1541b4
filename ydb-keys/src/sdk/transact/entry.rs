//! Rows of the table `ydb_keys/outcomes` (docs/decisions/0028): how they tell the state of a transaction's attempts,
//! and the statements that write them.
//!
//! An attempt is committed only if it finds its row open. So an existing row proves the state of its attempt: only the
//! attempt itself, or somebody who refused it, can have changed the row. A missing row proves nothing: it may have
//! expired, or the table may have been created anew.

use std::hash::{BuildHasher as _, RandomState};
use std::time::{Duration, SystemTime};

use ydb::Value as SdkValue;

use crate::error::Result;
use crate::sdk::params::{Request, param, param_as};
use crate::statements::YdbTable as _;
use ydb_keys_core::types::YdbType;
use ydb_keys_derive::YdbTable;

/// Opens a row. The declarations of the key are put in front. A time after the year 2105 is NULL, and a row whose time
/// is NULL never expires.
const OPEN: &str = "DECLARE $value AS Json;
DECLARE $kept AS Interval;
INSERT INTO `ydb_keys/outcomes` (`id_hash`, `id`, `attempt`, `committed`, `value`, `kept_until`)
VALUES ($id_hash, $id, $attempt, false, $value, CurrentUtcTimestamp() + $kept);";

/// Marks a row as committed. It reads all rows of the id, so that no other attempt can be committed at the same time,
/// whatever release its program is. An aggregate returns a row even if there is nothing to count, so the statement
/// never does nothing.
const COMMIT: &str = "DECLARE $open AS Utf8;
DECLARE $value AS Json?;
DECLARE $kept AS Interval;
UPSERT INTO `ydb_keys/outcomes`
SELECT $id_hash AS `id_hash`, $id AS `id`, $attempt AS `attempt`,
    Ensure(
        true,
        COUNT_IF(`committed`) = 0 AND COUNT_IF(`attempt` = $attempt AND CAST(`value` AS Utf8) = $open) = 1,
        'the row of this transaction is gone, or no longer open'u
    ) AS `committed`,
    $value AS `value`, CurrentUtcTimestamp() + $kept AS `kept_until`
FROM `ydb_keys/outcomes` WHERE `id_hash` = $id_hash AND `id` = $id;";

const REFUSE: &str = "DECLARE $open AS Utf8;
DECLARE $value AS Json;
DECLARE $kept AS Interval;
UPDATE `ydb_keys/outcomes` SET `value` = $value, `kept_until` = CurrentUtcTimestamp() + $kept
WHERE `id_hash` = $id_hash AND `id` = $id AND `attempt` = $attempt AND CAST(`value` AS Utf8) = $open;";

/// Beginning of the value of a row whose attempt may still be committed.
const OPENED: &str = "open ";

/// Row about an attempt of a transaction, which may be committed, undecided, or refused for ever.
///
/// The row is inserted as open before the transaction begins. The transaction itself marks the row as committed. A
/// program that lost the answer to its commit marks the row as refused. Only one of the two changes can succeed.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(crate = crate, table = "ydb_keys/outcomes", primary_key(id_hash = xxh3(id), id, attempt))]
#[ydb(partitioning(by_load), ttl(column = kept_until, after = "PT0S"))]
pub(super) struct TransactionOutcome {
    pub(super) id: String,
    /// Number of attempts that were refused before this one.
    pub(super) attempt: u32,
    pub(super) committed: bool,
    /// JSON of the closure's value once the attempt is committed; before that, the token of the row, and whether the
    /// attempt is open or refused.
    #[ydb(type = "Json")]
    pub(super) value: Option<String>,
    /// Time, by the server's clock, until which the row is kept; `None` is for ever.
    pub(super) kept_until: Option<SystemTime>,
}

/// Open row of an attempt, with the token that identifies it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Entry {
    attempt: u32,
    /// Random text of the row. Nobody makes the text again, so a row with it is the same row in the same table.
    token: String,
}

/// State of an `exactly_once` transaction, from all rows that `ydb_keys/outcomes` has of its id.
pub(super) enum State {
    /// An attempt is committed, and left this value.
    Committed(Option<String>),
    /// The last attempt is open, and may be committed.
    Open(Entry),
    /// All attempts are refused; the next one has this number.
    Next(u32),
}

/// Fate of an attempt, read from all rows of its id.
pub(super) enum Fate {
    /// The attempt, or another one with the same id, is committed, and left this value.
    Committed(Option<String>),
    /// The attempt can never be committed.
    Refused,
    /// The attempt may still be committed.
    Open,
    /// The row of the attempt does not exist, so its fate will never be known.
    Forgotten,
}

/// Returns half of a random text. Each `RandomState` has other keys, and the keys of a thread begin at random.
fn half() -> u64 {
    RandomState::new().hash_one(())
}

/// Returns a text that nobody makes twice.
pub(super) fn random() -> String {
    format!("{:016x}{:016x}", half(), half())
}

impl Entry {
    pub(super) fn new(attempt: u32) -> Self {
        Entry { attempt, token: random() }
    }

    fn open(&self) -> String {
        format!("\"{OPENED}{}\"", self.token)
    }

    fn refused(&self) -> String {
        format!("\"refused {}\"", self.token)
    }

    /// Returns the entry of a row that is open, or `None` if the row is not open.
    fn of(row: &TransactionOutcome) -> Option<Self> {
        let token = row.value.as_deref()?.strip_prefix('"')?.strip_suffix('"')?.strip_prefix(OPENED)?;
        (!row.committed).then(|| Entry { attempt: row.attempt, token: token.to_owned() })
    }

    pub(super) fn opening(&self, id: &str, kept: Duration) -> Result<Request> {
        self.request(id, kept, OPEN, [("$value", json(&self.open())?)])
    }

    /// Makes the statement that marks the attempt as committed. The statement fails if the row is not open.
    pub(super) fn commit(&self, id: &str, kept: Duration, value: Option<String>) -> Result<Request> {
        let value = param_as(&value, YdbType::Json)?;
        self.request(id, kept, COMMIT, [("$open", param(&self.open())?), ("$value", value)])
    }

    /// Makes the statement that marks the attempt as refused if its row is open.
    pub(super) fn refusal(&self, id: &str, kept: Duration) -> Result<Request> {
        self.request(id, kept, REFUSE, [("$open", param(&self.open())?), ("$value", json(&self.refused())?)])
    }

    fn request<const N: usize>(
        &self,
        id: &str,
        kept: Duration,
        text: &str,
        values: [(&str, SdkValue); N],
    ) -> Result<Request> {
        let key = TransactionOutcome::key_params((id.to_owned(), self.attempt));
        let mut params = key.values()?;
        params.insert("$kept".to_owned(), param(&kept)?);
        params.extend(values.map(|(name, value)| (name.to_owned(), value)));
        Ok(Request::own(key.declarations() + text, params))
    }

    /// Returns the fate of the attempt, read from all rows of its id.
    pub(super) fn fate(&self, rows: &[TransactionOutcome]) -> Fate {
        let own = rows.iter().find(|row| row.attempt == self.attempt).and_then(|row| row.value.as_deref());
        match (committed(rows), own) {
            (Some(row), _) => Fate::Committed(row.value.clone()),
            (None, Some(value)) if value == self.refused() => Fate::Refused,
            (None, Some(value)) if value == self.open() => Fate::Open,
            (None, _) => Fate::Forgotten,
        }
    }
}

fn json(text: &str) -> Result<SdkValue> {
    param_as(&text.to_owned(), YdbType::Json)
}

fn committed(rows: &[TransactionOutcome]) -> Option<&TransactionOutcome> {
    rows.iter().find(|row| row.committed)
}

impl State {
    /// Reads the state of an id from its rows. A row that is neither committed nor open refuses its attempt, whatever
    /// wrote the row: an earlier release left it without a value.
    pub(super) fn of(rows: &[TransactionOutcome]) -> Self {
        if let Some(row) = committed(rows) {
            return State::Committed(row.value.clone());
        }
        match rows.iter().max_by_key(|row| row.attempt) {
            None => State::Next(0),
            Some(last) => Entry::of(last).map_or(State::Next(last.attempt.saturating_add(1)), State::Open),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(attempt: u32, committed: bool, value: Option<String>) -> TransactionOutcome {
        TransactionOutcome { id: "order".to_owned(), attempt, committed, value, kept_until: None }
    }

    #[test]
    fn the_last_row_decides_unless_one_is_committed() {
        let (first, second) = (Entry::new(0), Entry::new(1));
        let refused = row(0, false, Some(first.refused()));
        let open = row(1, false, Some(second.open()));
        assert!(matches!(State::of(&[]), State::Next(0)));
        assert!(matches!(State::of(std::slice::from_ref(&refused)), State::Next(1)));
        assert!(matches!(State::of(&[refused.clone(), open.clone()]), State::Open(entry) if entry == second));
        // Row that an earlier release has inserted.
        assert!(matches!(State::of(&[open.clone(), row(2, false, None)]), State::Next(3)));
        let done = row(0, true, Some("7".to_owned()));
        assert!(matches!(State::of(&[done, open]), State::Committed(Some(value)) if value == "7"));
    }

    /// The value of a committed closure may look like the value of an open row.
    #[test]
    fn a_committed_row_is_never_open() {
        let entry = Entry::new(0);
        let rows = [row(0, true, Some(entry.open()))];
        assert!(matches!(State::of(&rows), State::Committed(_)));
        assert!(matches!(entry.fate(&rows), Fate::Committed(_)));
    }

    #[test]
    fn only_its_own_row_says_what_became_of_an_attempt() {
        let (own, other) = (Entry::new(0), Entry::new(0));
        assert_ne!(own, other);
        assert!(matches!(own.fate(&[row(0, false, Some(own.open()))]), Fate::Open));
        assert!(matches!(own.fate(&[row(0, false, Some(own.refused())), row(1, false, None)]), Fate::Refused));
        assert!(matches!(own.fate(&[row(0, true, None)]), Fate::Committed(None)));
        for gone in [vec![], vec![row(0, false, Some(other.open()))], vec![row(0, false, Some(other.refused()))]] {
            assert!(matches!(own.fate(&gone), Fate::Forgotten));
        }
        assert!(matches!(own.fate(&[row(0, false, None), row(1, false, Some(own.open()))]), Fate::Forgotten));
    }
}
