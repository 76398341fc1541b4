//! Results that are too large for one message: their parts are complete and in order.

use ydb::{Client, ydb_struct};

use crate::support::{bare, one, request, run, start};

/// Number of rows: far more than fit into one message.
const ROWS: u64 = 20_000;

/// Length of the text in each row, in bytes.
const LENGTH: usize = 400;

/// Returns the text of a row: its number with leading zeros.
fn text(n: u64) -> String {
    format!("{n:0LENGTH$}")
}

async fn fill(client: &Client) {
    run(client, "CREATE TABLE numbers (n Uint64 NOT NULL, text Utf8, PRIMARY KEY (n))").await;
    let rows = (0..ROWS).map(|n| ydb_struct!("n" => n, "text" => text(n))).collect();
    client.table_client().bulk_upsert("/local/numbers", rows).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn large_results_stream_in_order() {
    let (server, client) = start().await;
    fill(&client).await;
    assert_eq!(one::<u64>(&client, "SELECT COUNT(*) FROM numbers").await, ROWS);
    let sum: Option<u64> = one(&client, "SELECT SUM(n) FROM numbers").await;
    assert_eq!(sum, Some(ROWS * (ROWS - 1) / 2));

    let mut query = client.query_client();
    let mut stream = query.query("SELECT n, text FROM numbers ORDER BY n").await.unwrap();
    let mut next = 0;
    while let Some(set) = stream.next_result_set().await.unwrap() {
        for mut row in set.rows() {
            let n: u64 = row.remove_field(0).unwrap().try_into().unwrap();
            let found: Option<String> = row.remove_field(1).unwrap().try_into().unwrap();
            assert_eq!((n, found), (next, Some(text(next))));
            next += 1;
        }
    }
    stream.close().await.unwrap();
    assert_eq!(next, ROWS);

    let mut parts =
        bare(&server).await.execute_query(request("SELECT n, text FROM numbers", &[])).await.unwrap().into_inner();
    let (mut messages, mut rows) = (0, 0);
    while let Some(part) = parts.message().await.unwrap() {
        assert_eq!(part.status, 400_000);
        let set = part.result_set.unwrap_or_default();
        assert!(set.rows.len() * LENGTH < 2 << 20, "a message of {} rows", set.rows.len());
        rows += set.rows.len() as u64;
        messages += 1;
    }
    assert_eq!(rows, ROWS);
    assert!(messages > 1);
}

#[tokio::test]
async fn a_part_is_as_large_as_the_client_wants() {
    let (server, client) = start().await;
    run(&client, "CREATE TABLE t (k Int32 NOT NULL, v String, PRIMARY KEY (k))").await;
    let rows = (0..100).map(|k| ydb_struct!("k" => k, "v" => ydb::Bytes::from(vec![b'x'; 1000]))).collect();
    client.table_client().bulk_upsert("/local/t", rows).await.unwrap();
    let mut wanted = request("SELECT k, v FROM t", &[]);
    wanted.response_part_limit_bytes = 10_000;
    let parts = crate::support::parts(&server, wanted).await;
    let sizes: Vec<usize> = parts.into_iter().filter_map(|part| Some(part.result_set?.rows.len())).collect();
    // A row has a little more than 1,000 bytes: nine rows fit, ten do not.
    assert_eq!(sizes, [vec![9; 11], vec![1]].concat());
}

#[tokio::test]
async fn the_first_rows_do_not_wait_for_the_last() {
    let (server, client) = start().await;
    run(&client, "CREATE TABLE t (k Int32 NOT NULL, v String, PRIMARY KEY (k))").await;
    let rows = (0..1000).map(|k| ydb_struct!("k" => k, "v" => ydb::Bytes::from(vec![b'x'; 10_000]))).collect();
    client.table_client().bulk_upsert("/local/t", rows).await.unwrap();
    let mut parts = bare(&server).await.execute_query(request("SELECT k, v FROM t", &[])).await.unwrap().into_inner();
    assert!(parts.message().await.unwrap().is_some());
    drop(parts);
    // A client that goes away in the middle leaves no locks.
    run(&client, "UPSERT INTO t (k, v) VALUES (0, 'y')").await;
}
