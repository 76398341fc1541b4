//! Tests each operation of a dual writer through a whole change of the key, under many orders of the requests, with
//! readers and faults: inserts, updates, batches, rows with versions, an index, twice as many buckets.

use std::collections::BTreeMap;

use e2e_tests::{Database, explore};
use futures_util::future::{join_all, join3};
use ydb_keys::{DualWriter, ErrorKind, Outcome, Result, YdbTable, add, transact};

use super::phases::{
    ByCustomer, ById, Known, ROWS, TRIES, There, WRITERS, change, check, fill, options, patient, read,
};

/// End of a write that is repeated after every error that allows it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum End {
    Written,
    Unknown,
    Refused(ErrorKind),
}

async fn end(faults: u32, write: impl AsyncFn() -> Result<u64>) -> End {
    for attempt in 1.. {
        match write().await {
            Ok(_) => return End::Written,
            Err(error) if error.outcome() == Outcome::Unknown => return End::Unknown,
            Err(error) if [ErrorKind::AlreadyExists, ErrorKind::Conflict].contains(&error.kind()) => {
                return End::Refused(error.kind());
            }
            // Only a fault ends a write that could be repeated as it is.
            Err(error) => assert!((faults > 0 || error.is_retryable()) && attempt < TRIES, "{error}"),
        }
    }
    unreachable!()
}

/// Makes a dual write on the client, or as a part of a transaction.
macro_rules! write {
    ($database:expr, $faults:expr, $in_tx:expr, $write:expr) => {
        end($faults, async || match $in_tx {
            true => transact($database.client(), async |tx| $write.exec(&tx).await).await,
            false => $write.exec($database.client()).await,
        })
        .await
    };
}

/// Returns the rows that may be stored after a write with this end.
fn after<T: Clone>(end: End, before: &T, written: T) -> Vec<T> {
    match end {
        End::Written => vec![written],
        End::Unknown => vec![before.clone(), written],
        End::Refused(kind) => panic!("{kind:?}"),
    }
}

/// Inserts, changes and deletes its own orders in all ways, every second time in a transaction.
async fn write_in_all_ways(database: &Database, writer: u64, faults: u32) -> Known {
    let orders = patient(async || There::open(database.client()).await).await;
    let own: Vec<u64> = (ROWS..3 * ROWS).filter(|id| id % WRITERS == writer).collect();
    let mut known: Known = own.iter().map(|&id| (id, vec![(id < 2 * ROWS).then_some((id % 3, 0))])).collect();
    for step in 1..=10_u64 {
        let in_tx = step.is_multiple_of(2);
        let at = |offset: u64| own[(step * 3 + offset) as usize % own.len()];
        let (one, other) = (at(0), at(1));
        let ([stored], [second]) = (&known[&one][..], &known[&other][..]) else { continue };
        let (stored, second) = (*stored, *second);
        // The customer is a part of the new key: only `instead_of` changes it.
        let row = |order_id, stored: Option<(u64, u64)>| ByCustomer {
            order_id,
            customer_id: stored.map_or(step % 4, |(customer, _)| customer),
            version: step,
        };
        let (mine, next) = (row(one, stored), row(other, second));
        let as_known = |row: &ByCustomer| Some((row.customer_id, row.version));
        match step % 5 {
            0 => {
                let inserted = write!(database, faults, in_tx, orders.insert(&mine));
                match stored {
                    Some(_) => assert!(
                        matches!(inserted, End::Refused(ErrorKind::AlreadyExists) | End::Unknown),
                        "{inserted:?} over an existing row"
                    ),
                    None => drop(known.insert(one, after(inserted, &stored, as_known(&mine)))),
                }
            }
            1 => {
                let update = || {
                    let old = ById::update(one).version(add(step));
                    orders.update(old, ByCustomer::update((mine.customer_id, one)).version(add(step)))
                };
                let written = write!(database, faults, in_tx, update());
                let changed = stored.map(|(customer, version)| (customer, version + step));
                known.insert(one, after(written, &stored, changed));
            }
            2 => {
                let rows = [mine, next];
                let written = write!(database, faults, in_tx, orders.upsert_many(&rows));
                known.insert(one, after(written, &stored, as_known(&rows[0])));
                known.insert(other, after(written, &second, as_known(&rows[1])));
            }
            3 => {
                let rows = [mine, next];
                let deleted = write!(database, faults, in_tx, orders.delete_many(&rows));
                known.insert(one, after(deleted, &stored, None));
                known.insert(other, after(deleted, &second, None));
            }
            _ => {
                let moved = ByCustomer { customer_id: step % 4, ..mine.clone() };
                let written = write!(database, faults, in_tx, orders.upsert(&moved).instead_of(&mine));
                known.insert(one, after(written, &stored, as_known(&moved)));
            }
        }
    }
    known
}

