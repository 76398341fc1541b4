//! Tests readers that continue with page tokens from before the swap, under many orders of their requests, while the
//! number of buckets changes and others write.

use std::cell::Cell;

use e2e_tests::{Database, explore_or_run};
use futures_util::future::{join, join3};
use ydb_embedded::check::Pages;
use ydb_keys::{DualWriter, PageToken, YdbTable};
use ydb_keys_migrate::{Event, rekey};

use super::support::{plan, small};

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "feed", primary_key(shard = xxh3(event_id) % 16, at, event_id))]
struct Feed16 {
    at: u64,
    event_id: u64,
    note: Option<u64>,
}

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "feed", primary_key(shard_2 = xxh3(event_id) % 32, at, event_id))]
struct Feed32 {
    at: u64,
    event_id: u64,
    note: Option<u64>,
}

/// Number of rows that nobody changes; they have even times, and the writers' rows have odd ones.
const STABLE: u64 = 12;

fn stable(number: u64) -> Feed16 {
    Feed16 { at: 2 * (number / 3), event_id: number, note: None }
}

async fn feed(database: &Database) {
    database.create::<Feed16>().await;
    let rows: Vec<Feed16> = (0..STABLE).map(stable).collect();
    Feed16::upsert_many(&rows).exec(database.client()).await.unwrap();
}

/// Writes events between the stable ones, and deletes some.
async fn write(database: &Database) {
    let feed = DualWriter::<Feed16, Feed32>::open(database.client()).await.unwrap();
    for step in 1..=4 {
        let row = Feed32 { at: 2 * step + 1, event_id: STABLE + step, note: Some(step) };
        feed.upsert(&row).exec(database.client()).await.unwrap();
        if step % 3 == 0 {
            feed.delete(&row).exec(database.client()).await.unwrap();
        }
    }
}

/// Returns a page of the model whose key the table has, and `true` if that is the new one.
async fn page(
    database: &Database,
    feed: &DualWriter<Feed16, Feed32>,
    token: Option<&PageToken>,
    down: bool,
) -> (Vec<(u64, u64)>, Option<PageToken>, bool) {
    let client = database.client();
    let old = async || {
        let scan = Feed16::scan().full_scan();
        let scan = if down { scan.descending() } else { scan };
        let page = scan.page(4, token).fetch(client).await?;
        Ok((page.rows.iter().map(|row| (row.at, row.event_id)).collect(), page.next, false))
    };
    let new = async || {
        let scan = Feed32::scan().full_scan();
        let scan = if down { scan.descending() } else { scan };
        let page = scan.page(4, token).fetch(client).await?;
        Ok((page.rows.iter().map(|row| (row.at, row.event_id)).collect(), page.next, true))
    };
    feed.read(client, old, new).await.unwrap()
}

/// Reads the table page by page, a few times. Returns the number of uses of a token from before the swap after it.
async fn read(database: &Database, down: bool) -> u32 {
    let feed = DualWriter::open(database.client()).await.unwrap();
    let (mut crossings, mut swapped) = (0, false);
    for _ in 0..2 {
        let (mut seen, mut token): (Vec<(u64, u64)>, _) = (Vec::new(), None);
        loop {
            let (rows, next, now) = page(database, &feed, token.as_ref(), down).await;
            crossings += u32::from(now && !swapped && token.is_some());
            (swapped, token) = (now, next);
            seen.extend(rows);
            if token.is_none() {
                break;
            }
        }
        if down {
            seen.reverse();
        }
        let mut pages = Pages::default();
        pages.add(seen);
        pages.check((0..STABLE).map(stable).map(|row| (row.at, row.event_id))).unwrap();
    }
    crossings
}

#[test]
fn tokens_cross_the_swap() {
    let crossings = Cell::new(0);
    let explored = explore_or_run(20, 0, feed, async |database| {
        let client = database.client();
        let before = Feed16::scan().full_scan().page(7, None).fetch(client).await.unwrap();
        let mut quiet = |_: Event<'_>| {};
        let (plan, options) = (plan(Feed32::TABLE), small().passes(20));
        let copy = rekey(client, &plan, &options, &mut quiet);
        let readers = join(read(database, false), read(database, true));
        let ((), (up, down), copied) = join3(write(database), readers, copy).await;
        copied.unwrap();
        crossings.set(crossings.get() + up + down);
        // A token from before the copy continues after its row.
        let rows = Feed32::scan().full_scan().fetch(client).await.unwrap();
        let last = before.rows.last().map(|row| (row.at, row.event_id)).unwrap();
        let after: Vec<Feed32> = rows.into_iter().filter(|row| (row.at, row.event_id) > last).take(5).collect();
        let next = Feed32::scan().full_scan().page(5, before.next.as_ref()).fetch(client).await.unwrap();
        assert_eq!(next.rows, after);
    });
    assert!(!explored || crossings.get() > 0, "no reader was between two pages at the swap");
}
