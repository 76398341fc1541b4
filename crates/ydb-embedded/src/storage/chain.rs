//! Chains: the versions of one row.
//!
//! Each commit that writes a row appends a version to the row's chain; a deletion is a version without bytes. A
//! snapshot sees the newest version that is not newer than the snapshot. For a row written at 3, changed at 5 and
//! deleted at 8:
//!
//! ```text
//! version      3      5      8
//! row          "a"    "b"    deleted
//! seen by      3, 4   5 - 7  8 and later
//! ```
//!
//! Version 3 can be dropped when no snapshot from 3 to 4 is in use. If no transaction is running, it is dropped at
//! once. Nearly every chain is therefore a single version and allocates only the row's bytes. If a snapshot still needs
//! an old version, the row is queued as garbage and checked again when the oldest snapshot ends.

use std::collections::BTreeMap;

/// Number of a commit; ascending.
pub(super) type Version = u64;

/// Bytes of a row; `None` for a deleted row.
pub(super) type Bytes = Option<Box<[u8]>>;

/// Snapshots in use, each with the number of its users.
#[derive(Debug, Default)]
pub(super) struct Snapshots(BTreeMap<Version, usize>);

impl Snapshots {
    pub(super) fn pin(&mut self, at: Version) {
        *self.0.entry(at).or_default() += 1;
    }

    /// Removes a user of a snapshot. Returns `true` if it was the last one.
    pub(super) fn unpin(&mut self, at: Version) -> bool {
        let Some(users) = self.0.get_mut(&at) else { return false };
        *users -= 1;
        *users == 0 && self.0.remove(&at).is_some()
    }

    /// Returns the snapshots in use from this one on, except the `kept` one if it has only one user.
    pub(super) fn since(&self, from: Version, kept: Option<Version>) -> impl Iterator<Item = Version> {
        let used = self.0.range(from..).filter(move |(at, users)| Some(**at) != kept || **users > 1);
        used.map(|(&at, _)| at)
    }

    pub(super) fn oldest(&self) -> Option<Version> {
        self.0.first_key_value().map(|(&at, _)| at)
    }

    /// Returns `true` if a snapshot sees a version that was written at `since` and overwritten at `until`.
    fn need(&self, since: Version, until: Version) -> bool {
        !self.0.is_empty() && self.0.range(since..until).next().is_some()
    }
}

/// Versions of a row. Nearly every row has exactly one version, which is not a deletion and allocates only its own
/// bytes.
#[derive(Clone, Debug)]
pub(super) enum Chain {
    One(Version, Box<[u8]>),
    Many(Box<RowHistory>),
}

/// One or more versions of a row, oldest first.
#[derive(Clone, Debug)]
pub(super) struct RowHistory(Vec<(Version, Bytes)>);

impl Chain {
    /// Returns the version of the last write, which may be a deletion.
    pub(super) fn newest_version(&self) -> Version {
        match self {
            Self::One(version, _) => *version,
            Self::Many(history) => history.0.last().map_or(0, |newest| newest.0),
        }
    }

    pub(super) fn newest(&self) -> Option<&[u8]> {
        match self {
            Self::One(_, row) => Some(row),
            Self::Many(history) => history.0.last().and_then(|newest| newest.1.as_deref()),
        }
    }

    /// Returns the row as a snapshot sees it.
    pub(super) fn at(&self, snapshot: Version) -> Option<&[u8]> {
        match self {
            Self::One(version, row) => (*version <= snapshot).then_some(row),
            Self::Many(history) => {
                let (_, row) = history.0.iter().rev().find(|(version, _)| *version <= snapshot)?;
                row.as_deref()
            }
        }
    }

    /// Adds a version and drops versions that no snapshot needs. Returns `None` if nothing is left.
    pub(super) fn push(self, version: Version, row: Bytes, snapshots: &Snapshots) -> Option<Self> {
        match self {
            Self::One(old, _) if !snapshots.need(old, version) => row.map(|row| Self::One(version, row)),
            Self::One(old, old_row) => {
                Some(Self::Many(Box::new(RowHistory(vec![(old, Some(old_row)), (version, row)]))))
            }
            Self::Many(mut history) => {
                history.0.push((version, row));
                Self::Many(history).prune(snapshots)
            }
        }
    }

    /// Drops versions that no snapshot needs. Returns `None` if nothing is left.
    pub(super) fn prune(self, snapshots: &Snapshots) -> Option<Self> {
        let Self::Many(mut history) = self else { return Some(self) };
        let versions = &mut history.0;
        let mut until = None;
        // Newest first, so that `until` is the version that overwrote each one.
        for i in (0..versions.len()).rev() {
            let since = versions[i].0;
            if until.is_some_and(|until| !snapshots.need(since, until)) {
                versions.remove(i);
            }
            until = Some(since);
        }
        // A deletion as the oldest version reads like a row that never existed.
        let gone = versions.iter().take_while(|version| version.1.is_none()).count();
        versions.drain(..gone);
        match versions.as_mut_slice() {
            [] => None,
            [(version, row)] => row.take().map(|row| Self::One(*version, row)),
            _ => Some(Self::Many(history)),
        }
    }

    pub(super) const fn is_many(&self) -> bool {
        matches!(self, Self::Many(_))
    }

    /// Changes the bytes of all versions in place.
    pub(super) fn rewrite(&mut self, change: &mut dyn FnMut(&[u8]) -> Bytes) {
        let mut one = |row: &mut Box<[u8]>| {
            if let Some(new) = change(row) {
                *row = new;
            }
        };
        match self {
            Self::One(_, row) => one(row),
            Self::Many(history) => history.0.iter_mut().filter_map(|version| version.1.as_mut()).for_each(one),
        }
    }
}
