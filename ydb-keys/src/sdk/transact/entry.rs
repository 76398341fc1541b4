//! The rows of `ydb_keys/outcomes` (docs/decisions/0028): what they say about the attempts of a transaction, and the
//! statements that write them.
//!
//! An attempt is committed only if it finds its row open. So a row that is there proves what became of the attempt:
//! nobody can have changed it but the attempt itself, or somebody who has refused it. A row that is not there proves
//! nothing: it may have expired, or the table may be another one than before.

use std::hash::{BuildHasher as _, RandomState};
use std::time::{Duration, SystemTime};

use ydb::Value as SdkValue;

use crate::error::Result;
use crate::sdk::params::{Request, param, param_as};
use crate::statements::YdbTable as _;
use ydb_keys_core::types::YdbType;
use ydb_keys_derive::YdbTable;

/// The declarations of the key come first. A sum after the year 2105 is NULL, and a row whose time is NULL never expires.
const OPEN: &str = "DECLARE $value AS Json;
DECLARE $kept AS Interval;
INSERT INTO `ydb_keys/outcomes` (`id_hash`, `id`, `attempt`, `committed`, `value`, `kept_until`)
VALUES ($id_hash, $id, $attempt, false, $value, CurrentUtcTimestamp() + $kept);";

/// Reads all rows of the id, so that no other attempt can be committed at the same time, of whatever release its program
/// is. An aggregate has a row even if there is nothing to count, so the statement cannot do nothing.
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

/// How the value of a row begins whose attempt may be committed.
const OPENED: &str = "open ";

/// Whether an attempt of a transaction is committed, may be, or never will be.
///
/// The row is inserted as open before the transaction, which marks it as committed in itself. Whoever lost the answer to
/// its commit marks it as refused. Only one of the two can be done.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(crate = crate, table = "ydb_keys/outcomes", primary_key(id_hash = xxh3(id), id, attempt))]
#[ydb(partitioning(by_load), ttl(column = kept_until, after = "PT0S"))]
pub(super) struct TransactionOutcome {
    pub(super) id: String,
    /// How many attempts were refused before.
    pub(super) attempt: u32,
    pub(super) committed: bool,
    /// What the closure returned; before that, whose row it is and whether the attempt is refused.
    #[ydb(type = "Json")]
    pub(super) value: Option<String>,
    /// By the server's clock; `None` is for ever.
    pub(super) kept_until: Option<SystemTime>,
}

/// The row of one attempt, as whoever has seen it knows it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Entry {
    attempt: u32,
    /// Nobody makes the same one again, so a row that has it is the same row in the same table.
    token: String,
}

/// What the rows of an id say.
pub(super) enum State {
    /// An attempt is committed, and this is the value that it left.
    Committed(Option<String>),
    /// This attempt may be committed.
    Open(Entry),
    /// All attempts are refused, and this is the number of the next one.
    Next(u32),
}

/// What the rows of an id say about one attempt.
pub(super) enum Fate {
    /// It is committed, or another attempt with the same id: this is the value that it left.
    Committed(Option<String>),
    /// It can never be committed.
    Refused,
    /// Not yet known.
    Open,
    /// Its row is not there, so it will never be known.
    Forgotten,
}

/// Half of a random text. Each `RandomState` has other keys; those of a thread begin at random ones.
fn half() -> u64 {
    RandomState::new().hash_one(())
}

/// A text that nobody makes twice.
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

    /// That of a row that says so.
    fn of(row: &TransactionOutcome) -> Option<Self> {
        let token = row.value.as_deref()?.strip_prefix('"')?.strip_suffix('"')?.strip_prefix(OPENED)?;
        (!row.committed).then(|| Entry { attempt: row.attempt, token: token.to_owned() })
    }

    pub(super) fn opening(&self, id: &str, kept: Duration) -> Result<Request> {
        self.request(id, kept, OPEN, [("$value", json(&self.open())?)])
    }

    /// Marks the attempt as committed; fails if the row is not open.
    pub(super) fn commit(&self, id: &str, kept: Duration, value: Option<String>) -> Result<Request> {
        let value = param_as(&value, YdbType::Json)?;
        self.request(id, kept, COMMIT, [("$open", param(&self.open())?), ("$value", value)])
    }

    /// Marks the attempt as refused, if the row is open.
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

    /// What became of the attempt, by all rows of its id.
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
    /// A row that is neither committed nor open refuses its attempt, whatever wrote it: an earlier release left no value.
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
        // What an earlier release has inserted.
        assert!(matches!(State::of(&[open.clone(), row(2, false, None)]), State::Next(3)));
        let done = row(0, true, Some("7".to_owned()));
        assert!(matches!(State::of(&[done, open]), State::Committed(Some(value)) if value == "7"));
    }

    /// What the closure returned looks like an open row.
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
