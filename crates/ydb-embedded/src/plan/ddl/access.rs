//! GRANT and REVOKE.

use std::sync::Arc;

use crate::catalog::{AccessChange, Permission};
use crate::error::{Error, Result, Status};
use crate::yql::ast;

/// The changes of a statement, the same for each of its paths.
///
/// Fails with BAD_REQUEST for a name that is not a permission.
pub fn change_access(access: &ast::ChangeAccess) -> Result<Vec<AccessChange>> {
    let mut permissions = access.permissions.iter().map(permission).collect::<Result<Vec<_>>>()?;
    if access.grant_option {
        // UNVERIFIED: that REVOKE GRANT OPTION FOR revokes the named permissions as well.
        permissions.extend(Permission::of_keyword("grant"));
    }
    let change = |role: &ast::Ident| {
        let (role, permissions) = (Arc::clone(&role.name), permissions.clone());
        if access.revoke { AccessChange::Revoke(role, permissions) } else { AccessChange::Grant(role, permissions) }
    };
    Ok(access.roles.iter().map(change).collect())
}

fn permission(written: &ast::PermissionName) -> Result<Permission> {
    let found = match written.keyword {
        true => Permission::of_keyword(&written.name),
        false => Permission::of_name(&written.name),
    };
    found.ok_or_else(|| {
        Error::new(Status::BadRequest, format!("Unknown permission name: {}", written.name)).at(written.at)
    })
}
