//! What is known of a table, and of its database.

use ydb_keys::Table;
use ydb_keys_migrate::__internal::{HashSample, KeyFinding, LiveTable, Release};

use super::counters::AllCounters;
use super::shape::{Shape, shape};

/// A table as it was read.
#[derive(Debug)]
pub(crate) struct Seen {
    pub(crate) live: LiveTable,
    /// What is known of the first key column, `None` if its rows could not be read.
    pub(crate) key: Option<KeyFinding>,
    pub(crate) model: Option<&'static Table>,
    /// How many rows hold another hash than the declared one; `None` if none is declared.
    pub(crate) sample: Option<HashSample>,
}

impl Seen {
    pub(crate) fn shape(&self) -> Shape<'_> {
        shape(&self.live, self.key.as_ref(), self.model)
    }
}

/// What is known of the whole database.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Context<'a> {
    pub(crate) counters: Option<&'a AllCounters>,
    pub(crate) release: Option<Release>,
}
