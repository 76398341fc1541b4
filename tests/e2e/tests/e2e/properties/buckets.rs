//! Tests any scan of any table with buckets, against a filter of a sorted list, and pages while rows come and go.

use std::collections::BTreeMap;
use std::ops::Bound;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use e2e_tests::Database;
use futures_util::FutureExt;
use proptest::prelude::*;
use uuid::Uuid;
use ydb_keys::YdbTable;

use super::check;
use super::scans::{bounds, within};

/// Model whose bucket has one input; a number first, then a nullable text.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/bucket_points", primary_key(part = numeric_hash(id) % 3, a, b, id))]
#[ydb(allow(nullable_key, reason = "so that NULL is scanned"))]
struct Point {
    a: i32,
    b: Option<String>,
    id: u64,
    value: u64,
}

/// Model whose bucket has two inputs, each of which can be fixed alone; a time first, then a text and a UUID.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/bucket_events", primary_key(shard = xxh3(name, id) % 5, at, name, id))]
struct Event {
    at: SystemTime,
    name: String,
    id: Uuid,
    value: u64,
}

/// Model whose bucket has the whole key as input, and another function.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/bucket_numbers", primary_key(b = int_hash64(number) % 4, number))]
struct Number {
    number: i64,
    value: u64,
}

type PointKeyTuple = (i32, Option<String>, u64);
type EventKeyTuple = (SystemTime, String, Uuid);

fn a() -> impl Strategy<Value = i32> {
    prop::sample::select(&[i32::MIN, -1, 0, 7][..])
}

fn text() -> impl Strategy<Value = String> {
    prop::sample::select(&["", "A", "a", "ab", "я"][..]).prop_map(str::to_owned)
}

fn id() -> impl Strategy<Value = u64> {
    0..6_u64
}

fn time() -> impl Strategy<Value = SystemTime> {
    prop::sample::select(&[0, 1, 1_714_979_289][..]).prop_map(|at| SystemTime::UNIX_EPOCH + Duration::from_secs(at))
}

/// Generates UUIDs whose order in YDB differs from that of their bytes.
fn uuid() -> impl Strategy<Value = Uuid> {
    let uuids = [0, 1, 1 << 120, 2 << 96, (2 << 96) + (1 << 120), u128::MAX];
    prop::sample::select(uuids.map(Uuid::from_u128).to_vec())
}

/// Returns a UUID's bytes in YDB's order of comparison.
fn stored(uuid: Uuid) -> [u8; 16] {
    uuid.to_bytes_le()
}

fn point_key() -> impl Strategy<Value = PointKeyTuple> {
    (a(), prop::option::of(text()), id())
}

fn points() -> impl Strategy<Value = BTreeMap<PointKeyTuple, u64>> {
    prop::collection::btree_map(point_key(), 0..10_u64, 0..40)
}

fn point(((a, b, id), value): (&PointKeyTuple, &u64)) -> Point {
    Point { a: *a, b: b.clone(), id: *id, value: *value }
}

/// Prefix of the key, with a range on the next column.
#[derive(Clone, Debug)]
enum Prefix {
    A((Bound<i32>, Bound<i32>)),
    B(i32, (Bound<Option<String>>, Bound<Option<String>>)),
    Id(i32, Option<String>, (Bound<u64>, Bound<u64>)),
    Key(PointKeyTuple),
}

fn prefix() -> impl Strategy<Value = Prefix> {
    prop_oneof![
        4 => bounds(a().boxed()).prop_map(Prefix::A),
        4 => (a(), bounds(prop::option::of(text()).boxed())).prop_map(|(a, range)| Prefix::B(a, range)),
        3 => (a(), prop::option::of(text()), bounds(id().boxed())).prop_map(|(a, b, range)| Prefix::Id(a, b, range)),
        1 => point_key().prop_map(Prefix::Key),
    ]
}

impl Prefix {
    fn holds(&self, row: &Point) -> bool {
        match self {
            Prefix::A(range) => within(&row.a, range),
            Prefix::B(a, range) => row.a == *a && within(&row.b, range),
            Prefix::Id(a, b, range) => row.a == *a && row.b == *b && within(&row.id, range),
            Prefix::Key((a, b, id)) => (row.a, &row.b, row.id) == (*a, b, *id),
        }
    }
}

