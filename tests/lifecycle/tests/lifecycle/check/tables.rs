//! Tests the choice of checked tables: directories, missing tables, errors, futures.

use std::error::Error as _;

use e2e_tests::Database;
use ydb::YdbError;
use ydb_embedded::{Call, Fault, GrpcCode, Status};
use ydb_keys::__private::tests::FoundLayout;
use ydb_keys::{CheckError, Table, YdbTable};

use super::{ALL, Line, Order, database, filled, passes, write_layout};

fn is_send<F: Future + Send>(future: F) -> F {
    future
}

#[tokio::test]
async fn a_check_runs_on_any_thread() {
    let database = database().await;
    let client = database.no_retry();
    let checked = tokio::spawn(async move {
        is_send(ydb_keys::check(&client, ALL).into_future()).await?;
        is_send(ydb_keys::check(&client, &[]).in_directory("elsewhere").into_future()).await
    });
    checked.await.unwrap().unwrap();
}

#[tokio::test]
async fn tables_are_checked_below_a_directory() {
    let database = database().await;
    for table in [Order::TABLE, Line::TABLE] {
        let path = format!("tenants/acme/{}", table.name);
        database.run(&table.create_table().to_string().replacen(table.name, &path, 1)).await;
    }
    let tables: &[&Table] = &[Order::TABLE, Line::TABLE];
    let below = async |directory: &str| ydb_keys::check(database.client(), tables).in_directory(directory).await;
    below("tenants/acme").await.unwrap();
    below("tenants/acme/").await.unwrap();
    below(&format!("{}/tenants/acme", database.client().database())).await.unwrap();
    below("").await.unwrap();
    // As with `YdbTable::in_directory`, this is the root above all databases, which has no tables.
    let Err(CheckError::Differs(found)) = below("/").await else { panic!("it passes") };
    assert_eq!((found[0].path.as_str(), &found[0].found), ("/orders", &FoundLayout::NoTable));
    assert!(found[0].to_string().contains("`apply --table orders --below /`"), "{}", found[0]);
    write_layout(&database, "tenants/acme/orders", "v1: order_id Uint64").await;
    // The table outside of the directory is another one.
    passes(&database, tables).await;
    let Err(CheckError::Differs(found)) = below("tenants/acme").await else { panic!("it passes") };
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].path, "tenants/acme/orders");
    assert!(found[0].to_string().contains("`apply --rekey --table orders --below tenants/acme`"), "{}", found[0]);
}

#[tokio::test]
async fn every_table_is_reported_in_the_order_of_the_schema() {
    let database = database().await;
    for path in ["orders", "shop/lines", "mails", "ad_events"] {
        database.run(&format!("DROP TABLE `{path}`")).await;
    }
    let Err(CheckError::Differs(found)) = ydb_keys::check(database.client(), ALL).await else { panic!("it passes") };
    let paths: Vec<_> = found.iter().map(|one| (one.path.as_str(), one.found.clone())).collect();
    let missing = ["orders", "shop/lines", "mails", "ad_events"].map(|path| (path, FoundLayout::NoTable));
    assert_eq!(paths, missing);
}

#[tokio::test]
async fn a_directory_in_its_place_is_no_table() {
    let database = database().await;
    database.run("DROP TABLE orders").await;
    database.run("CREATE TABLE `orders/below` (k Int32, PRIMARY KEY (k))").await;
    let Err(CheckError::Differs(found)) = ydb_keys::check(database.client(), ALL).await else { panic!("it passes") };
    assert_eq!(found[0].found, FoundLayout::NoTable);
}

#[tokio::test]
async fn a_database_that_does_not_answer_is_no_difference() {
    let database = filled(Database::embedded().await).await;
    let faults = database.faults();
    faults.fail_next(1, Call::DescribeTable, Fault::Status(Status::Unavailable, "restarting".into()));
    let error = ydb_keys::check(&database.no_retry(), &[Order::TABLE]).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "cannot check table `orders`: its description could not be read: UNAVAILABLE: restarting"
    );
    let source = error.source().and_then(|source| source.downcast_ref::<YdbError>());
    assert!(matches!(source, Some(YdbError::YdbStatusError(_))), "{source:?}");

    faults.fail_next(1, Call::ExecuteQuery, Fault::Grpc(GrpcCode::PermissionDenied));
    let error = ydb_keys::check(&database.no_retry(), &[Order::TABLE]).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "cannot check table `orders`: a sample of its rows could not be read: gRPC PermissionDenied: Injected fault"
    );
    // Not even if other tables differ: what was read of them may be wrong too.
    database.run("DROP TABLE mails").await;
    faults.fail_next(4, Call::DescribeTable, Fault::Status(Status::Unavailable, "restarting".into()));
    let error = ydb_keys::check(&database.no_retry(), ALL).await.unwrap_err();
    assert!(matches!(error, CheckError::Unread { .. }), "{error}");
}

#[tokio::test]
async fn an_error_that_a_retry_cures_is_not_reported() {
    let database = filled(Database::embedded().await).await;
    let unavailable = || Fault::Status(Status::Unavailable, "restarting".into());
    database.faults().fail_next(2, Call::DescribeTable, unavailable());
    database.faults().fail_next(1, Call::ExecuteQuery, unavailable());
    passes(&database, ALL).await;
    assert_eq!(database.faults().pending(), 0);
}
