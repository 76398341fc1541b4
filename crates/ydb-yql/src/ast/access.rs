//! GRANT and REVOKE.

use super::name::Ident;
use crate::error::Position;

/// `GRANT permissions ON paths TO roles [WITH GRANT OPTION]`, or
/// `REVOKE [GRANT OPTION FOR] permissions ON paths FROM roles`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangeAccess {
    /// REVOKE.
    pub revoke: bool,
    /// The permissions.
    pub permissions: Vec<PermissionName>,
    /// Whether the right to grant is included.
    pub grant_option: bool,
    /// The paths.
    pub paths: Vec<Ident>,
    /// Users and groups.
    pub roles: Vec<Ident>,
}

/// A permission as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PermissionName {
    /// Where it begins.
    pub at: Position,
    /// The name in quotes (`ydb.generic.read`), or the keywords in lower case, joined by `_` (`select_row`).
    pub name: String,
    /// Whether it is written in keywords.
    pub keyword: bool,
}
