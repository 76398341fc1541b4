//! Directories and their contents.

use ydb::{SchemeEntryType, YdbError};
use ydb_embedded::Status;
use ydb_grpc::ydb_proto::scheme::permissions_action::Action;
use ydb_grpc::ydb_proto::scheme::v1::scheme_service_client::SchemeServiceClient;
use ydb_grpc::ydb_proto::scheme::{ModifyPermissionsRequest, Permissions, PermissionsAction};

use crate::support::{channel, refused, run, start};

#[tokio::test]
async fn directories_are_made_listed_and_removed() {
    let (_server, client) = start().await;
    let mut scheme = client.scheme_client();
    scheme.make_directory("/local/a/b".into()).await.unwrap();
    // Creating a directory again is not an error.
    scheme.make_directory("/local/a/b".into()).await.unwrap();
    run(&client, "CREATE TABLE `a/t` (k Int32 NOT NULL, PRIMARY KEY (k))").await;
    run(&client, "CREATE TABLE `a/o` (k Int32 NOT NULL, PRIMARY KEY (k)) WITH (STORE = COLUMN)").await;

    let mut reply = scheme.list_directory("/local/a".into()).await.unwrap();
    reply.sort_by(|a, b| a.name.cmp(&b.name));
    let [b, o, t] = &reply[..] else { panic!("{reply:?}") };
    assert!(b.name == "b" && matches!(b.r#type, SchemeEntryType::Directory), "{b:?}");
    assert!(o.name == "o" && matches!(o.r#type, SchemeEntryType::ColumnTable), "{o:?}");
    assert!(t.name == "t" && matches!(t.r#type, SchemeEntryType::Table), "{t:?}");

    assert!(scheme.remove_directory("/local/a".into()).await.is_err());
    scheme.remove_directory("/local/a/b".into()).await.unwrap();
    run(&client, "DROP TABLE `a/t`").await;
    run(&client, "DROP TABLE `a/o`").await;
    scheme.remove_directory("/local/a".into()).await.unwrap();
    refused(scheme.list_directory("/local/a".into()).await, Status::SchemeError, "");
}

#[tokio::test]
async fn a_table_makes_the_directories_above_it() {
    let (_server, client) = start().await;
    run(&client, "CREATE TABLE `x/y/t` (k Int32 NOT NULL, PRIMARY KEY (k))").await;
    let mut scheme = client.scheme_client();
    let reply = scheme.describe_path("/local/x/y".into()).await.unwrap();
    assert!(reply.name == "y" && matches!(reply.r#type, SchemeEntryType::Directory), "{reply:?}");
    let reply = scheme.describe_path("/local/x/y/t".into()).await.unwrap();
    assert!(reply.name == "t" && matches!(reply.r#type, SchemeEntryType::Table), "{reply:?}");
}

#[tokio::test]
async fn the_root_lists_what_was_made() {
    let (_server, client) = start().await;
    run(&client, "CREATE TABLE t (k Int32 NOT NULL, PRIMARY KEY (k))").await;
    let reply = client.scheme_client().list_directory("/local".into()).await.unwrap();
    let names: Vec<&str> =
        reply.iter().map(|entry| entry.name.as_str()).filter(|name| !name.starts_with('.')).collect();
    assert_eq!(names, ["t"]);
}

/// `TDescribeReq::Handle` in YDB's tx_proxy/describe.cpp.
#[tokio::test]
async fn above_the_database_there_is_its_domain() {
    let (_server, client) = start().await;
    let reply = client.scheme_client().list_directory("/".into()).await.unwrap();
    let [domain] = &reply[..] else { panic!("{reply:?}") };
    assert!(domain.name == "local" && matches!(domain.r#type, SchemeEntryType::Directory), "{domain:?}");
    let root = client.scheme_client().describe_path("/".into()).await.unwrap();
    assert!(root.name == "/" && matches!(root.r#type, SchemeEntryType::Directory), "{root:?}");
}

#[tokio::test]
async fn what_is_not_there_is_refused() {
    let (_server, client) = start().await;
    run(&client, "CREATE TABLE t (k Int32 NOT NULL, PRIMARY KEY (k))").await;
    let mut scheme = client.scheme_client();
    refused(scheme.describe_path("/local/none".into()).await, Status::SchemeError, "");
    refused(scheme.list_directory("/local/none".into()).await, Status::SchemeError, "");
    for path in ["/local/none", "/local/t"] {
        let removed = scheme.remove_directory(path.into()).await;
        assert!(matches!(removed, Err(YdbError::YdbStatusError(_))), "{path}: {removed:?}");
    }
    assert!(scheme.make_directory("/local/t/below".into()).await.is_err());
    assert!(scheme.make_directory("/elsewhere/a".into()).await.is_err());
}

/// Grants are sent through the bare protocol, because the SDK has no call for them.
#[tokio::test]
async fn permissions_are_modified_and_described() {
    let (server, client) = start().await;
    run(&client, "CREATE TABLE `d/t` (k Int32 NOT NULL, PRIMARY KEY (k))").await;
    let grant = Permissions { subject: "ann".into(), permission_names: vec!["ydb.generic.read".into()] };
    let action = PermissionsAction { action: Some(Action::Grant(grant)) };
    let owner = PermissionsAction { action: Some(Action::ChangeOwner("eve".into())) };
    let unknown = Permissions { subject: "ann".into(), permission_names: vec!["ydb.generic.fly".into()] };
    let unknown = PermissionsAction { action: Some(Action::Set(unknown)) };
    let modified = |path: &str, actions| ModifyPermissionsRequest { path: path.into(), actions, ..Default::default() };
    let mut bare = SchemeServiceClient::new(channel(&server).await);
    for (request, status) in [
        (modified("/local/d", vec![action.clone()]), Status::Success),
        (modified("/local/d/t", vec![owner]), Status::Success),
        (modified("/local/d", vec![action.clone(), unknown]), Status::BadRequest),
        (modified("/local/d/none", vec![action]), Status::SchemeError),
    ] {
        let answer = bare.modify_permissions(request).await.unwrap().into_inner();
        assert_eq!(answer.operation.unwrap().status, status as i32);
    }
    let reply = client.scheme_client().describe_path("/local/d/t".into()).await.unwrap();
    assert_eq!((reply.owner.as_str(), reply.permissions.len()), ("eve", 0));
    let [ann] = &reply.effective_permissions[..] else { panic!("{reply:?}") };
    assert_eq!((ann.subject.as_str(), &ann.permission_names[..]), ("ann", &["ydb.generic.read".to_owned()][..]));
}
