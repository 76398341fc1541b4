//! Tests rows that Rust writes and another language reads by key through its official client, and vice versa, on the
//! engine. The partitions' counters show that a read by key asks one partition.

use serde_json::{Value as Json, json};
use tokio::runtime::{Builder, Runtime};
use ydb::Client;
use ydb_embedded::{Behavior, Server};
use ydb_keys::{Table, YdbTable};

use super::Runner;
use super::everything::{Everything, Message, MessageBySize, Names, Shared, Wide, time};

const THEIRS: &str = "from another language";

fn message(id: u64) -> Message {
    Message { at: time(1_714_979_289_000_000 + id as i64), id, size: id as u32 }
}

/// Creates the table of a model with Rust's rows. Returns the keys of these rows, and of the rows that the other
/// language must write.
async fn written<T: Shared>(client: &Client, key: &str) -> Json {
    T::TABLE.create_table().exec(client).await.unwrap();
    let own = T::rows(1, "from Rust");
    T::upsert_many(&own).exec(client).await.unwrap();
    let types: Vec<String> = T::TABLE.key_columns().map(|column| column.ty.to_string()).collect();
    let texts = |rows: Vec<T>| rows.iter().map(T::texts).collect::<Vec<_>>();
    json!({ "key": key, "columns": types, "read": texts(own), "write": texts(T::rows(2, THEIRS)) })
}

/// Reads the rows that the other language has written.
async fn read<T: Shared>(client: &Client) {
    for row in T::rows(2, THEIRS) {
        let found = T::get(row.key().unwrap()).fetch(client).await.unwrap();
        assert_eq!(found, Some(row));
    }
}

/// Starts a database with messages.
fn start() -> (Server, Runtime, Client) {
    // As some real servers are: each parameter must be declared.
    let server = Server::builder().behavior(Behavior::strict()).start_blocking().unwrap();
    let runtime = Builder::new_current_thread().enable_all().build().unwrap();
    let client = runtime.block_on(async {
        let client = Box::pin(ydb_keys::connect(server.connection_string())).await.unwrap();
        Message::TABLE.create_table().exec(&client).await.unwrap();
        Names::TABLE.create_table().exec(&client).await.unwrap();
        Message::upsert_many(&(0..20).map(message).collect::<Vec<_>>()).exec(&client).await.unwrap();
        client
    });
    (server, runtime, client)
}

/// Checks the messages 20 to 29, which the other language wrote, in the right buckets of the table and of its index.
async fn read_messages(client: &Client) {
    for id in 20..30 {
        let message = message(id);
        assert_eq!(Message::get((message.at, id)).fetch(client).await.unwrap(), Some(message));
    }
    let sized = Message::index::<MessageBySize>().size(25..).fetch(client).await.unwrap();
    assert_eq!(sized.iter().map(|message| message.id).collect::<Vec<_>>(), [25, 26, 27, 28, 29]);
}

#[test]
fn with_python() {
    const TABLES: &[&Table] = ydb_keys::schema![Everything, Wide, Message, Names];
    let Some(packages) = Runner::Python.packages() else { return };
    let (server, runtime, client) = start();
    let tables = runtime.block_on(async {
        [written::<Everything>(&client, "EverythingKey").await, written::<Wide>(&client, "WideKey").await]
    });
    let data = json!(tables).to_string();
    Runner::Python.test(&packages, TABLES, "interop", &data, &[server.connection_string()]);
    runtime.block_on(async {
        read::<Everything>(&client).await;
        read::<Wide>(&client).await;
        read_messages(&client).await;
    });
}

#[test]
fn with_typescript() {
    const TABLES: &[&Table] = ydb_keys::schema![Everything, Message, Names];
    let Some(packages) = Runner::TypeScript.packages() else { return };
    let (server, runtime, client) = start();
    let tables = runtime.block_on(async { [written::<Everything>(&client, "EverythingKey").await] });
    let data = json!(tables).to_string();
    Runner::TypeScript.test(&packages, TABLES, "interop", &data, &[server.connection_string()]);
    runtime.block_on(async {
        read::<Everything>(&client).await;
        read_messages(&client).await;
    });
}
