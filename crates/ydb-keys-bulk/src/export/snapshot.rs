//! Copy of a table, which exists while it is exported, and the access rights of the copy. No user may read in the copy
//! what the table does not let them read.
//!
//! A new table has the rights that its directory hands down. The exported table may have other grants, and may inherit
//! nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{BuildHasher as _, RandomState};
use std::time::Instant;

use prost::Message;
use tokio::runtime::Handle;
use tracing::{info, warn};
use ydb::YdbError;
use ydb_grpc::ydb_proto::scheme::modify_permissions_request::Inheritance;
use ydb_grpc::ydb_proto::scheme::permissions_action::Action;
use ydb_grpc::ydb_proto::scheme::{
    DescribePathRequest, DescribePathResponse, DescribePathResult, ModifyPermissionsRequest, ModifyPermissionsResponse,
    Permissions, PermissionsAction,
};
use ydb_grpc::ydb_proto::table::{
    CopyTableItem, CopyTablesRequest, CopyTablesResponse, DescribeTableRequest, DescribeTableResponse,
    DropTableRequest, DropTableResponse,
};
use ydb_keys::__internal::Detail;
use ydb_keys::__internal::status::{SCHEME_ERROR, has_status};
use ydb_keys::{Error, Result};
use ydb_keys_core::schema::path::TablePath;

use super::run::Settings;
use crate::connection::{Answer, operation_result, repeated};

const COPY_TABLES: &str = "/Ydb.Table.V1.TableService/CopyTables";
const DROP_TABLE: &str = "/Ydb.Table.V1.TableService/DropTable";
const DESCRIBE_TABLE: &str = "/Ydb.Table.V1.TableService/DescribeTable";

/// Part of a copy's name, between the name of the table and 16 hexadecimal digits.
const MARK: &str = "__ydb_keys_export_";

/// A copy of a table. Dropping this value drops the copy in the background.
pub(super) struct Copy {
    settings: Settings,
    path: TablePath,
    /// Path of the copy, relative or absolute like the given path of the table.
    given: String,
    dropped: bool,
}

impl Copy {
    /// Copies a table, with its indexes or without them.
    ///
    /// # Errors
    /// Returns an error of YDB, also if the copy cannot get the rights of the table.
    pub(super) async fn make(settings: &Settings, table: &str, with_indexes: bool) -> Result<Self> {
        let number = RandomState::new().hash_one(Instant::now());
        let database = settings.connection.database();
        let source_path = TablePath::new(database, table).absolute();
        let given = copy_path(table, number);
        let path = TablePath::new(database, &given);
        // The copy may exist even if no answer arrives.
        let copy = Copy { settings: settings.clone(), path, given, dropped: false };
        let item = CopyTableItem {
            source_path: source_path.clone(),
            destination_path: copy.path.absolute(),
            omit_indexes: !with_indexes,
        };
        let request = CopyTablesRequest { tables: vec![item], ..Default::default() };
        match sent::<_, CopyTablesResponse>(settings, COPY_TABLES, request).await {
            Err(error) if !copy.exists().await.unwrap_or(false) => {
                copy.discard().await;
                Err(failed(table, "copy_for_export", error))
            }
            // The copy exists, because no other table has its name.
            _ => {
                if let Err(error) = copy_rights(settings, &source_path, &copy.path.absolute()).await {
                    copy.discard().await;
                    return Err(failed(table, "copy_rights_for_export", error));
                }
                info!(db.collection.name = table, copy = %copy.path, "table copied for an export");
                Ok(copy)
            }
        }
    }

    /// Returns the path of the copy, relative to the database if the table's path is.
    pub(super) fn path(&self) -> &str {
        &self.given
    }

    /// Drops the copy.
    ///
    /// # Errors
    /// Returns an error of YDB if the copy cannot be dropped.
    pub(super) async fn finish(mut self) -> Result<()> {
        self.remove().await.map_err(|error| failed(&self.path, "drop_export_copy", error))
    }

    /// Drops the copy after an error. A failure to drop it is only logged, because the first error matters more.
    pub(super) async fn discard(mut self) {
        if let Err(error) = self.remove().await {
            warn!(copy = %self.path, %error, "the copy of an export was not dropped");
        }
    }

    async fn remove(&mut self) -> Result<(), YdbError> {
        let request = DropTableRequest { path: self.path.absolute(), ..Default::default() };
        let answer = sent::<_, DropTableResponse>(&self.settings, DROP_TABLE, request).await;
        self.dropped = true;
        match answer {
            // An earlier attempt, whose answer was lost, has dropped the copy.
            Err(_) if self.exists().await.is_ok_and(|exists| !exists) => Ok(()),
            answer => answer.map(drop),
        }
    }

    async fn exists(&self) -> Result<bool, YdbError> {
        let request = DescribeTableRequest { path: self.path.absolute(), ..Default::default() };
        match sent::<_, DescribeTableResponse>(&self.settings, DESCRIBE_TABLE, request).await {
            Err(error) if has_status(&error, &[SCHEME_ERROR]) => Ok(false),
            answer => answer.map(|_| true),
        }
    }
}