/// Runs half of the seeds without faults, and half with this many.
fn in_all_ways(faults: u32) {
    explore(10, faults, fill, async |database| {
        let writers = join_all((0..WRITERS).map(|writer| write_in_all_ways(database, writer, faults)));
        let change = change::<ByCustomer>(database, options());
        let (written, (), ()) = join3(writers, read(database), change).await;
        check(database, written).await;
    });
}

#[test]
fn in_all_ways_without_faults() {
    in_all_ways(0);
}

#[test]
fn in_all_ways_with_faults() {
    in_all_ways(3);
}

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "pages", primary_key(page_hash = numeric_hash(page_id), page_id), index(by_views, on(views)))]
struct Page {
    page_id: u64,
    site: u64,
    views: u64,
    #[ydb(version)]
    version: u64,
}

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "pages", primary_key(site_hash = numeric_hash(site), site, page_id), index(by_views, on(views)))]
struct SitePage {
    page_id: u64,
    site: u64,
    views: u64,
    #[ydb(version)]
    version: u64,
}

type Pages = DualWriter<Page, SitePage>;

async fn pages(database: &Database) {
    database.create::<Page>().await;
    for page_id in 0..ROWS {
        Page { page_id, site: page_id % 3, views: 0, version: 0 }.insert().exec(database.client()).await.unwrap();
    }
    Pages::open(database.client()).await.unwrap();
}

/// Returns the page as a reader finds it.
async fn page(database: &Database, pages: &Pages, site: u64, page_id: u64) -> Option<SitePage> {
    let old = async || {
        let found = Page::get(page_id).fetch(database.client()).await?;
        Ok(found.map(|Page { page_id, site, views, version }| SitePage { page_id, site, views, version }))
    };
    let new = async || SitePage::get((site, page_id)).fetch(database.client()).await;
    patient(async || pages.read(database.client(), old, new).await).await
}

