//! Tests the forms of a test with the attribute, and that each test has its own database.

#![allow(clippy::toplevel_ref_arg, reason = "a parameter of a test may be any pattern")]

use std::time::{Duration, SystemTime};

use ydb::Client;
use ydb_keys::testing::Database;
use ydb_keys::testing::ydb_embedded::{Call, Fault, Server, Status};
use ydb_keys::{ErrorKind, Result, YdbTable};

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "shop/orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
struct Order {
    order_id: u64,
    amount: Option<i64>,
}

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "visits", primary_key(visitor_hash = numeric_hash(visitor), visitor))]
#[ydb(ttl(column = seen_at, after = "P30D"))]
struct Visit {
    visitor: u64,
    seen_at: SystemTime,
}

mod people {
    #[derive(ydb_keys::YdbTable, Clone, Debug, PartialEq)]
    #[ydb(table = "customers", primary_key(email), index(by_name, on(name), unique))]
    pub(crate) struct Customer {
        pub(crate) email: String,
        pub(crate) name: String,
    }
}

async fn insert(client: &Client, order_id: u64) -> Result<()> {
    Order { order_id, amount: None }.insert().exec(&mut client.query_client()).await
}

async fn orders(client: &Client) -> Result<u64> {
    Order::scan().full_scan().count().fetch(&mut client.query_client()).await
}

/// Tests the same insert as another test: it would conflict if they shared a table.
#[ydb_keys::test(Order)]
async fn a_test_returns_nothing(client: Client) {
    assert_eq!(orders(&client).await.unwrap(), 0);
    insert(&client, 1).await.unwrap();
    assert_eq!(orders(&client).await.unwrap(), 1);
}

#[ydb_keys::test(Order)]
async fn a_test_returns_a_result(client: Client) -> Result<()> {
    assert_eq!(orders(&client).await?, 0);
    insert(&client, 1).await?;
    assert_eq!(orders(&client).await?, 1);
    Ok(())
}

#[ydb_keys::test(Order, people::Customer)]
async fn tables_of_several_models(ref client: Client) -> std::result::Result<(), Box<dyn std::error::Error>> {
    insert(client, 1).await?;
    let mut q = client.query_client();
    let ann = people::Customer { email: "ann@example.com".to_owned(), name: "Ann".to_owned() };
    ann.insert().exec(&mut q).await?;
    assert_eq!(people::Customer::get("ann@example.com".to_owned()).fetch(&mut q).await?, Some(ann));
    Ok(())
}

#[ydb_keys::test]
async fn a_database_without_tables(mut client: Client) {
    let missing = insert(&client, 1).await.unwrap_err();
    assert_eq!(missing.kind(), ErrorKind::Schema, "{missing:?}");
    assert!(missing.to_string().contains("#[ydb_keys::test("), "{missing}");
    client = client.clone_with_retry_settings(ydb::RetrySettings::dont_retry());
    Order::TABLE.create_table().exec(&mut client.query_client()).await.unwrap();
    insert(&client, 1).await.unwrap();
}

#[ydb_keys::test(Order)]
#[should_panic(expected = "the order is missing")]
async fn a_test_may_panic(client: Client) {
    insert(&client, 1).await.unwrap();
    let found = Order::exists(2).fetch(&mut client.query_client()).await.unwrap();
    assert!(found, "the order is missing");
}

#[ydb_keys::test(Order)]
#[ignore = "shows that attributes stay where they are"]
async fn an_ignored_test(_: Client) {
    panic!("an ignored test runs");
}

/// Tests that neither the bare client's futures nor the test need a higher `recursion_limit` here.
#[ydb_keys::test(Order)]
async fn a_client_may_be_borrowed(client: &Client, database: &Database) {
    insert(client, 1).await.unwrap();
    assert_eq!(orders(database.client()).await.unwrap(), 1);
    assert!(client.database() == database.path(), "{} {}", client.database(), database.path());
}

#[ydb_keys::test(Order)]
async fn faults_of_the_server(client: Client, server: &Server) {
    let fault = || Fault::Status(Status::Overloaded, "busy".to_owned());
    server.faults().fail_next(2, Call::ExecuteQuery, fault());
    insert(&client, 1).await.unwrap();
    assert_eq!(server.faults().pending(), 0);
    server.faults().fail_next(1, Call::ExecuteQuery, fault());
    let hasty = client.clone_with_retry_settings(ydb::RetrySettings::dont_retry());
    let error = insert(&hasty, 2).await.unwrap_err();
    assert!(error.to_string().contains("busy"), "{error}");
}

/// Tests that the engine is as strict as the strictest server.
#[ydb_keys::test(people::Customer)]
async fn the_engine_is_strict(client: Client, server: &Server) {
    let saved = server.snapshot();
    let mut q = client.query_client();
    for email in ["a@example.com", "b@example.com"] {
        let customer = people::Customer { email: email.to_owned(), name: "Ann".to_owned() };
        let inserted = customer.insert().exec(&mut q).await;
        assert_eq!(inserted.is_err(), email.starts_with('b'), "{inserted:?}");
    }
    server.reset(&saved).unwrap();
    assert_eq!(people::Customer::scan().full_scan().count().fetch(&mut q).await.unwrap(), 0);
}

/// Tests that expired rows vanish when the test moves the clock.
#[ydb_keys::test(Visit, clock)]
async fn the_clock_is_the_tests(client: Client, server: &Server) {
    let mut q = client.query_client();
    let begun = server.clock().now();
    Visit { visitor: 1, seen_at: begun }.insert().exec(&mut q).await.unwrap();
    let day = Duration::from_secs(86_400);
    server.advance(29 * day).unwrap();
    assert_eq!(server.clock().now(), begun + 29 * day);
    assert!(Visit::exists(1).fetch(&mut q).await.unwrap());
    server.advance(day).unwrap();
    assert!(!Visit::exists(1).fetch(&mut q).await.unwrap());
}

/// Tests `clock` before a model: its position does not matter. Without it the engine's clock is the machine's.
#[ydb_keys::test(clock, Order, crate = ydb_keys)]
async fn a_clock_before_a_model(client: Client, database: &Database) {
    insert(&client, 1).await.unwrap();
    assert!(database.server().unwrap().clock().is_manual());
}

#[ydb_keys::test(Order)]
async fn no_clock(_: Client, server: &Server) {
    assert!(!server.clock().is_manual());
    assert_eq!(server.advance(Duration::ZERO).unwrap_err().status, Status::PreconditionFailed);
}

mod elsewhere {
    pub(crate) use ydb_keys as keys;

    /// Tests the attribute in a module without the names that it could depend on.
    #[keys::test(super::Order, crate = super::elsewhere::keys)]
    async fn a_test_in_another_module(client: ydb::Client) {
        super::insert(&client, 1).await.unwrap();
    }
}

/// Tests a database beside that of the test, like a user's own harness starts it.
#[ydb_keys::test(Order)]
async fn a_second_database(client: Client) {
    let second = Database::start(ydb_keys::schema![Order]).await.unwrap();
    insert(second.client(), 1).await.unwrap();
    insert(&client, 1).await.unwrap();
    assert_eq!((orders(second.client()).await.unwrap(), orders(&client).await.unwrap()), (1, 1));
    second.remove().await.unwrap();
}
