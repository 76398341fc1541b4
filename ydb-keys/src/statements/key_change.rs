//! The control table of key changes: a row for each table whose key changes, which every dual write reads.

#![allow(missing_docs, reason = "not public: the columns are explained in docs/decisions/0027")]

use std::time::SystemTime;

use crate::{YdbColumn, YdbTable};

/// How far the change of a key is. Only the runner of the change sets it.
#[derive(YdbColumn, Clone, Copy, Debug, PartialEq, Eq)]
#[ydb(crate = crate)]
pub enum Phase {
    /// The table has its old key, and there is no copy that a writer must write.
    Before,
    /// Each write goes to the table and to its copy.
    Both,
    /// Writes wait: the names are about to be swapped.
    Closing,
    /// The same, and the name of the table is taken away, or is about to be: nobody can write it.
    Fenced,
    /// The table has its new key, and each write goes to the table with the old key too: the names can be swapped back.
    New,
    /// The table has its new key, for good.
    Done,
    /// The same, and the table with the old key is dropped.
    Dropped,
}

/// What the columns of the row mean, and the phases: a release that changes either raises it.
const FORMAT: u32 = 1;

/// The release that writes the row.
const RELEASE: &str = env!("CARGO_PKG_VERSION");

/// How far the change of a table's key is, and who makes it.
///
/// A write that reads this row in its transaction cannot commit if the row changes before: so every write goes where the
/// phase says at the moment of its commit.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(crate = crate, table = "ydb_keys/changes", primary_key(path_hash = xxh3(path), path))]
pub struct KeyChange {
    /// The table, relative to the database.
    pub path: String,
    /// Grows whenever a runner begins or takes over: a runner with a lower one can do nothing any more.
    pub epoch: u64,
    pub phase: Phase,
    /// Of all changes of this table's key: the names of the other two tables have it at their ends.
    pub number: u32,
    /// Whether a request to swap the names was sent that YDB may still do.
    pub may_swap: bool,
    /// The layout that the table has before the swap; empty if nobody knows it.
    pub old_layout: String,
    /// The one that it has afterwards; empty if the change was given up.
    pub new_layout: String,
    /// Who makes the change.
    pub runner: String,
    pub begun_at: SystemTime,
    /// Until when nobody else may take over.
    pub lease_until: SystemTime,
    /// After the swap, the rows in which the old table differs for another reason than later writes; empty as long as
    /// nobody has compared them.
    pub unsettled: Option<String>,
    /// Of the row, by the release that has written it.
    pub format: u32,
    pub release: String,
}

impl KeyChange {
    /// The row of a table whose key nobody has changed yet.
    pub fn first(path: &str, layout: &str) -> Self {
        let never = SystemTime::UNIX_EPOCH;
        KeyChange {
            path: path.to_owned(),
            epoch: 0,
            phase: Phase::Before,
            number: 1,
            may_swap: false,
            old_layout: layout.to_owned(),
            new_layout: String::new(),
            runner: String::new(),
            begun_at: never,
            lease_until: never,
            unsettled: None,
            format: FORMAT,
            release: RELEASE.to_owned(),
        }
    }

    /// What a row says that this release cannot read.
    pub fn unknown_format(&self) -> Option<String> {
        let Self { path, format, release, .. } = self;
        (*format != FORMAT).then(|| {
            format!(
                "release {release} writes the row of `{path}` in `ydb_keys/changes` in format {format}, and this program, \
                 release {RELEASE}, knows format {FORMAT}"
            )
        })
    }

    /// Whether it was given up for good, so that nobody makes it any longer.
    pub fn is_given_up(&self) -> bool {
        self.phase == Phase::Before && self.epoch > 0 && self.new_layout.is_empty()
    }

    /// Whether the table has its new key.
    pub fn is_swapped(&self) -> bool {
        matches!(self.phase, Phase::New | Phase::Done | Phase::Dropped)
    }

    /// Whether it is under way.
    pub fn is_open(&self) -> bool {
        matches!(self.phase, Phase::Both | Phase::Closing | Phase::Fenced)
            || self.phase == Phase::Before && self.epoch > 0
    }

    /// The layout of the table, unless the names are being swapped.
    pub(crate) fn live_layout(&self) -> &str {
        match self.phase {
            Phase::New | Phase::Done | Phase::Dropped => &self.new_layout,
            Phase::Before | Phase::Both | Phase::Closing | Phase::Fenced => &self.old_layout,
        }
    }
}
