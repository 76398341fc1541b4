//! Tests exports of a snapshot: a copy of the table that exists while it is read.

use std::time::Duration;

use e2e_tests::{Database, is, soon};
use prost::Message as _;
use tokio::sync::Notify;
use tonic::Request;
use tonic::transport::Endpoint;
use ydb::YdbResult;
use ydb_embedded::{Behavior, Call, Fault, GrpcCode, Server, Status};
use ydb_grpc::ydb_proto::auth::v1::auth_service_client::AuthServiceClient;
use ydb_grpc::ydb_proto::auth::{LoginRequest, LoginResult};
use ydb_grpc::ydb_proto::scheme::ModifyPermissionsRequest;
use ydb_grpc::ydb_proto::scheme::modify_permissions_request::Inheritance;
use ydb_grpc::ydb_proto::scheme::v1::scheme_service_client::SchemeServiceClient;
use ydb_grpc::ydb_proto::status_ids::StatusCode;
use ydb_keys::{Error, ErrorKind, PageToken, YdbTable};
use ydb_keys_bulk::{Bulk, BulkAt, BulkSelect, Connection, Export};

use crate::bulk_export::{read, rest};
use crate::models::*;

async fn orders() -> (Database, Connection, Vec<Order>) {
    let database = Database::embedded_with::<Order>().await;
    Order::bulk_upsert(&samples::<Order>(100)).exec(database.client()).await.unwrap();
    let rows = Order::scan().full_scan().fetch(database.client()).await.unwrap();
    let connection = database.bulk().await;
    (database, connection, rows)
}

/// Returns the paths of the existing copies.
pub(crate) async fn listed(database: &Database) -> YdbResult<Vec<String>> {
    let mut scheme = database.client().scheme_client();
    let listed = scheme.list_directory("/local/ydb_keys_e2e".to_owned()).await?;
    Ok(listed.into_iter().map(|entry| entry.name).filter(|name| name.contains("__ydb_keys_export_")).collect())
}

async fn copies(database: &Database) -> Vec<String> {
    listed(database).await.unwrap()
}

#[tokio::test]
async fn a_copy_has_the_rows_of_one_moment() {
    let (database, connection, rows) = orders().await;
    let client = database.client();
    let read = Order::export(&connection)
        .batch(10)
        .snapshot(async |copy| {
            let name = copy.path().strip_prefix("ydb_keys_e2e/").unwrap().to_owned();
            assert!(name.starts_with("orders__ydb_keys_export_") && name.len() == 24 + 16, "{name}");
            assert_eq!(copies(&database).await, [name]);
            let mut streams = copy.split(4).await?;
            let first = streams[0].try_next().await?.unwrap();
            // What changes now is not in the export.
            Order::delete_many(rows.iter().map(|row| row.order_id)).exec(client).await?;
            Order { amount: Some(0.5), ..Order::sample(1_000) }.upsert().exec(client).await?;
            let mut read = read(streams).await.concat();
            read.insert(0, first);
            Ok::<_, Error>(read)
        })
        .await
        .unwrap();
    assert_eq!(read, rows);
    assert_eq!(copies(&database).await, [] as [String; 0]);
    assert_eq!(database.count(Order::TABLE).await, 1);
}

/// Tests that the copy is dropped, however the work ends.
#[tokio::test]
async fn the_copy_is_dropped_after_errors() {
    let (database, connection, rows) = orders().await;
    let failed: Result<(), Error> = Order::export(&connection)
        .snapshot(async |copy| {
            copy.stream().try_next().await?;
            Err("mine".parse::<PageToken>().unwrap_err())
        })
        .await;
    assert!(is(&failed, ErrorKind::PageToken, &["the string is not a page token"]), "{failed:?}");
    assert_eq!(copies(&database).await, [] as [String; 0]);

    // An error of the caller's own type, and a position that continues in the table or in a copy.
    let mut token = None;
    let failed: Result<(), Box<dyn std::error::Error>> = Order::export(&connection)
        .snapshot(async |copy| {
            let mut stream = copy.stream();
            for _ in 0..40 {
                stream.try_next().await?;
            }
            token = Some(stream.position()?);
            Err("the disk is full".into())
        })
        .await;
    assert_eq!(failed.unwrap_err().to_string(), "the disk is full");
    let token = token.unwrap();
    assert_eq!(rest(Order::export(&connection).resume(&token).unwrap()).await, rows[40..]);
    let read = Order::export(&connection).snapshot(async |copy| Ok::<_, Error>(rest(copy.resume(&token)?).await)).await;
    assert_eq!(read.unwrap(), rows[40..]);

    // A future that is dropped.
    let export = Order::export(&connection);
    let reading = Notify::new();
    let forever = export.snapshot(async |copy: Export<Order>| {
        copy.stream().try_next().await?;
        reading.notify_one();
        std::future::pending::<Result<(), Error>>().await
    });
    tokio::select! {
        _ = forever => panic!("the export has ended"),
        () = soon(reading.notified()) => {}
    }
    soon(async { while !copies(&database).await.is_empty() {} }).await;
}

