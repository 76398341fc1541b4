//! Tests streams of more rows than one batch.

use e2e_tests::Database;
use futures_util::{StreamExt, TryStreamExt};
use ydb::{Transaction, closure};
use ydb_embedded::{Call, Fault};
use ydb_keys::{ErrorKind, YdbTable, transact, yql};

use crate::models::*;

/// Creates a table whose rows are in the order of their numbers.
async fn documents(count: i32) -> (Database, Vec<Document>) {
    let database = Database::with::<Document>().await;
    let rows: Vec<_> = (0..count).map(|n| Document { document: 7, version: n, text: String::new() }).collect();
    Document::bulk_upsert(&rows).exec(database.client()).await.unwrap();
    (database, rows)
}

/// Tests more rows than a batch, which has 5000.
#[tokio::test]
async fn more_rows_than_a_batch_has() {
    let (database, rows) = documents(12_001).await;
    let mut q = database.q();
    let mut stream = Document::scan().document(7).stream(&mut q);
    let mut seen = Vec::new();
    while let Some(row) = stream.try_next().await.unwrap() {
        seen.push(row);
    }
    assert!(stream.try_next().await.unwrap().is_none());
    assert_eq!(seen, rows);
}

#[tokio::test]
async fn a_stream_of_the_crate_futures() {
    let (database, rows) = documents(50).await;
    let mut q = database.q();
    let seen: Vec<Document> =
        TryStreamExt::try_collect(Document::scan().document(7).descending().stream(&mut q).batch(7)).await.unwrap();
    assert_eq!(seen, rows.iter().rev().cloned().collect::<Vec<_>>());
    let some: Vec<_> = Document::scan().document(7).stream(&mut q).batch(10).take(25).collect().await;
    assert_eq!(some.into_iter().map(Result::unwrap).collect::<Vec<_>>(), rows[..25]);
}

#[tokio::test]
async fn limits_and_batches_of_all_sizes() {
    let (database, rows) = documents(20).await;
    let mut q = database.q();
    for batch in [0, 1, 7, 10, 19, 20, 21, u64::MAX] {
        for limit in [0, 1, 10, 19, 20, 21] {
            let stream = Document::scan().document(7).limit(limit).stream(&mut q).batch(batch);
            let seen: Vec<Document> = TryStreamExt::try_collect(stream).await.unwrap();
            assert_eq!(seen, rows[..rows.len().min(limit as usize)], "batch {batch}, limit {limit}");
        }
        let stream = Document::scan().document(7).after((7, 4)).stream(&mut q).batch(batch);
        let seen: Vec<Document> = TryStreamExt::try_collect(stream).await.unwrap();
        assert_eq!(seen, rows[5..], "batch {batch}, after");
    }
}

/// Tests rows that come and go while others are read.
#[tokio::test]
async fn a_table_changes_while_it_is_read() {
    let (database, rows) = documents(20).await;
    let (mut q, mut other) = (database.q(), database.q());
    let mut stream = Document::scan().document(7).stream(&mut q).batch(5);
    let mut seen = Vec::new();
    while let Some(row) = stream.try_next().await.unwrap() {
        if row.version == 4 {
            // The batch is read: delete its last row and some of those after it.
            Document::delete_many([(7, 4), (7, 5), (7, 12)]).exec(&mut other).await.unwrap();
        }
        seen.push(row.version);
    }
    let expected: Vec<i32> = rows.iter().map(|row| row.version).filter(|version| ![5, 12].contains(version)).collect();
    assert_eq!(seen, expected);
}

#[tokio::test]
async fn a_stream_in_a_transaction_sees_its_writes() {
    let (database, _) = documents(10).await;
    let versions = database
        .q()
        .retry_tx(closure!(async |tx: &mut Transaction| {
            Document::delete((7, 3)).exec(&mut *tx).await?;
            Document { document: 7, version: 100, text: String::new() }.insert().exec(&mut *tx).await?;
            let mut versions = Vec::new();
            let mut stream = Document::scan().document(7).stream(&mut *tx).batch(4);
            while let Some(row) = stream.try_next().await? {
                versions.push(row.version);
            }
            Ok(versions)
        }))
        .await
        .unwrap();
    assert_eq!(versions, [0, 1, 2, 4, 5, 6, 7, 8, 9, 100]);
}

