//! Tests pages, streams and exports of a table that others write, whose partitions split and merge, and whose answers
//! are lost: all rows that stay come once and in order.

use e2e_tests::{Database, explore};
use futures_util::TryStreamExt as _;
use futures_util::future::{join, join4};
use ydb_embedded::check::Pages;
use ydb_keys::{PageToken, YdbTable};
use ydb_keys_bulk::BulkSelect;

use crate::models::*;

const ROWS: i32 = 16;

/// Returns the versions of the rows that nobody changes: even ones; the writer's rows have odd ones.
fn stable() -> impl Iterator<Item = i32> {
    (0..ROWS).map(|n| 2 * n)
}

fn document(version: i32) -> Document {
    Document { document: 7, version, text: String::new() }
}

async fn documents(database: &Database) {
    database.create::<Document>().await;
    let rows: Vec<_> = stable().map(document).collect();
    Document::upsert_many(&rows).exec(database.client()).await.unwrap();
}

fn versions(rows: Vec<Document>) -> impl Iterator<Item = i32> {
    rows.into_iter().map(|row| row.version)
}

/// Writes rows between the stable ones, and deletes some.
async fn write(database: &Database) {
    for n in 0..6 {
        let version = 2 * (n * 11 % ROWS) + 1;
        document(version).upsert().exec(database.client()).idempotent(true).await.unwrap();
        if n % 2 == 1 {
            Document::delete((7, version)).exec(database.client()).idempotent(true).await.unwrap();
        }
    }
}

#[test]
fn rows_that_stay_are_read_once_and_in_order() {
    explore(20, 3, documents, async |database| {
        let (client, connection) = (database.client(), database.bulk().await);
        let scan = || Document::scan().document(7);
        let pages = async {
            let (mut pages, mut token) = (Pages::default(), None::<PageToken>);
            loop {
                let page = scan().page(5, token.as_ref()).fetch(client).await.unwrap();
                pages.add(versions(page.rows));
                token = page.next;
                if token.is_none() {
                    break pages.check(stable()).unwrap();
                }
            }
        };
        let backwards = async {
            let rows: Vec<_> = scan().descending().stream(client).batch(4).try_collect().await.unwrap();
            let mut pages = Pages::default();
            pages.add(versions(rows).map(|version| -version));
            pages.check(stable().map(|version| -version)).unwrap();
        };
        let exported = async {
            let mut pages = Pages::default();
            for part in scan().select::<Document>().export(&connection).batch(4).split(2).await.unwrap() {
                pages.add(versions(part.try_collect().await.unwrap()));
            }
            pages.check(stable()).unwrap();
        };
        join4(pages, backwards, exported, write(database)).await;
    });
}

#[derive(YdbTable, Clone, Debug)]
#[ydb(table = "ydb_keys_e2e/walked", primary_key(shard = xxh3(id) % 3, at, id))]
struct Walked {
    at: u32,
    id: u32,
}

/// Tests that the pages of all buckets are in the order of the times.
#[test]
fn pages_of_buckets_are_one_walk() {
    let row = |at: u32| Walked { at, id: at * 7 % 5 };
    let stable = || (0..20).map(|n| 2 * n);
    let prepare = async |database: &Database| {
        database.create::<Walked>().await;
        Walked::upsert_many(&stable().map(row).collect::<Vec<_>>()).exec(database.client()).await.unwrap();
    };
    explore(20, 3, prepare, async |database| {
        let client = database.client();
        let walk = async {
            let (mut pages, mut token) = (Pages::default(), None::<PageToken>);
            loop {
                let page = Walked::scan().full_scan().page(6, token.as_ref()).fetch(client).await.unwrap();
                pages.add(page.rows.iter().map(|row| (row.at, row.id)));
                token = page.next;
                if token.is_none() {
                    break pages.check(stable().map(row).map(|row| (row.at, row.id))).unwrap();
                }
            }
        };
        let write = async {
            for at in [1, 31, 15, 21, 5, 37] {
                row(at).upsert().exec(client).idempotent(true).await.unwrap();
                if at % 3 == 1 {
                    Walked::delete(row(at).key().unwrap()).exec(client).idempotent(true).await.unwrap();
                }
            }
        };
        join(walk, write).await;
    });
}
