//! Tests the attribute on a real database, where each test has its own directory. An engine stands in for the database.

use std::env;
use std::process::{Command, Output};

use ydb::Client;
use ydb_keys::testing::Database;
use ydb_keys::testing::ydb_embedded::{Behavior, Server};
use ydb_keys::{Result, YdbTable};

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "shop/orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
struct Order {
    order_id: u64,
    amount: Option<i64>,
}

/// Runs the ignored tests of this program, on a shared database.
fn run(server: &Server, tests: &str, connection: &str) -> Output {
    let program = env::current_exe().unwrap();
    let output = Command::new(program)
        .args(["--ignored", "--test-threads=8", tests])
        .env("YDB_CONNECTION_STRING", connection)
        .env("YDB_ANONYMOUS_CREDENTIALS", "0")
        .output()
        .unwrap();
    assert!(server.partition_stats("shop/orders").is_err(), "a test has written outside of its directory");
    output
}

/// Returns the remaining entries in the directory of all tests.
async fn left(server: &Server) -> Vec<String> {
    let client = ydb_keys::connect(server.connection_string()).await.unwrap();
    let path = format!("{}/ydb_keys_tests", client.database());
    let entries = client.scheme_client().list_directory(path).await.unwrap();
    entries.into_iter().map(|entry| entry.name).collect()
}

#[ydb_keys::test]
async fn each_test_has_a_directory_and_removes_it(_: &Client) {
    let server = Server::builder().behavior(Behavior::strict()).start().await.unwrap();
    let output = run(&server, "in_directory::", server.connection_string());
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.contains("test result: ok. 6 passed"), "{text}");
    assert_eq!(left(&server).await, [""; 0]);
}

#[ydb_keys::test]
async fn credentials_reach_the_server(_: &Client) {
    let server = Server::builder().user("root", "1234").start().await.unwrap();
    let connection = server.connection_string();
    let right = format!("{connection}?token_static_username=root&token_static_password=1234");
    let output = run(&server, "in_directory::models", &right);
    assert!(output.status.success(), "{output:?}");
    let wrong = format!("{connection}?token_static_username=root&token_static_password=4321");
    let output = run(&server, "in_directory::models", &wrong);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("cannot start the database of testing::directories::in_directory::models"), "{text}");
}

/// Tests that the message names the variable to change, and its value.
#[ydb_keys::test]
async fn a_database_that_is_down_is_named(_: &Client) {
    let server = Server::start().await.unwrap();
    let other = Server::start().await.unwrap();
    let connection = other.connection_string().to_owned();
    drop(other);
    let output = run(&server, "in_directory::models", &connection);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let expected = format!("YDB_CONNECTION_STRING: cannot connect to `{connection}`: transport error: ");
    assert!(text.contains(&expected) && text.contains("Connection refused"), "{text}");
    assert!(text.contains("help: start that database, or unset the variable"), "{text}");
}

/// Tests that run in directories.
mod in_directory {
    use super::*;

    async fn insert(client: &Client, order_id: u64) -> Result<()> {
        Order { order_id, amount: None }.insert().exec(&mut client.query_client()).await
    }

    fn is_a_directory(database: &Database) {
        assert!(database.server().is_none());
        assert!(
            database.path().starts_with("/local/ydb_keys_tests/testing__directories__in_directory__"),
            "{database:?}"
        );
        assert_eq!(database.client().database(), database.path());
    }

    #[ydb_keys::test(Order)]
    #[ignore = "needs a shared database"]
    async fn models(client: Client, database: &Database) -> Result<()> {
        is_a_directory(database);
        insert(&client, 1).await?;
        let mut q = client.query_client();
        assert_eq!(Order::get(1).fetch(&mut q).await?, Some(Order { order_id: 1, amount: None }));
        assert_eq!(Order::scan().full_scan().count().fetch(&mut q).await?, 1);
        Ok(())
    }

    /// Tests requests that name the table by its path.
    #[ydb_keys::test(Order)]
    #[ignore = "needs a shared database"]
    async fn bulk(client: Client, database: &Database) -> Result<()> {
        is_a_directory(database);
        let rows: Vec<Order> = (0..100).map(|order_id| Order { order_id, amount: Some(1) }).collect();
        Order::bulk_upsert(&rows).exec(&client).await?;
        assert_eq!(Order::read_rows(0..100_u64).fetch(&client).await?.len(), 100);
        let path = format!("{}/shop/orders", client.database());
        assert!(client.table_client().describe_table(path).await.is_ok());
        Ok(())
    }

    /// Tests a test's own queries and DDL; the tables that it creates are dropped, too.
    #[ydb_keys::test(Order)]
    #[ignore = "needs a shared database"]
    async fn queries(client: Client, database: &Database) {
        is_a_directory(database);
        insert(&client, 7).await.unwrap();
        let mut q = client.query_client();
        let mut row = q.query_row("SELECT order_id FROM `shop/orders`").await.unwrap();
        assert_eq!(u64::try_from(row.remove_field(0).unwrap()).unwrap(), 7);
        q.exec("CREATE TABLE `a/b/c` (k Int32 NOT NULL, PRIMARY KEY (k))").await.unwrap();
        q.exec("CREATE TABLE d (k Int32 NOT NULL, PRIMARY KEY (k))").await.unwrap();
        q.exec("UPSERT INTO d (k) VALUES (1)").await.unwrap();
    }

    #[ydb_keys::test(Order)]
    #[ignore = "needs a shared database"]
    async fn transactions(client: Client, database: &Database) {
        is_a_directory(database);
        let order = Order { order_id: 1, amount: Some(2) };
        let own = &order;
        let mut q = client.query_client();
        let written = q.retry_tx(ydb::closure!([&own], async |tx: &mut ydb::Transaction| {
            own.insert().exec(&mut *tx).await?;
            Ok(Order::exists(1).fetch(&mut *tx).await?)
        }));
        assert!(written.await.unwrap());
        assert!(Order::exists(1).fetch(&mut q).await.unwrap());
    }

    #[ydb_keys::test(Order)]
    #[ignore = "needs a shared database"]
    #[should_panic(expected = "after its rows were written")]
    async fn a_panic(client: Client, database: &Database) {
        is_a_directory(database);
        insert(&client, 1).await.unwrap();
        panic!("after its rows were written");
    }

    /// Tests that a test that asks for the engine's server gets one, whatever the environment says.
    #[ydb_keys::test(Order)]
    #[ignore = "needs a shared database"]
    async fn an_engine(client: Client, server: &Server, database: &Database) {
        assert_eq!((database.path(), client.database().as_str()), ("/local", "/local"));
        insert(&client, 1).await.unwrap();
        assert_eq!(server.partition_stats("shop/orders").unwrap()[0].row_count, 1);
    }
}
