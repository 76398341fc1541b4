//! Bulk upserts and reads by key.

use ydb::{ResultSet, Value, ydb_struct};

use crate::support::{all, one, run, start};

const TABLE: &str = "CREATE TABLE t (k Uint64 NOT NULL, s Utf8 NOT NULL, v Int32, w Utf8, PRIMARY KEY (k, s))";

type Found = (u64, String, Option<i32>, Option<String>);

fn found(set: ResultSet) -> Vec<Found> {
    let row = |mut row: ydb::Row| {
        (
            row.remove_field_by_name("k").unwrap().try_into().unwrap(),
            row.remove_field_by_name("s").unwrap().try_into().unwrap(),
            row.remove_field_by_name("v").unwrap().try_into().unwrap(),
            row.remove_field_by_name("w").unwrap().try_into().unwrap(),
        )
    };
    set.rows().map(row).collect()
}

fn key(k: u64, s: &str) -> Value {
    ydb_struct!("k" => k, "s" => s)
}

#[tokio::test]
async fn rows_are_written_and_found_by_their_keys() {
    let (_server, client) = start().await;
    run(&client, TABLE).await;
    let table = client.table_client();
    let rows = (0..100_u64).map(|k| ydb_struct!("s" => format!("s{k}"), "v" => k as i32, "k" => k)).collect();
    table.bulk_upsert("/local/t", rows).await.unwrap();
    assert_eq!(one::<u64>(&client, "SELECT COUNT(*) FROM t").await, 100);

    let keys = vec![key(7, "s7"), key(8, "missing"), key(99, "s99")];
    let mut rows = found(table.read_rows("/local/t", keys, None).await.unwrap());
    rows.sort();
    assert_eq!(rows, [(7, "s7".into(), Some(7), None), (99, "s99".into(), Some(99), None)]);
}

#[tokio::test]
async fn columns_that_are_left_out_keep_their_values() {
    let (_server, client) = start().await;
    run(&client, TABLE).await;
    let table = client.table_client();
    let first = ydb_struct!("k" => 1_u64, "s" => "a", "v" => 1, "w" => "kept");
    table.bulk_upsert("/local/t", vec![first]).await.unwrap();
    let second = ydb_struct!("k" => 1_u64, "s" => "a", "v" => Some(2));
    let third = ydb_struct!("k" => 2_u64, "s" => "a", "v" => None::<i32>);
    table.bulk_upsert("/local/t", vec![second, third]).await.unwrap();
    let mut rows = found(table.read_rows("/local/t", vec![key(1, "a"), key(2, "a")], None).await.unwrap());
    rows.sort();
    assert_eq!(rows, [(1, "a".into(), Some(2), Some("kept".into())), (2, "a".into(), None, None)]);
}

#[tokio::test]
async fn the_last_of_equal_keys_stays() {
    let (_server, client) = start().await;
    run(&client, TABLE).await;
    let rows = (0..3).map(|v| ydb_struct!("k" => 1_u64, "s" => "a", "v" => v)).collect();
    client.table_client().bulk_upsert("/local/t", rows).await.unwrap();
    assert_eq!(one::<Option<i32>>(&client, "SELECT v FROM t").await, Some(2));
}

#[tokio::test]
async fn chosen_columns_come_in_the_order_of_the_choice() {
    let (_server, client) = start().await;
    run(&client, TABLE).await;
    run(&client, "UPSERT INTO t (k, s, v, w) VALUES (1, 'a'u, 5, 'x'u)").await;
    let columns = Some(vec!["w".to_owned(), "k".to_owned()]);
    let set = client.table_client().read_rows("/local/t", vec![key(1, "a")], columns).await.unwrap();
    let mut rows: Vec<_> = set.rows().collect();
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0].remove_field(0).unwrap().to_option(), Some(Value::Text("x".into())));
    assert_eq!(rows[0].remove_field(1).unwrap(), Value::Uint64(1));
    assert!(rows[0].remove_field(2).is_err());
}

#[tokio::test]
async fn keys_may_be_null() {
    let (_server, client) = start().await;
    run(&client, "CREATE TABLE n (k Int32, v Int32, PRIMARY KEY (k))").await;
    let table = client.table_client();
    let rows = vec![ydb_struct!("k" => None::<i32>, "v" => 1), ydb_struct!("k" => Some(1), "v" => 2)];
    table.bulk_upsert("/local/n", rows).await.unwrap();
    let keys = vec![ydb_struct!("k" => None::<i32>)];
    let set = table.read_rows("/local/n", keys, Some(vec!["v".to_owned()])).await.unwrap();
    let values: Vec<Option<i32>> = set.rows().map(|mut row| row.remove_field(0).unwrap().try_into().unwrap()).collect();
    assert_eq!(values, [Some(1)]);
}

#[tokio::test]
async fn nothing_to_do_is_no_call() {
    let (_server, client) = start().await;
    let table = client.table_client();
    table.bulk_upsert("/local/nowhere", Vec::new()).await.unwrap();
    assert_eq!(table.read_rows("/local/nowhere", Vec::new(), None).await.unwrap().rows().count(), 0);
}

#[tokio::test]
async fn column_tables_and_asynchronous_indexes_take_bulk_upserts() {
    let (_server, client) = start().await;
    run(
        &client,
        "CREATE TABLE o (k Uint64 NOT NULL, v Int32, PRIMARY KEY (k)) PARTITION BY HASH (k) WITH (STORE = COLUMN)",
    )
    .await;
    run(&client, "CREATE TABLE a (k Uint64 NOT NULL, v Int32, PRIMARY KEY (k), INDEX by_v GLOBAL ASYNC ON (v))").await;
    let table = client.table_client();
    for path in ["/local/o", "/local/a"] {
        let rows = (1..=3_u64).map(|k| ydb_struct!("k" => k, "v" => 10 * k as i32)).collect();
        table.bulk_upsert(path, rows).await.unwrap();
    }
    assert_eq!(all::<Option<i32>>(&client, "SELECT v FROM o ORDER BY k").await, [Some(10), Some(20), Some(30)]);
    let text = "SELECT k FROM a VIEW by_v WHERE v = 20";
    let mode = ydb::TxMode::StaleReadOnly;
    let mut row = client.query_client().query_row(text).with_tx_mode(mode).await.unwrap();
    assert_eq!(u64::try_from(row.remove_field(0).unwrap()).unwrap(), 2);
}
