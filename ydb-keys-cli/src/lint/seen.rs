//! What is known of a table, and of its database.

use ydb_keys_migrate::__internal::Release;
use ydb_keys_migrate::{HashSample, LiveTable};

use super::counters::AllCounters;
use super::shape::Shape;

/// A table as it was read.
#[derive(Debug)]
pub(crate) struct Seen {
    pub(crate) live: LiveTable,
    pub(crate) shape: Shape,
    /// How many rows hold another hash than the declared one; `None` if none is declared.
    pub(crate) sample: Option<HashSample>,
}

/// What is known of the whole database.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Context<'a> {
    pub(crate) counters: Option<&'a AllCounters>,
    pub(crate) release: Option<Release>,
}