/// Runs every operation of a scan from its beginning, and pages of it.
macro_rules! ask {
    ($q:expr, $asked:expr, $expected:expr, $scan:expr) => {{
        let (descending, limit, size) = $asked;
        let mut expected: Vec<_> = $expected;
        if descending {
            expected.reverse();
        }
        let scan = || if descending { $scan.descending() } else { $scan };
        let some = &expected[..expected.len().min(limit as usize)];
        assert_eq!(scan().fetch($q).await.unwrap(), expected, "fetch");
        assert_eq!(scan().limit(limit).fetch($q).await.unwrap(), some, "limit");
        let stream = scan().stream($q).batch(size);
        let streamed: Vec<_> = futures_util::TryStreamExt::try_collect(stream).await.unwrap();
        assert_eq!(streamed, expected, "stream");
        let stream = scan().limit(limit).stream($q).batch(size);
        let streamed: Vec<_> = futures_util::TryStreamExt::try_collect(stream).await.unwrap();
        assert_eq!(streamed, some, "stream of some");
        assert_eq!(scan().first($q).await.unwrap().as_ref(), expected.first(), "first");
        assert_eq!(scan().count().fetch($q).await.unwrap(), expected.len() as u64, "count");
        assert_eq!(scan().limit(limit).count().fetch($q).await.unwrap(), some.len() as u64, "count at most");
        assert_eq!(scan().exists().fetch($q).await.unwrap(), !expected.is_empty(), "exists");
        let (mut rows, mut token) = (Vec::new(), None);
        loop {
            let page = scan().page(size, token.as_ref()).fetch($q).await.unwrap();
            assert!(page.next.is_none() || page.rows.len() as u64 == size, "a page is full");
            rows.extend(page.rows);
            token = page.next;
            if token.is_none() {
                break;
            }
        }
        assert_eq!(rows, expected, "pages");
    }};
}
pub(super) use ask;

/// Generates direction, limit and page size.
pub(super) fn asked() -> impl Strategy<Value = (bool, u64, u64)> {
    (any::<bool>(), 0..12_u64, prop_oneof![1..6_u64, Just(100)])
}

#[test]
fn any_scan_of_buckets_is_a_filter() {
    let database = async { Arc::new(Database::with::<Point>().await) }.shared();
    check(40, &(points(), prop::collection::vec((prefix(), asked()), 1..4)), async |(model, scans)| {
        let database = database.clone().await;
        let client = database.client();
        let rows: Vec<Point> = model.iter().map(point).collect();
        Point::scan().full_scan().delete().exec(client).await.unwrap();
        Point::upsert_many(&rows).exec(client).await.unwrap();
        for (prefix, asked) in scans {
            let expected: Vec<Point> = rows.iter().filter(|row| prefix.holds(row)).cloned().collect();
            match prefix {
                Prefix::A(range) => ask!(client, asked, expected, Point::scan().a(range)),
                Prefix::B(a, range) => ask!(client, asked, expected, Point::scan().a(a).b(range.clone())),
                Prefix::Id(a, b, range) => ask!(client, asked, expected, Point::scan().a(a).b(b.clone()).id(range)),
                Prefix::Key((a, b, id)) => ask!(client, asked, expected, Point::scan().a(a).b(b.clone()).id(id)),
            }
        }
    });
}

/// Tests deletions and continuations: a deletion removes the rows of the scan, and a scan continues after any key.
#[test]
fn any_deletion_and_any_continuation_is_a_filter() {
    let database = async { Arc::new(Database::with::<Point>().await) }.shared();
    let strategy = (points(), prefix(), point_key(), asked());
    check(48, &strategy, async |(model, prefix, after, (descending, limit, _))| {
        let database = database.clone().await;
        let client = database.client();
        let rows: Vec<Point> = model.iter().map(point).collect();
        Point::scan().full_scan().delete().exec(client).await.unwrap();
        Point::upsert_many(&rows).exec(client).await.unwrap();
        let key = |row: &Point| (row.a, row.b.clone(), row.id);
        let mut rest: Vec<Point> =
            rows.iter().filter(|row| if descending { key(row) < after } else { key(row) > after }).cloned().collect();
        if descending {
            rest.reverse();
        }
        let scan = || {
            let scan = Point::scan().full_scan().after(after.clone());
            if descending { scan.descending() } else { scan }
        };
        assert_eq!(scan().fetch(client).await.unwrap(), rest);
        rest.truncate(limit as usize);
        assert_eq!(scan().limit(limit).fetch(client).await.unwrap(), rest);
        let left: Vec<Point> = rows.iter().filter(|row| !prefix.holds(row)).cloned().collect();
        match prefix {
            Prefix::A(range) => Point::scan().a(range).delete().exec(client).await.unwrap(),
            Prefix::B(a, range) => Point::scan().a(a).b(range).delete().exec(client).await.unwrap(),
            Prefix::Id(a, b, range) => Point::scan().a(a).b(b).id(range).delete().exec(client).await.unwrap(),
            Prefix::Key((a, b, id)) => Point::scan().a(a).b(b).id(id).delete().exec(client).await.unwrap(),
        }
        assert_eq!(Point::scan().full_scan().fetch(client).await.unwrap(), left);
    });
}

