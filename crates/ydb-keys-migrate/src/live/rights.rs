//! The access rights of a live table.

use std::collections::{BTreeMap, BTreeSet};

/// Names of permissions by subject, such as `ydb.generic.read` for `reader@builtin`.
pub(crate) type Grants = BTreeMap<String, BTreeSet<String>>;

/// The access rights of a live table, as the Scheme service reports them.
///
/// A renamed table keeps its own rights: a copy that takes the name of another table does not take over that table's
/// rights.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LiveRights {
    /// The owner, who may do everything with the table.
    pub owner: String,
    /// The permissions granted on the table itself.
    pub grants: Grants,
    /// The same, together with the permissions granted on the directories above the table.
    pub effective: Grants,
}