/// Changes its own pages by their versions. Returns the pages that may be stored.
async fn write_pages(database: &Database, writer: u64, faults: u32) -> BTreeMap<u64, Vec<Option<SitePage>>> {
    let pages = patient(async || Pages::open(database.client()).await).await;
    let own: Vec<u64> = (0..2 * ROWS).filter(|id| id % WRITERS == writer).collect();
    let mut known = BTreeMap::new();
    for &page_id in &own {
        known.insert(page_id, vec![page(database, &pages, page_id % 3, page_id).await]);
    }
    for step in 1..=8_u64 {
        let in_tx = step.is_multiple_of(2);
        let page_id = own[(step * 3) as usize % own.len()];
        let [stored] = &known[&page_id][..] else { continue };
        let Some(stored) = stored.clone() else {
            let new = SitePage { page_id, site: step % 4, views: step, version: 0 };
            let inserted = write!(database, faults, in_tx, pages.insert(&new));
            let possible = match inserted {
                // It may still be done, with any version.
                End::Unknown => vec![None, Some(new)],
                _ => vec![page(database, &pages, new.site, page_id).await],
            };
            assert!(possible != [None], "page {page_id} is inserted, but not found: {inserted:?}");
            known.insert(page_id, possible);
            continue;
        };
        let next = SitePage { views: step, version: stored.version + 1, ..stored.clone() };
        let end = match step % 4 {
            // Somebody read it too early: it is never written.
            0 => {
                let stale = SitePage { version: stored.version + 7, views: 999, ..stored.clone() };
                let refused = write!(database, faults, in_tx, pages.upsert(&stale));
                assert!(matches!(refused, End::Refused(ErrorKind::Conflict) | End::Unknown), "{refused:?}");
                let twice = write!(database, faults, in_tx, pages.insert(&stored));
                assert!(matches!(twice, End::Refused(ErrorKind::AlreadyExists) | End::Unknown), "{twice:?}");
                continue;
            }
            1 => {
                let moved = SitePage { site: step % 4, views: step, ..stored.clone() };
                let end = write!(database, faults, in_tx, pages.upsert(&moved).instead_of(&stored));
                known.insert(page_id, after(end, &Some(stored), Some(SitePage { site: moved.site, ..next })));
                continue;
            }
            2 => {
                let update = || {
                    let old = Page::update(page_id).views(step);
                    pages.update(old, SitePage::update((stored.site, page_id)).views(step))
                };
                write!(database, faults, in_tx, update())
            }
            _ => {
                let changed = SitePage { views: step, ..stored.clone() };
                write!(database, faults, in_tx, pages.upsert(&changed))
            }
        };
        known.insert(page_id, after(end, &Some(stored), Some(next)));
    }
    known
}

/// Runs half of the seeds without faults, and half with this many.
fn versions_and_an_index(faults: u32) {
    explore(10, faults, pages, async |database| {
        let writers = join_all((0..WRITERS).map(|writer| write_pages(database, writer, faults)));
        let reader = async {
            let pages = patient(async || Pages::open(database.client()).await).await;
            for _ in 0..6 {
                // Its writer never deletes it.
                let old = async || Page::get(0).fetch(database.client()).await.map(|page| page.is_some());
                let new = async || {
                    let of_page = SitePage::scan().full_scan().fetch(database.client()).await?;
                    Ok(of_page.iter().any(|page| page.page_id == 0))
                };
                assert!(patient(async || pages.read(database.client(), old, new).await).await);
            }
        };
        let (written, (), ()) = join3(writers, reader, change::<SitePage>(database, options())).await;
        let client = database.client();
        let rows = patient(async || SitePage::scan().full_scan().fetch(client).await).await;
        let mut found = BTreeMap::new();
        for row in &rows {
            assert_eq!(found.insert(row.page_id, row.clone()), None, "page {} is there twice", row.page_id);
            let key = (row.site, row.page_id);
            assert_eq!(patient(async || SitePage::get(key).fetch(client).await).await.as_ref(), Some(row));
        }
        for (page_id, possible) in written.into_iter().flatten() {
            let stored = found.remove(&page_id);
            let same = |possible: &Option<SitePage>| match (possible, &stored) {
                (Some(possible), Some(stored)) if possible.version == 0 => {
                    SitePage { version: 0, ..stored.clone() } == *possible
                }
                (possible, stored) => possible == stored,
            };
            assert!(possible.iter().any(same), "page {page_id}: {stored:?} is stored, {possible:?} was written");
        }
        assert!(found.is_empty(), "nobody wrote {found:?}");
        let mut by_views = patient(async || SitePage::index::<SitePageByViews>().full_scan().fetch(client).await).await;
        by_views.sort_by_key(|row| row.page_id);
        let mut rows = rows;
        rows.sort_by_key(|row| row.page_id);
        assert_eq!(by_views, rows, "the index has other rows");
    });
}

#[test]
fn versions_and_an_index_without_faults() {
    versions_and_an_index(0);
}

