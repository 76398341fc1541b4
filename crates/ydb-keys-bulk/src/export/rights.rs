//! The access rights on the copy of a table: nobody reads there what the table does not let him read.
//!
//! A new table has the rights that its directory hands down. The table itself may have other grants, and may inherit
//! nothing.

use std::collections::{BTreeMap, BTreeSet};

use prost::Message;
use ydb::YdbError;
use ydb_grpc::ydb_proto::scheme::modify_permissions_request::Inheritance;
use ydb_grpc::ydb_proto::scheme::permissions_action::Action;
use ydb_grpc::ydb_proto::scheme::{
    DescribePathRequest, DescribePathResponse, DescribePathResult, ModifyPermissionsRequest, ModifyPermissionsResponse,
    Permissions, PermissionsAction,
};

use super::run::Settings;
use crate::connection::{Answer, operation_result};
use crate::repeated::repeated;

const DESCRIBE_PATH: &str = "/Ydb.Scheme.V1.SchemeService/DescribePath";
const MODIFY_PERMISSIONS: &str = "/Ydb.Scheme.V1.SchemeService/ModifyPermissions";

/// Names of permissions by subject.
type Grants = BTreeMap<String, BTreeSet<String>>;

/// The rights on a table.
struct Rights {
    /// Those granted on the table itself.
    own: Grants,
    /// The same, with those that it inherits.
    effective: Grants,
}

/// Gives the copy the rights of the table.
///
/// # Errors
/// An error of YDB, or one that names who could read more than the table lets him.
pub(super) async fn copy_rights(settings: &Settings, table: &str, copy: &str) -> Result<(), YdbError> {
    let of_table = read(settings, table).await?;
    for interrupted in [None, Some(true)] {
        let of_copy = read(settings, copy).await?;
        let is_wider = more(&of_copy.effective, &of_table.effective).is_some();
        if of_copy.effective == of_table.effective || (interrupted.is_some() && !is_wider) {
            return Ok(());
        }
        // A narrower copy is safe: this user owns it, and reads it.
        match set(settings, copy, &of_table.own, interrupted).await {
            Err(error) if is_wider => return Err(error),
            _ => {}
        }
    }
    match more(&read(settings, copy).await?.effective, &of_table.effective) {
        None => Ok(()),
        Some(subject) => Err(YdbError::Custom(format!(
            "`{subject}` has more rights on the copy than on the table, and they cannot be taken away"
        ))),
    }
}

/// Somebody who may do something that the other grants do not allow. Names are compared as they are: a set of rights is
/// then taken for other rights than those it consists of, and set again.
fn more<'a>(grants: &'a Grants, other: &Grants) -> Option<&'a str> {
    let within =
        |subject: &String, names: &BTreeSet<String>| other.get(subject).is_some_and(|all| names.is_subset(all));
    grants.iter().find(|(subject, names)| !within(subject, names)).map(|(subject, _)| subject.as_str())
}

async fn read(settings: &Settings, path: &str) -> Result<Rights, YdbError> {
    let request = DescribePathRequest { path: path.to_owned(), ..Default::default() };
    let answer: DescribePathResponse = sent(settings, DESCRIBE_PATH, request).await?;
    let described: DescribePathResult = operation_result(answer.operation)?;
    let entry = described.self_.unwrap_or_default();
    Ok(Rights { own: grants(entry.permissions), effective: grants(entry.effective_permissions) })
}

/// Replaces all grants.
async fn set(settings: &Settings, path: &str, to: &Grants, interrupted: Option<bool>) -> Result<(), YdbError> {
    let grant = |(subject, names): (&String, &BTreeSet<String>)| PermissionsAction {
        action: Some(Action::Grant(Permissions {
            subject: subject.clone(),
            permission_names: names.iter().cloned().collect(),
        })),
    };
    let request = ModifyPermissionsRequest {
        path: path.to_owned(),
        actions: to.iter().map(grant).collect(),
        clear_permissions: true,
        inheritance: interrupted.map(Inheritance::InterruptInheritance),
        ..Default::default()
    };
    let _: ModifyPermissionsResponse = sent(settings, MODIFY_PERMISSIONS, request).await?;
    Ok(())
}

async fn sent<Q, A>(settings: &Settings, path: &'static str, request: Q) -> Result<A, YdbError>
where
    Q: Message + Clone + 'static,
    A: Answer,
{
    repeated(&settings.connection, path, request, settings.timeout).await
}

fn grants(permissions: Vec<Permissions>) -> Grants {
    let mut grants = Grants::new();
    for Permissions { subject, permission_names } in permissions {
        grants.entry(subject).or_default().extend(permission_names);
    }
    grants.retain(|_, names| !names.is_empty());
    grants
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_may_do_more_is_found() {
        let of = |subject: &str, names: &[&str]| {
            let permission_names = names.iter().map(|&name| name.to_owned()).collect();
            grants(vec![Permissions { subject: subject.to_owned(), permission_names }])
        };
        let read = of("ann", &["ydb.generic.read"]);
        assert_eq!(more(&read, &read), None);
        assert_eq!(more(&of("ann", &[]), &read), None);
        assert_eq!(more(&read, &of("bob", &["ydb.generic.read"])), Some("ann"));
        assert_eq!(more(&of("ann", &["ydb.generic.read", "ydb.generic.write"]), &read), Some("ann"));
    }
}
