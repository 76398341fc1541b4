//! Who may do what with a live table.

use std::collections::{BTreeMap, BTreeSet};

/// Names of permissions by subject: `ydb.generic.read` of `reader@builtin`.
pub type Grants = BTreeMap<String, BTreeSet<String>>;

/// Who may do what with a live table, as the Scheme service tells it.
///
/// A table that is renamed keeps its own rights: a copy that takes the name of another table does not get that table's rights with it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LiveRights {
    /// Who owns the table, and may do everything with it.
    pub owner: String,
    /// What was granted on the table itself.
    pub grants: Grants,
    /// The same with what is granted on the directories above it.
    pub effective: Grants,
}