/// Drops the copy of an abandoned export in the background.
impl Drop for Copy {
    fn drop(&mut self) {
        if self.dropped {
            return;
        }
        match Handle::try_current() {
            Ok(runtime) => {
                let (path, given) = (self.path.clone(), self.given.clone());
                let copy = Copy { settings: self.settings.clone(), path, given, dropped: true };
                drop(runtime.spawn(copy.discard()));
            }
            Err(_) => warn!(copy = %self.path, "the copy of an export was not dropped"),
        }
    }
}

/// Returns the path of a copy, in the directory of the table.
fn copy_path(table: &str, number: u64) -> String {
    let (directory, name) = table.split_at(table.rfind('/').map_or(0, |slash| slash + 1));
    let longest = TablePath::LONGEST_NAME - MARK.len() - 16;
    let kept: String = name.char_indices().take_while(|(at, c)| at + c.len_utf8() <= longest).map(|(_, c)| c).collect();
    format!("{directory}{kept}{MARK}{number:016x}")
}

fn failed(table: &str, operation: &'static str, source: YdbError) -> Error {
    Detail::of_ydb(table, operation, source, false)
}

const DESCRIBE_PATH: &str = "/Ydb.Scheme.V1.SchemeService/DescribePath";
const MODIFY_PERMISSIONS: &str = "/Ydb.Scheme.V1.SchemeService/ModifyPermissions";

/// Names of permissions, by subject.
type Grants = BTreeMap<String, BTreeSet<String>>;

struct Rights {
    /// Rights that are granted on the table itself.
    own: Grants,
    /// Rights that apply: those of the table itself, and those that it inherits.
    effective: Grants,
}

/// Gives the copy the rights of the table.
///
/// # Errors
/// Returns an error of YDB, or an error that names a subject with more rights on the copy than on the table.
async fn copy_rights(settings: &Settings, table: &str, copy: &str) -> Result<(), YdbError> {
    let of_table = read_rights(settings, table).await?;
    for interrupted in [None, Some(true)] {
        let of_copy = read_rights(settings, copy).await?;
        let is_wider = more_than(&of_copy.effective, &of_table.effective).is_some();
        if of_copy.effective == of_table.effective || (interrupted.is_some() && !is_wider) {
            return Ok(());
        }
        // Fewer rights on the copy are safe: this user owns the copy, and reads it.
        match set_rights(settings, copy, &of_table.own, interrupted).await {
            Err(error) if is_wider => return Err(error),
            _ => {}
        }
    }
    match more_than(&read_rights(settings, copy).await?.effective, &of_table.effective) {
        None => Ok(()),
        Some(subject) => Err(YdbError::Custom(format!(
            "`{subject}` has more rights on the copy than on the table, and they cannot be taken away"
        ))),
    }
}

/// Finds a subject with a right that `other` does not have. Names are compared as they are: a named set of rights
/// differs from the rights in it, and is then set again.
fn more_than<'a>(grants: &'a Grants, other: &Grants) -> Option<&'a str> {
    let within =
        |subject: &String, names: &BTreeSet<String>| other.get(subject).is_some_and(|all| names.is_subset(all));
    grants.iter().find(|(subject, names)| !within(subject, names)).map(|(subject, _)| subject.as_str())
}

async fn read_rights(settings: &Settings, path: &str) -> Result<Rights, YdbError> {
    let request = DescribePathRequest { path: path.to_owned(), ..Default::default() };
    let answer: DescribePathResponse = sent(settings, DESCRIBE_PATH, request).await?;
    let described: DescribePathResult = operation_result(answer.operation)?;
    let entry = described.self_.unwrap_or_default();
    Ok(Rights { own: grants(entry.permissions), effective: grants(entry.effective_permissions) })
}

/// Replaces all grants of a path.
async fn set_rights(settings: &Settings, path: &str, to: &Grants, interrupted: Option<bool>) -> Result<(), YdbError> {
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
        assert_eq!(more_than(&read, &read), None);
        assert_eq!(more_than(&of("ann", &[]), &read), None);
        assert_eq!(more_than(&read, &of("bob", &["ydb.generic.read"])), Some("ann"));
        assert_eq!(more_than(&of("ann", &["ydb.generic.read", "ydb.generic.write"]), &read), Some("ann"));
    }

    #[test]
    fn a_copy_is_beside_its_table() {
        assert_eq!(copy_path("orders", 10), "orders__ydb_keys_export_000000000000000a");
        assert_eq!(copy_path("/local/shop/orders", 10), "/local/shop/orders__ydb_keys_export_000000000000000a");
        let long = copy_path(&format!("a/{}", "é".repeat(127)), u64::MAX);
        assert_eq!(long, format!("a/{}__ydb_keys_export_ffffffffffffffff", "é".repeat(110)));
        assert!(long.len() - 2 <= 255);
    }
}
