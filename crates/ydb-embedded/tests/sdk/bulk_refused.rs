//! Bulk upserts and reads by key that are refused.

use ydb::{Client, Value, ydb_struct};
use ydb_embedded::{Server, Status};

use crate::support::{one, refused, run, start};

async fn tables() -> (Server, Client) {
    let (server, client) = start().await;
    run(&client, "CREATE TABLE t (k Uint64 NOT NULL, n Int32 NOT NULL, v Utf8, PRIMARY KEY (k))").await;
    run(&client, "CREATE TABLE i (k Uint64 NOT NULL, v Utf8, PRIMARY KEY (k), INDEX by_v GLOBAL ON (v))").await;
    run(&client, "CREATE TABLE a (k Uint64 NOT NULL, v Utf8, PRIMARY KEY (k), INDEX by_v GLOBAL ASYNC ON (v))").await;
    (server, client)
}

#[tokio::test]
async fn rows_that_do_not_fit_the_table() {
    let (_server, client) = tables().await;
    let table = client.table_client();
    for (row, message) in [
        (ydb_struct!("k" => 1_i64, "n" => 1), "Type mismatch, got type Int64"),
        (ydb_struct!("k" => 1_u32, "n" => 1), "Type mismatch, got type Uint32"),
        (ydb_struct!("k" => 1_u64, "n" => 1, "v" => ydb::Bytes::from("x")), "Type mismatch, got type String"),
        (ydb_struct!("n" => 1), "Missing key columns"),
        (ydb_struct!("k" => 1_u64, "v" => "x"), "Missing not null columns"),
        (ydb_struct!("k" => 1_u64, "n" => 1, "x" => 1), "Unknown column"),
    ] {
        refused(table.bulk_upsert("/local/t", vec![row]).await, Status::SchemeError, message);
    }
    let null = ydb_struct!("k" => 1_u64, "n" => None::<i32>);
    refused(table.bulk_upsert("/local/t", vec![null]).await, Status::BadRequest, "NULL");
    assert_eq!(one::<u64>(&client, "SELECT COUNT(*) FROM t").await, 0);
}

#[tokio::test]
async fn one_bad_row_is_all_rows() {
    let (_server, client) = tables().await;
    let rows = vec![ydb_struct!("k" => 1_u64, "n" => Some(1)), ydb_struct!("k" => 2_u64, "n" => None::<i32>)];
    refused(client.table_client().bulk_upsert("/local/t", rows).await, Status::BadRequest, "");
    assert_eq!(one::<u64>(&client, "SELECT COUNT(*) FROM t").await, 0);
}

#[tokio::test]
async fn tables_that_take_no_bulk_upserts() {
    let (_server, client) = tables().await;
    let table = client.table_client();
    let row = || vec![ydb_struct!("k" => 1_u64, "v" => "x")];
    let indexed = table.bulk_upsert("/local/i", row()).await;
    refused(indexed, Status::SchemeError, "Only async-indexed tables are supported by BulkUpsert");
    refused(table.bulk_upsert("/local/none", row()).await, Status::SchemeError, "none");
    refused(table.bulk_upsert("/elsewhere/t", row()).await, Status::SchemeError, "");
    let system = table.bulk_upsert("/local/.sys/partition_stats", row()).await;
    refused(system, Status::SchemeError, "");
}

#[tokio::test]
async fn keys_that_are_not_the_tables() {
    let (_server, client) = tables().await;
    let table = client.table_client();
    for (key, message) in [
        (ydb_struct!("k" => 1_i64), "Type mismatch"),
        (ydb_struct!("n" => 1), ""),
        (ydb_struct!("k" => 1_u64, "n" => 1), ""),
    ] {
        refused(table.read_rows("/local/t", vec![key], None).await, Status::SchemeError, message);
    }
    let key = || vec![ydb_struct!("k" => 1_u64)];
    let unknown = table.read_rows("/local/t", key(), Some(vec!["x".to_owned()])).await;
    refused(unknown, Status::SchemeError, "x");
    refused(table.read_rows("/local/none", key(), None).await, Status::SchemeError, "none");
}

#[tokio::test]
async fn tables_that_are_not_read_by_keys() {
    let (_server, client) = tables().await;
    run(&client, "CREATE TABLE o (k Uint64 NOT NULL, PRIMARY KEY (k)) WITH (STORE = COLUMN)").await;
    let table = client.table_client();
    let key = || vec![ydb_struct!("k" => 1_u64)];
    for path in ["/local/i", "/local/a"] {
        let read = table.read_rows(path, key(), None).await;
        refused(read, Status::SchemeError, "EvReadResults is not supported for tables with indexes");
    }
    refused(table.read_rows("/local/o", key(), None).await, Status::SchemeError, "");
}

#[tokio::test]
async fn rows_that_are_no_structs_never_leave_the_client() {
    let (_server, client) = tables().await;
    assert!(client.table_client().bulk_upsert("/local/t", vec![Value::Int32(1)]).await.is_err());
}
