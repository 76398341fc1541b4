//! How a table is copied, and what came of it.

use std::time::Duration;

/// How a table is copied.
///
/// ```
/// use ydb_keys::migrate::RekeyOptions;
///
/// let options = RekeyOptions::default().batch_rows(500);
/// assert_eq!(options.batch_rows, 500);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RekeyOptions {
    /// Rows of one transaction: 1000. A transaction of YDB holds about 50 MB, so take fewer where rows are large.
    pub batch_rows: u64,
    /// How often the tables are compared from beginning to end before the copy is given up: 5. One pass that finds nothing to repair
    /// is enough; writers that change the old table alone cost further ones.
    pub passes: u32,
    /// Whether the new table may take the name of the old one though it does not have its grants, owner or attributes: no. Rows that nobody may read
    /// any more are an outage, and so are rows that everybody may read.
    pub allow_lost_rights: bool,
}

impl Default for RekeyOptions {
    fn default() -> Self {
        RekeyOptions { batch_rows: 1000, passes: 5, allow_lost_rights: false }
    }
}

impl RekeyOptions {
    /// Sets the rows of one transaction; at least one.
    #[must_use]
    pub fn batch_rows(self, batch_rows: u64) -> Self {
        RekeyOptions { batch_rows: batch_rows.max(1), ..self }
    }

    /// Sets how often the tables are compared at most; at least once.
    #[must_use]
    pub fn passes(self, passes: u32) -> Self {
        RekeyOptions { passes: passes.max(1), ..self }
    }

    /// Sets whether the new table may take the name of the old one without its grants, owner or attributes.
    #[must_use]
    pub fn allow_lost_rights(self, allow_lost_rights: bool) -> Self {
        RekeyOptions { allow_lost_rights, ..self }
    }
}

/// What came of a copy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct RekeyReport {
    /// Rows of the new table as the last comparison found them; 0 where an earlier run had swapped the tables already.
    pub rows: u64,
    /// Rows in ranges that were copied again because they differed, and rows that were deleted from the new table because the old one
    /// had them no more.
    pub repaired: u64,
    /// How long the copy took.
    pub copy: Duration,
    /// How long the comparison took.
    pub verify: Duration,
    /// Where the old table stays until it is dropped, below the database.
    pub old_path: String,
    /// Whether an earlier run had swapped the tables already, so that nothing was copied.
    pub already_done: bool,
    /// What to look at now, one sentence each; as a rule nothing.
    pub notes: Vec<String>,
}
