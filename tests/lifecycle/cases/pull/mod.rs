//! What `pull` printed; written by the tests, with PULL_BLESS=1.

use ydb_keys::Table;

/// The models by the names of their cases.
pub(crate) const ALL: &[(&str, &Table)] = &[
];