/// Tests faults at each request, also after the work is done.
#[tokio::test]
async fn copies_are_made_and_dropped_in_spite_of_faults() {
    let (database, connection, rows) = orders().await;
    let faults = [
        Fault::Status(Status::Overloaded, "busy".into()),
        Fault::Status(Status::Unavailable, "away".into()),
        Fault::StatusAfterExecution(Status::Undetermined),
        Fault::StatusAfterExecution(Status::Unavailable),
        Fault::Grpc(GrpcCode::Unavailable),
        Fault::BreakStreamAfter(0),
        Fault::BreakStreamAfter(1),
    ];
    for fault in faults {
        for call in [Call::CopyTables, Call::DropTable, Call::DescribeTable] {
            for times in [1, 2] {
                database.faults().fail_next(times, call, fault.clone());
                let read =
                    Order::export(&connection).snapshot(async |copy| Ok::<_, Error>(rest(copy.stream()).await)).await;
                let read = read.unwrap_or_else(|error| panic!("{call:?}, {fault:?}: {error}"));
                assert_eq!(read, rows, "{call:?}, {fault:?}");
                database.faults().clear();
                assert_eq!(copies(&database).await, [] as [String; 0], "{call:?}, {fault:?}");
            }
        }
    }
}

#[tokio::test]
async fn what_is_refused_is_reported() {
    let (database, connection, _) = orders().await;
    let mut worked = false;
    let export = async |worked: &mut bool| {
        let work = async |_| {
            *worked = true;
            Ok::<_, Error>(())
        };
        Order::export(&connection).snapshot(work).await.unwrap_err()
    };
    database.faults().fail_next(1, Call::CopyTables, Fault::Status(Status::Unauthorized, "no right".into()));
    let error = export(&mut worked).await;
    assert_eq!(error.to_string(), "table `ydb_keys_e2e/orders`: copy_for_export failed: UNAUTHORIZED: no right");
    assert!(!worked);
    assert_eq!(copies(&database).await, [] as [String; 0]);
    // The export is complete, but somebody has to drop the copy.
    database.faults().fail_next(1, Call::DropTable, Fault::Status(Status::Unauthorized, "no right".into()));
    let error = export(&mut worked).await.to_string();
    assert!(worked);
    let left = copies(&database).await;
    assert_eq!(error, format!("table `ydb_keys_e2e/{}`: drop_export_copy failed: UNAUTHORIZED: no right", left[0]));
    database.run(&format!("DROP TABLE `ydb_keys_e2e/{}`", left[0])).await;

    let missing = Customer::export(&connection).snapshot(async |_| Ok::<_, Error>(())).await.unwrap_err();
    assert!(missing.to_string().starts_with("table `ydb_keys_e2e/customers`: copy_for_export failed: "), "{missing}");
}

/// Tests that a scan of an index reads the index of the copy.
#[tokio::test]
async fn scans_of_one_moment() {
    let database = Database::embedded_with::<Purchase>().await;
    let client = database.client();
    Purchase::upsert_many(&samples::<Purchase>(60)).exec(client).await.unwrap();
    let connection = database.bulk().await;
    let by_index = || Purchase::index::<PurchaseByCustomer>().full_scan();
    let expected = by_index().fetch(client).await.unwrap();
    let read = by_index()
        .select::<Purchase>()
        .export(&connection)
        .snapshot(async |copy| {
            Purchase::scan().full_scan().delete().exec(client).await?;
            Ok::<_, Error>(read(copy.batch(7).split(3).await?).await.concat())
        })
        .await
        .unwrap();
    assert_eq!(read, expected);
    // Two at the same time, of a table at an absolute path.
    let customers = Customer::in_directory("/local/shop");
    database.create_at(customers.path(), customers.create_table().to_string()).await;
    customers.upsert_many(&samples::<Customer>(30)).exec(client).await.unwrap();
    let count = async || {
        let work = async |copy: Export<Customer>| {
            assert!(copy.path().starts_with("/local/shop/ydb_keys_e2e/customers__ydb_keys_export_"), "{}", copy.path());
            Ok::<_, Error>(rest(copy.stream()).await.len())
        };
        customers.export(&connection).snapshot(work).await.unwrap()
    };
    assert_eq!(futures_util::future::join(count(), count()).await, (30, 30));
}

