//! Acknowledged writes are all there, and nothing else is.

use std::collections::BTreeMap;
use std::fmt::Debug;

use super::{Told, Violation};

/// The writes of a history, each of another key.
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
    /// Records a write. Of several of one key, one that was done counts most, and then one that nobody knows of.
    pub fn add(&mut self, key: K, told: Told) {
        let known = self.0.entry(key).or_insert(told);
        if told == Told::Done || (told == Told::Unknown && *known == Told::Refused) {
            *known = told;
        }
    }

    /// Compares the writes with the keys that are there.
    ///
    /// # Errors
    ///
    /// [`Violation`] if a key is missing, is there twice, was refused, or was never written.
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