/// Tests that a stream that is dropped half way leaves its client free.
#[tokio::test]
async fn a_stream_is_left_half_way() {
    let (database, rows) = documents(30).await;
    let mut q = database.q();
    for _ in 0..100 {
        let mut stream = Document::scan().document(7).stream(&mut q).batch(10);
        assert_eq!(stream.try_next().await.unwrap().as_ref(), Some(&rows[0]));
    }
    assert_eq!(Document::get((7, 29)).fetch(&mut q).await.unwrap().as_ref(), Some(&rows[29]));
}

/// Tests a user's query whose result has several parts of a megabyte.
#[tokio::test]
async fn a_query_of_more_than_one_part() {
    let database = Database::with::<Document>().await;
    let rows: Vec<_> = (0..5_000).map(|n| Document { document: 7, version: n, text: "x".repeat(1_000) }).collect();
    Document::bulk_upsert(&rows).exec(database.client()).await.unwrap();
    let client = database.client();
    let all = || yql!("SELECT * FROM {Document} WHERE document = $id ORDER BY version", id = 7);
    let mut stream = all().stream::<Document>(client);
    let mut seen = Vec::new();
    while let Some(row) = stream.try_next().await.unwrap() {
        seen.push(row);
    }
    assert!(stream.try_next().await.unwrap().is_none());
    assert_eq!(seen, rows);

    let within: Vec<Document> = transact(client, async |tx| {
        Document::delete((7, 0)).exec(&tx).await?;
        TryStreamExt::try_collect(all().stream(&tx)).await
    })
    .await
    .unwrap();
    assert_eq!(within, rows[1..]);

    let versions =
        ydb_keys::query("SELECT version, text FROM `ydb_keys_e2e/documents` WHERE document = $id ORDER BY version");
    let versions = versions.param("id", &7_u64).stream::<(i32, String)>(client).take(3).collect::<Vec<_>>().await;
    assert_eq!(versions.into_iter().map(|row| row.unwrap().0).collect::<Vec<_>>(), [1, 2, 3]);
    let none = yql!("SELECT version FROM {Document} WHERE document = 8").stream::<i32>(client).try_next().await;
    assert_eq!(none.unwrap(), None);
}

/// Tests that the rows before the fault are returned, then the error, then nothing.
#[tokio::test]
async fn a_query_with_a_fault_in_the_middle() {
    let (database, _) = documents(10).await;
    let client = database.client();
    // The text does not say that its value may be NULL.
    let mut stream =
        yql!("SELECT version, IF(version = 4, NULL, text) AS note FROM {Document} WHERE document = 7 ORDER BY version")
            .stream::<(i32, String)>(client);
    for version in 0..4 {
        assert_eq!(stream.try_next().await.unwrap(), Some((version, String::new())));
    }
    let error = stream.try_next().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Decode, "{error}");
    assert_eq!(stream.try_next().await.unwrap(), None);
}

/// Tests that an answer that breaks off is an error, since a query may write, unless the program says that it does not.
#[tokio::test]
async fn a_query_whose_answer_breaks_off() {
    let (database, rows) = documents(10).await;
    let client = database.client();
    let all = || yql!("SELECT * FROM {Document} WHERE document = 7 ORDER BY version").stream::<Document>(client);
    database.faults().fail_next(1, Call::ExecuteQuery, Fault::BreakStreamAfter(0));
    let mut stream = all();
    assert!(stream.try_next().await.is_err());
    assert_eq!(stream.try_next().await.unwrap(), None);
    database.faults().fail_next(1, Call::ExecuteQuery, Fault::BreakStreamAfter(0));
    assert_eq!(TryStreamExt::try_collect::<Vec<_>>(all().idempotent(true)).await.unwrap(), rows);
}

#[tokio::test]
async fn a_query_is_left_half_way() {
    let (database, rows) = documents(30).await;
    let mut q = database.q();
    let all = || yql!("SELECT * FROM {Document} WHERE document = 7 ORDER BY version");
    for _ in 0..100 {
        let mut stream = all().stream::<Document>(&mut q);
        assert_eq!(stream.try_next().await.unwrap().as_ref(), Some(&rows[0]));
    }
    drop(all().stream::<Document>(&mut q));
    assert_eq!(Document::get((7, 29)).fetch(&mut q).await.unwrap().as_ref(), Some(&rows[29]));
}