/// Makes a path inherit no grants; YDB's client has no call for that.
async fn interrupt_inheritance(server: &Server, path: &str) {
    let channel =
        Endpoint::from_shared(server.endpoint().replacen("grpc", "http", 1)).unwrap().connect().await.unwrap();
    let mut login = Request::new(LoginRequest { user: "root".into(), password: "1".into(), ..Default::default() });
    login.metadata_mut().insert("x-ydb-database", "/local".parse().unwrap());
    let answer = AuthServiceClient::new(channel.clone()).login(login).await.unwrap().into_inner();
    let result = LoginResult::decode(answer.operation.unwrap().result.unwrap().value.as_slice()).unwrap();
    let inheritance = Some(Inheritance::InterruptInheritance(true));
    let mut request = Request::new(ModifyPermissionsRequest { path: path.into(), inheritance, ..Default::default() });
    request.metadata_mut().insert("x-ydb-database", "/local".parse().unwrap());
    request.metadata_mut().insert("x-ydb-auth-ticket", result.token.parse().unwrap());
    let answer = SchemeServiceClient::new(channel).modify_permissions(request).await.unwrap().into_inner();
    assert_eq!(answer.operation.unwrap().status, StatusCode::Success as i32);
}

/// Tests that users who may not read the table may not read its copy, although the directory would let them.
#[tokio::test]
async fn a_copy_has_the_rights_of_its_table() {
    let server = Server::builder().user("root", "1").user("ann", "2").user("bob", "3").user("eve", "4");
    let server = server.behavior(Behavior::strict()).start().await.unwrap();
    let root = Database::client_of(&server, "root", "1").await;
    let run = async |text: String| root.query_client().exec(text).await.unwrap();
    run(Order::TABLE.create_table().to_string()).await;
    Order::bulk_upsert(&samples::<Order>(10)).exec(&root).await.unwrap();
    run("GRANT ALL ON `/local` TO ann, bob".to_owned()).await;
    run("GRANT SELECT ON `/local` TO eve".to_owned()).await;
    let bob = Database::client_of(&server, "bob", "3").await;
    let eve = Database::client_of(&server, "eve", "4").await;
    let path = "/local/ydb_keys_e2e/orders";
    run(format!("GRANT ALL ON `{path}` TO ann")).await;
    run(format!("GRANT LIST ON `{path}` TO bob")).await;
    run(format!("GRANT SELECT ON `{path}` TO eve")).await;
    interrupt_inheritance(&server, path).await;
    let string = format!("{}?token_static_username=ann&token_static_password=2", server.connection_string());
    let connection = Connection::open(&string).await.unwrap();
    let rights = async |path: String| {
        let entry = root.scheme_client().describe_path(path).await.unwrap();
        format!("{:?}", entry.effective_permissions)
    };
    let expected = rights(path.to_owned()).await;
    let read = Order::export(&connection)
        .snapshot(async |copy| {
            let path = copy.path().to_owned();
            assert_eq!(rights(format!("/local/{path}")).await, expected);
            let of_copy = Order::at_path(path);
            assert_eq!(of_copy.scan().full_scan().fetch(&eve).await.unwrap().len(), 10);
            // YDB calls that ABORTED, so it is repeated until the timeout, of which other tests here may leave none.
            let read = of_copy.scan().full_scan().fetch(&bob).timeout(Duration::from_secs(1));
            let error = read.await.unwrap_err();
            assert!(error.to_string().contains("AccessDenied"), "{error}");
            Ok::<_, Error>(rest(copy.stream()).await.len())
        })
        .await
        .unwrap();
    assert_eq!(read, 10);

    // Rights that cannot be taken away: nothing is exported, and no copy is left.
    server.faults().fail_next(1, Call::ModifyPermissions, Fault::Status(Status::Unauthorized, "no right".into()));
    let work = async |_: Export<Order>| -> Result<(), Error> { panic!("exported") };
    let error = Order::export(&connection).snapshot(work).await.unwrap_err();
    assert_eq!(error.to_string(), "table `ydb_keys_e2e/orders`: copy_rights_for_export failed: UNAUTHORIZED: no right");
    let listed = root.scheme_client().list_directory("/local/ydb_keys_e2e".to_owned()).await.unwrap();
    assert_eq!(listed.iter().map(|entry| entry.name.as_str()).collect::<Vec<_>>(), ["orders"]);
}