/// Tests pages while rows come and go: rows that always exist are seen once, in order, and no row is seen that never
/// existed.
#[test]
fn pages_while_rows_come_and_go() {
    let database = async { Arc::new(Database::with::<Point>().await) }.shared();
    let change = (any::<bool>(), point_key());
    let changes = prop::collection::vec(prop::collection::vec(change, 0..6), 0..12);
    check(32, &(points(), changes, any::<bool>(), 1..6_u64), async |(model, changes, descending, size)| {
        let database = database.clone().await;
        let client = database.client();
        let rows: Vec<Point> = model.iter().map(point).collect();
        Point::scan().full_scan().delete().exec(client).await.unwrap();
        Point::upsert_many(&rows).exec(client).await.unwrap();
        let key = |row: &Point| (row.a, row.b.clone(), row.id);
        let (mut stayed, mut ever) = (model.clone(), model);
        let (mut seen, mut token, mut changes) = (Vec::new(), None, changes.into_iter());
        loop {
            let scan = Point::scan().full_scan();
            let scan = if descending { scan.descending() } else { scan };
            let page = scan.page(size, token.as_ref()).fetch(client).await.unwrap();
            seen.extend(page.rows.iter().map(key));
            token = page.next;
            if token.is_none() {
                break;
            }
            for (add, changed) in changes.next().into_iter().flatten() {
                match add {
                    true => {
                        ever.insert(changed.clone(), 0);
                        let (a, b, id) = changed;
                        Point { a, b, id, value: 99 }.upsert().exec(client).await.unwrap();
                    }
                    false => {
                        stayed.remove(&changed);
                        Point::delete(changed).exec(client).await.unwrap();
                    }
                }
            }
        }
        let in_order = seen.windows(2).all(|pair| if descending { pair[0] > pair[1] } else { pair[0] < pair[1] });
        assert!(in_order, "{seen:?}");
        assert!(seen.iter().all(|key| ever.contains_key(key)), "{seen:?}");
        assert!(stayed.keys().all(|key| seen.contains(key)), "{stayed:?}: {seen:?}");
    });
}

/// Tests a key of a time, a text and a UUID, in YDB's order.
#[test]
fn any_scan_of_buckets_over_several_inputs_is_a_filter() {
    let database = async { Arc::new(Database::with::<Event>().await) }.shared();
    let keys = prop::collection::hash_set((time(), text(), uuid()), 0..40);
    let ranges = (bounds(time().boxed()), time(), bounds(text().boxed()), text());
    check(32, &(keys, ranges, asked()), async |(keys, (times, at, names, name), asked)| {
        let database = database.clone().await;
        let client = database.client();
        let event = |(at, name, id): EventKeyTuple| Event { at, name, id, value: 1 };
        let mut rows: Vec<Event> = keys.into_iter().map(event).collect();
        rows.sort_by_key(|row| (row.at, row.name.clone(), stored(row.id)));
        Event::scan().full_scan().delete().exec(client).await.unwrap();
        Event::upsert_many(&rows).exec(client).await.unwrap();
        let filter = |holds: &dyn Fn(&Event) -> bool| rows.iter().filter(|row| holds(row)).cloned().collect::<Vec<_>>();
        ask!(client, asked, filter(&|row| within(&row.at, &times)), Event::scan().at(times));
        let of_time = filter(&|row| row.at == at && within(&row.name, &names));
        ask!(client, asked, of_time, Event::scan().at(at).name(names.clone()));
        let of_name = filter(&|row| row.at == at && row.name == name);
        ask!(client, asked, of_name, Event::scan().at(at).name(name.clone()));
    });
}

#[test]
fn any_scan_of_buckets_over_the_whole_key_is_a_filter() {
    let database = async { Arc::new(Database::with::<Number>().await) }.shared();
    let number = || prop::sample::select(&[i64::MIN, -2, -1, 0, 1, 2, 3, 500, i64::MAX][..]);
    let strategy = (prop::collection::btree_set(number(), 0..9), bounds(number().boxed()), asked());
    check(48, &strategy, async |(numbers, range, asked)| {
        let database = database.clone().await;
        let client = database.client();
        let rows: Vec<Number> = numbers.into_iter().map(|number| Number { number, value: 1 }).collect();
        Number::scan().full_scan().delete().exec(client).await.unwrap();
        Number::upsert_many(&rows).exec(client).await.unwrap();
        let expected = rows.into_iter().filter(|row| within(&row.number, &range)).collect();
        ask!(client, asked, expected, Number::scan().number(range));
    });
}
