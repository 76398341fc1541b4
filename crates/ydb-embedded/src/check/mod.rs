//! Checkers of histories. They compare the answers to clients with the contents of the database.
//!
//! A test records its requests and the answers, and a checker decides whether a correct database can have given these
//! answers. The checker sees the history only, and knows nothing about how the database works. A write with an unknown
//! outcome may be present or not.

mod appends;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

pub use appends::{Appends, Op};

/// Fault in a history that no correct database can show.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Violation(pub(crate) String);

/// Outcome of a write or a transaction, as its client knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// Success: the write or the transaction is done.
    Done,
    /// Refusal: the write or the transaction is not done, and never will be.
    Refused,
    /// Unknown outcome: the answer was lost.
    Unknown,
}

/// Checker of a bank: the sum of all accounts never changes.
///
/// ```
/// use ydb_embedded::check::Bank;
///
/// let bank = Bank::new(200);
/// bank.check([90, 110])?;
/// assert_eq!(bank.check([90, 90]).unwrap_err().to_string(), "the sum of the accounts is 180, but must be 200");
/// # Ok::<(), ydb_embedded::check::Violation>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Bank {
    total: i64,
}

impl Bank {
    /// Returns the checker of a bank whose accounts have this sum.
    #[must_use]
    pub const fn new(total: i64) -> Self {
        Self { total }
    }

    /// Checks the sum of all accounts that one read returned.
    ///
    /// # Errors
    ///
    /// [`Violation`] if the sum is not that of the bank.
    pub fn check(&self, accounts: impl IntoIterator<Item = i64>) -> Result<(), Violation> {
        let sum: i64 = accounts.into_iter().sum();
        if sum == self.total {
            return Ok(());
        }
        Err(Violation(format!("the sum of the accounts is {sum}, but must be {}", self.total)))
    }
}

/// Checker of the pages of one walk over a table, while others write.
///
/// ```
/// use ydb_embedded::check::Pages;
///
/// let mut pages = Pages::default();
/// pages.add([1, 2]);
/// pages.add([4]);
/// pages.check([1, 4])?;
/// assert_eq!(pages.check([1, 3]).unwrap_err().to_string(), "left out: 3 was there all the time");
/// # Ok::<(), ydb_embedded::check::Violation>(())
/// ```
#[derive(Clone, Debug)]
pub struct Pages<K>(Vec<K>);

impl<K> Default for Pages<K> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<K: Ord + Debug + Clone> Pages<K> {
    /// Records the keys of the next page.
    pub fn add(&mut self, page: impl IntoIterator<Item = K>) {
        self.0.extend(page);
    }

    /// Compares all pages with the keys of the rows that existed from the first page to the last.
    ///
    /// # Errors
    ///
    /// [`Violation`] if a key comes after a greater one, comes twice, or is left out.
    pub fn check(&self, always: impl IntoIterator<Item = K>) -> Result<(), Violation> {
        if let Some((before, after)) = self.0.iter().zip(self.0.iter().skip(1)).find(|(before, after)| before >= after)
        {
            return Err(Violation(format!("out of order: {after:?} comes after {before:?}")));
        }
        let seen: BTreeSet<&K> = self.0.iter().collect();
        match always.into_iter().find(|key| !seen.contains(key)) {
            Some(key) => Err(Violation(format!("left out: {key:?} was there all the time"))),
            None => Ok(()),
        }
    }
}

/// Checker of the writes of a history, each with a key of its own.
///
/// ```
/// use ydb_embedded::check::{Told, Writes};
///
/// let mut writes = Writes::default();
/// writes.add(1, Told::Done);
/// writes.add(2, Told::Unknown);
/// writes.check([1])?;
/// writes.check([1, 2])?;
/// assert_eq!(writes.check([2]).unwrap_err().to_string(), "lost: 1 was acknowledged, but is missing");
/// # Ok::<(), ydb_embedded::check::Violation>(())
/// ```
#[derive(Clone, Debug)]
pub struct Writes<K>(BTreeMap<K, Told>);

impl<K> Default for Writes<K> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<K: Ord + Debug> Writes<K> {
    /// Records a write. If a key is written several times, `Done` counts before `Unknown`, and `Unknown` before
    /// `Refused`.
    pub fn add(&mut self, key: K, told: Told) {
        let known = self.0.entry(key).or_insert(told);
        if told == Told::Done || (told == Told::Unknown && *known == Told::Refused) {
            *known = told;
        }
    }

    /// Compares the writes with the keys that were found in the database.
    ///
    /// # Errors
    ///
    /// [`Violation`] if a key is missing, was found twice, was refused, or was never written.
    pub fn check(&self, found: impl IntoIterator<Item = K>) -> Result<(), Violation> {
        let mut counts: BTreeMap<K, u32> = BTreeMap::new();
        found.into_iter().for_each(|key| *counts.entry(key).or_default() += 1);
        for (key, count) in &counts {
            let fault = match (self.0.get(key), count) {
                (_, 2..) => format!("duplicated: {key:?} was found {count} times"),
                (None, _) => format!("unexpected: {key:?} was never written"),
                (Some(Told::Refused), _) => format!("unexpected: {key:?} was refused, but is present"),
                _ => continue,
            };
            return Err(Violation(fault));
        }
        match self.0.iter().find(|(key, told)| **told == Told::Done && !counts.contains_key(key)) {
            Some((key, _)) => Err(Violation(format!("lost: {key:?} was acknowledged, but is missing"))),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_fault_is_named() {
        let mut writes = Writes::default();
        for (key, told) in [(1, Told::Done), (2, Told::Unknown), (3, Told::Refused)] {
            writes.add(key, told);
        }
        let fault = |found: &[i32]| writes.check(found.iter().copied()).err().map(|violation| violation.0);
        assert_eq!(fault(&[1, 2]), None);
        assert_eq!(fault(&[1]), None);
        assert_eq!(fault(&[2]).unwrap(), "lost: 1 was acknowledged, but is missing");
        assert_eq!(fault(&[1, 1]).unwrap(), "duplicated: 1 was found 2 times");
        assert_eq!(fault(&[1, 3]).unwrap(), "unexpected: 3 was refused, but is present");
        assert_eq!(fault(&[1, 4]).unwrap(), "unexpected: 4 was never written");
    }

    #[test]
    fn a_write_that_is_repeated_is_what_was_told_last_for_certain() {
        let mut writes = Writes::default();
        writes.add(1, Told::Refused);
        writes.add(1, Told::Unknown);
        assert!(writes.check([]).is_ok() && writes.check([1]).is_ok());
        writes.add(1, Told::Done);
        writes.add(1, Told::Refused);
        assert!(writes.check([]).is_err());
    }
}
