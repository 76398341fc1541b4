//! `Ydb.Scheme.V1.SchemeService`: directories and what is in them.

use ydb_grpc::ydb_proto::VirtualTimestamp;
use ydb_grpc::ydb_proto::scheme::{
    DescribePathRequest, DescribePathResponse, DescribePathResult, Entry, ListDirectoryRequest, ListDirectoryResponse,
    ListDirectoryResult, MakeDirectoryRequest, MakeDirectoryResponse, ModifyPermissionsRequest,
    ModifyPermissionsResponse, Permissions, RemoveDirectoryRequest, RemoveDirectoryResponse, entry,
};

use super::faults::Call;
use super::gate::{Answer, Gate};
use super::service::service;
use super::stubs::scheme_service_server::SchemeService;
use crate::session::{EntryKind, PermissionsAction, SchemeEntry};
use ydb_grpc::ydb_proto::scheme::modify_permissions_request::Inheritance;
use ydb_grpc::ydb_proto::scheme::permissions_action::Action;

/// The service.
#[derive(Clone)]
pub(crate) struct Scheme(pub(crate) Gate);

service! { SchemeService for Scheme:
    lengthy make_directory: MakeDirectory(MakeDirectoryRequest) -> MakeDirectoryResponse =
        |engine, request| engine.make_directory(&request.path);
    lengthy remove_directory: RemoveDirectory(RemoveDirectoryRequest) -> RemoveDirectoryResponse =
        |engine, request| engine.remove_directory(&request.path);
    lengthy list_directory: ListDirectory(ListDirectoryRequest) -> ListDirectoryResponse = |engine, request| {
        let (itself, children) = engine.list_directory(&request.path)?;
        Ok(ListDirectoryResult { self_: Some(entry(&itself)), children: children.iter().map(entry).collect() })
    };
    lengthy describe_path: DescribePath(DescribePathRequest) -> DescribePathResponse =
        |engine, request| Ok(DescribePathResult { self_: Some(entry(&engine.describe_path(&request.path)?)) });
    lengthy modify_permissions: ModifyPermissions(ModifyPermissionsRequest) -> ModifyPermissionsResponse =
        |engine, request| {
            let clear = request.clear_permissions.then_some(PermissionsAction::Clear);
            let interrupt = request.inheritance.map(|Inheritance::InterruptInheritance(interrupted)| {
                PermissionsAction::Interrupt(interrupted)
            });
            let actions = request.actions.into_iter().filter_map(|action| action.action).map(action);
            engine.modify_permissions(&request.path, clear.into_iter().chain(interrupt).chain(actions).collect())
        };
}

fn action(sent: Action) -> PermissionsAction {
    match sent {
        Action::Grant(to) => PermissionsAction::Grant(to.subject, to.permission_names),
        Action::Revoke(from) => PermissionsAction::Revoke(from.subject, from.permission_names),
        Action::Set(of) => PermissionsAction::Set(of.subject, of.permission_names),
        Action::ChangeOwner(owner) => PermissionsAction::ChangeOwner(owner),
    }
}

fn permissions(of: &[(String, Vec<&'static str>)]) -> Vec<Permissions> {
    let permissions = |(subject, names): &(String, Vec<&'static str>)| Permissions {
        subject: subject.clone(),
        permission_names: names.iter().map(|&name| name.to_owned()).collect(),
    };
    of.iter().map(permissions).collect()
}

/// An entry of a directory.
pub(crate) fn entry(of: &SchemeEntry) -> Entry {
    let kind = match of.kind {
        EntryKind::Directory => entry::Type::Directory,
        EntryKind::Table => entry::Type::Table,
        EntryKind::ColumnTable => entry::Type::ColumnTable,
        EntryKind::Topic => entry::Type::Topic,
    };
    Entry {
        name: of.name.clone(),
        owner: of.owner.clone(),
        permissions: permissions(&of.permissions),
        effective_permissions: permissions(&of.effective_permissions),
        r#type: kind as i32,
        // YDB's virtual time counts in milliseconds.
        created_at: Some(VirtualTimestamp { plan_step: of.created_us / 1000, tx_id: 1 }),
        ..Default::default()
    }
}
