//! The access rights on a table.

use futures_util::future::BoxFuture;
use ydb::{Client, SchemePermissions};
use ydb_keys_core::schema::path::TablePath;

use super::error::{Detail, MigrateError};
use crate::live::{Grants, LiveRights};

/// Reads the rights on a table from the Scheme service.
pub(super) fn rights<'c>(client: &'c Client, path: &'c str) -> BoxFuture<'c, Result<LiveRights, MigrateError>> {
    Box::pin(async move {
        let path = TablePath::new(&client.database(), path);
        let read = |source| Detail::Read { table: path.to_string(), what: "the access rights", source };
        let entry = client.scheme_client().describe_path(path.absolute()).await.map_err(read)?;
        Ok(LiveRights {
            owner: entry.owner,
            grants: grants(entry.permissions),
            effective: grants(entry.effective_permissions),
        })
    })
}

fn grants(permissions: Vec<SchemePermissions>) -> Grants {
    let mut grants = Grants::new();
    for SchemePermissions { subject, permission_names } in permissions {
        grants.entry(subject).or_default().extend(permission_names);
    }
    grants.retain(|_, names| !names.is_empty());
    grants
}