#[test]
fn versions_and_an_index_with_faults() {
    versions_and_an_index(3);
}

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "feed", primary_key(shard = xxh3(event_id) % 2, at, event_id))]
struct Feed2 {
    at: u64,
    event_id: u64,
    note: u64,
}

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "feed", primary_key(shard_2 = xxh3(event_id) % 4, at, event_id))]
struct Feed4 {
    at: u64,
    event_id: u64,
    note: u64,
}

type Feed = DualWriter<Feed2, Feed4>;

async fn feed(database: &Database) {
    database.create::<Feed2>().await;
    let rows: Vec<Feed2> = (0..2 * ROWS).map(|event_id| Feed2 { at: event_id / 2, event_id, note: 0 }).collect();
    Feed2::upsert_many(&rows).exec(database.client()).await.unwrap();
    Feed::open(database.client()).await.unwrap();
}

async fn write_feed(database: &Database, writer: u64, faults: u32) -> BTreeMap<u64, Vec<Option<u64>>> {
    let feed = patient(async || Feed::open(database.client()).await).await;
    let own: Vec<u64> = (ROWS..3 * ROWS).filter(|id| id % WRITERS == writer).collect();
    let mut known: BTreeMap<u64, Vec<Option<u64>>> =
        own.iter().map(|&id| (id, vec![(id < 2 * ROWS).then_some(0)])).collect();
    for step in 1..=8_u64 {
        let in_tx = step.is_multiple_of(2);
        let event_id = own[(step * 3) as usize % own.len()];
        let [stored] = known[&event_id][..] else { continue };
        let row = Feed4 { at: event_id / 2, event_id, note: step };
        let (end, written) = match (step % 4, stored) {
            (0, Some(_)) => (write!(database, faults, in_tx, feed.delete(&row)), None),
            (1, Some(note)) => {
                let key = (row.at, event_id);
                let update = || feed.update(Feed2::update(key).note(add(step)), Feed4::update(key).note(add(step)));
                (write!(database, faults, in_tx, update()), Some(note + step))
            }
            (_, Some(_)) => (write!(database, faults, in_tx, feed.upsert(&row)), Some(step)),
            (_, None) => (write!(database, faults, in_tx, feed.insert(&row)), Some(step)),
        };
        known.insert(event_id, after(end, &stored, written));
    }
    known
}

/// Tests an old and a new key with the same columns, which differ only in their buckets.
#[test]
fn twice_as_many_buckets() {
    explore(20, 3, feed, async |database| {
        let writers = join_all((0..WRITERS).map(|writer| write_feed(database, writer, 3)));
        let reader = async {
            let feed = patient(async || Feed::open(database.client()).await).await;
            for event_id in (0..ROWS).chain(0..ROWS) {
                let key = (event_id / 2, event_id);
                let old = async || Feed2::get(key).fetch(database.client()).await.map(|row| row.is_some());
                let new = async || Feed4::get(key).fetch(database.client()).await.map(|row| row.is_some());
                let found = patient(async || feed.read(database.client(), old, new).await).await;
                assert!(found, "event {event_id} is not found");
            }
        };
        let (written, (), ()) = join3(writers, reader, change::<Feed4>(database, options())).await;
        let rows = patient(async || Feed4::scan().full_scan().fetch(database.client()).await).await;
        let mut found: BTreeMap<u64, u64> = rows.iter().map(|row| (row.event_id, row.note)).collect();
        assert_eq!(rows.len(), found.len(), "an event is there twice");
        let keys = rows.iter().map(|row| (row.at, row.event_id));
        let got = patient(async || Feed4::get_many(keys.clone()).fetch(database.client()).await).await;
        assert_eq!(got.len(), rows.len(), "a row lies in another bucket");
        let unchanged = (0..ROWS).map(|id| (id, vec![Some(0)]));
        for (event_id, possible) in written.into_iter().flatten().chain(unchanged) {
            let stored = found.remove(&event_id);
            assert!(possible.contains(&stored), "event {event_id}: {stored:?} is stored, {possible:?} was written");
        }
        assert!(found.is_empty(), "nobody wrote {found:?}");
    });
}
