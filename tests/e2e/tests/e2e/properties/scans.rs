//! Tests any scan of any rows, against a filter of a sorted list.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::ops::Bound;
use std::sync::Arc;

use e2e_tests::{Database, is};
use futures_util::FutureExt;
use proptest::prelude::*;
use ydb_keys::{ErrorKind, YdbTable};

use super::check;

/// Model with keys of few values, so that they coincide; NULL in the middle. The second table has a hash over the first
/// two.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/points", primary_key(a, b, c), partitioning(at_keys((2))))]
#[ydb(allow(nullable_key, reason = "so that NULL is scanned"))]
struct Point {
    #[ydb(dispersed)]
    a: u64,
    b: Option<i32>,
    c: String,
    value: u64,
}

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/hashed_points", primary_key(hash = xxh3(a, b), a, b, c))]
struct HashedPoint {
    a: u64,
    b: i32,
    c: String,
    value: u64,
}

type PointKeyTuple = (u64, Option<i32>, String);

/// Table in plain Rust, sorted like in YDB: `None` first, texts by their bytes.
type Model = BTreeMap<PointKeyTuple, u64>;

fn a() -> impl Strategy<Value = u64> {
    prop::sample::select(&[0, 1, 2, u64::MAX][..])
}

fn b() -> impl Strategy<Value = Option<i32>> {
    prop::sample::select(&[None, Some(i32::MIN), Some(-1), Some(0), Some(7)][..])
}

fn c() -> impl Strategy<Value = String> {
    prop::sample::select(&["", "A", "a", "ab", "я"][..]).prop_map(str::to_owned)
}

fn model() -> impl Strategy<Value = Model> {
    prop::collection::btree_map((a(), b(), c()), 0..10_u64, 0..30)
}

/// Generates one of Rust's forms of ranges of these values.
pub(super) fn bounds<V: Clone + std::fmt::Debug + 'static>(
    value: BoxedStrategy<V>,
) -> impl Strategy<Value = (Bound<V>, Bound<V>)> {
    let bound =
        prop_oneof![Just(Bound::Unbounded), value.clone().prop_map(Bound::Included), value.prop_map(Bound::Excluded),];
    let bound = bound.boxed();
    (bound.clone(), bound)
}

/// Prefix of the key, with a range on the next column.
#[derive(Clone, Debug)]
enum Prefix {
    Whole,
    A((Bound<u64>, Bound<u64>)),
    B(u64, (Bound<Option<i32>>, Bound<Option<i32>>)),
    C(u64, Option<i32>, (Bound<String>, Bound<String>)),
    Key(PointKeyTuple),
}

fn prefix() -> impl Strategy<Value = Prefix> {
    prop_oneof![
        1 => Just(Prefix::Whole),
        2 => bounds(a().boxed()).prop_map(Prefix::A),
        4 => (a(), bounds(b().boxed())).prop_map(|(a, range)| Prefix::B(a, range)),
        4 => (a(), b(), bounds(c().boxed())).prop_map(|(a, b, range)| Prefix::C(a, b, range)),
        1 => (a(), b(), c()).prop_map(Prefix::Key),
    ]
}

pub(super) fn within<V: Ord>(value: &V, range: &(Bound<V>, Bound<V>)) -> bool {
    let above = match &range.0 {
        Bound::Included(low) => value >= low,
        Bound::Excluded(low) => value > low,
        Bound::Unbounded => true,
    };
    above
        && match &range.1 {
            Bound::Included(high) => value <= high,
            Bound::Excluded(high) => value < high,
            Bound::Unbounded => true,
        }
}

impl Prefix {
    fn holds(&self, (a, b, c): &PointKeyTuple) -> bool {
        match self {
            Prefix::Whole => true,
            Prefix::A(range) => within(a, range),
            Prefix::B(x, range) => a == x && within(b, range),
            Prefix::C(x, y, range) => a == x && b == y && within(c, range),
            Prefix::Key(key) => (a, b, c) == (&key.0, &key.1, &key.2),
        }
    }
}

impl Prefix {
    /// Replaces columns of a key by the fixed values of the prefix; leaves every fifth key unchanged.
    fn with(&self, (a, b, c): PointKeyTuple, dice: u64) -> PointKeyTuple {
        match self {
            _ if dice == 5 => (a, b, c),
            Prefix::Whole | Prefix::A(_) => (a, b, c),
            Prefix::B(x, _) => (*x, b, c),
            Prefix::C(x, y, _) => (*x, *y, c),
            Prefix::Key(key) => key.clone(),
        }
    }

    /// Returns `true` if the key has the prefix's value in each fixed column.
    fn fixes(&self, (a, b, c): &PointKeyTuple) -> bool {
        match self {
            Prefix::Whole | Prefix::A(_) => true,
            Prefix::B(x, _) => a == x,
            Prefix::C(x, y, _) => a == x && b == y,
            Prefix::Key(key) => (a, b, c) == (&key.0, &key.1, &key.2),
        }
    }
}

/// Options of a scan besides the prefix.
#[derive(Clone, Debug)]
struct Asked {
    descending: bool,
    limit: Option<u64>,
    after: Option<PointKeyTuple>,
    size: u64,
}

fn asked() -> impl Strategy<Value = Asked> {
    let after = prop::option::of((a(), b(), c()));
    (any::<bool>(), prop::option::of(0..12_u64), after, 1..6_u64).prop_map(|(descending, limit, after, size)| Asked {
        descending,
        limit,
        after,
        size,
    })
}

/// Returns the rows that a scan must return, computed by hand.
fn expected(model: &Model, prefix: &Prefix, asked: &Asked) -> Vec<Point> {
    let order = if asked.descending { Ordering::Less } else { Ordering::Greater };
    let mut rows: Vec<_> = model
        .iter()
        .filter(|(key, _)| prefix.holds(key) && asked.after.as_ref().is_none_or(|after| (*key).cmp(after) == order))
        .map(|((a, b, c), value)| Point { a: *a, b: *b, c: c.clone(), value: *value })
        .collect();
    if asked.descending {
        rows.reverse();
    }
    rows.truncate(asked.limit.map_or(usize::MAX, |limit| limit as usize));
    rows
}

/// Runs every operation of a scan. All of them must refuse a continuation after a row outside the scan.
macro_rules! ask {
    ($database:ident, $asked:ident, $expected:ident, $elsewhere:ident, $scan:expr) => {{
        let q = &mut $database.q();
        let scan = || {
            let mut scan = $scan;
            if $asked.descending {
                scan = scan.descending();
            }
            if let Some(limit) = $asked.limit {
                scan = scan.limit(limit);
            }
            if let Some(after) = &$asked.after {
                scan = scan.after(after.clone());
            }
            scan
        };
        if $elsewhere {
            let refused = [
                scan().fetch(&mut *q).await.map(drop),
                scan().first(&mut *q).await.map(drop),
                scan().count().fetch(&mut *q).await.map(drop),
                scan().exists().fetch(&mut *q).await.map(drop),
                scan().page(1, None).fetch(&mut *q).await.map(drop),
                scan().delete().exec(&mut *q).await,
            ];
            for result in refused {
                let error = result.unwrap_err();
                // A deletion or a page with a limit is refused for that first.
                let limited = is(&error, ErrorKind::Usage, &[" cannot have a limit\n"]);
                assert!(limited || is(&error, ErrorKind::Usage, &["`after` is the key of a row of "]), "{error:?}");
            }
            let streamed = scan().stream(&mut $database.q()).try_next().await;
            // A stream of no rows asks for nothing.
            assert!(
                $asked.limit == Some(0) || is(&streamed, ErrorKind::Usage, &["`after` is the key of a row of "]),
                "{streamed:?}"
            );
            continue;
        }
        assert_eq!(scan().fetch(&mut *q).await.unwrap(), $expected, "fetch");
        assert_eq!(scan().first(&mut *q).await.unwrap().as_ref(), $expected.first(), "first");
        assert_eq!(scan().count().fetch(&mut *q).await.unwrap(), $expected.len() as u64, "count");
        assert_eq!(scan().exists().fetch(&mut *q).await.unwrap(), !$expected.is_empty(), "exists");
        let mut rows = Vec::new();
        let mut stream = scan().stream(&mut *q).batch($asked.size);
        while let Some(row) = stream.try_next().await.unwrap() {
            rows.push(row);
        }
        drop(stream);
        assert_eq!(rows, $expected, "stream");
        if $asked.limit.is_none() {
            let page = scan().page($asked.size, None).fetch(&mut *q).await.unwrap();
            let (mut rows, mut token) = (page.rows, page.next);
            while let Some(next) = token {
                let mut scan = $scan;
                if $asked.descending {
                    scan = scan.descending();
                }
                let page = scan.page($asked.size, Some(&next)).fetch(&mut *q).await.unwrap();
                rows.extend(page.rows);
                token = page.next;
            }
            assert_eq!(rows, $expected, "pages");
        }
    }};
}

#[test]
fn any_scan_is_a_filter() {
    let database = async { Arc::new(Database::with::<Point>().await) }.shared();
    check(128, &(model(), prop::collection::vec((prefix(), asked()), 1..4)), async |(model, scans)| {
        let database = database.clone().await;
        let rows: Vec<_> =
            model.iter().map(|((a, b, c), value)| Point { a: *a, b: *b, c: c.clone(), value: *value }).collect();
        Point::scan().full_scan().delete().exec(&mut database.q()).await.unwrap();
        Point::upsert_many(&rows).exec(&mut database.q()).await.unwrap();
        for (prefix, mut asked) in scans {
            asked.after = asked.after.map(|after| prefix.with(after, asked.size));
            let expected = expected(&model, &prefix, &asked);
            let elsewhere = asked.after.as_ref().is_some_and(|after| !prefix.fixes(after));
            match prefix {
                Prefix::Whole => ask!(database, asked, expected, elsewhere, Point::scan().full_scan()),
                Prefix::A(range) => ask!(database, asked, expected, elsewhere, Point::scan().a(range)),
                Prefix::B(a, range) => ask!(database, asked, expected, elsewhere, Point::scan().a(a).b(range)),
                Prefix::C(a, b, range) => {
                    ask!(database, asked, expected, elsewhere, Point::scan().a(a).b(b).c(range.clone()))
                }
                Prefix::Key((a, b, c)) => {
                    ask!(database, asked, expected, elsewhere, Point::scan().a(a).b(b).c(c.clone()))
                }
            }
        }
    });
}

/// Tests that a deletion removes the rows of the scan.
#[test]
fn any_deletion_is_a_filter() {
    let database = async { Arc::new(Database::with::<Point>().await) }.shared();
    check(64, &(model(), prefix(), asked()), async |(model, prefix, asked)| {
        let database = database.clone().await;
        let q = &mut database.q();
        let asked = Asked { limit: None, after: asked.after.map(|after| prefix.with(after, 0)), ..asked };
        let gone = expected(&model, &prefix, &asked);
        let (descending, after) = (asked.descending, &asked.after);
        macro_rules! delete {
            ($scan:expr) => {{
                let scan = if descending { $scan.descending() } else { $scan };
                match after {
                    Some(after) => scan.after(after.clone()).delete(),
                    None => scan.delete(),
                }
            }};
        }
        let rows: Vec<_> =
            model.iter().map(|((a, b, c), value)| Point { a: *a, b: *b, c: c.clone(), value: *value }).collect();
        Point::scan().full_scan().delete().exec(&mut *q).await.unwrap();
        Point::upsert_many(&rows).exec(&mut *q).await.unwrap();
        let deletion = match prefix {
            Prefix::Whole => delete!(Point::scan().full_scan()),
            Prefix::A(range) => delete!(Point::scan().a(range)),
            Prefix::B(a, range) => delete!(Point::scan().a(a).b(range)),
            Prefix::C(a, b, range) => delete!(Point::scan().a(a).b(b).c(range)),
            Prefix::Key((a, b, c)) => delete!(Point::scan().a(a).b(b).c(c)),
        };
        deletion.exec(&mut *q).await.unwrap();
        let left: Vec<_> = rows.into_iter().filter(|row| !gone.contains(row)).collect();
        assert_eq!(Point::scan().full_scan().fetch(&mut *q).await.unwrap(), left);
    });
}

/// Tests scans with fixed inputs of a hash: they are filters, too, with rows in the order of the rest of the key.
#[test]
fn any_scan_behind_a_hash_is_a_filter() {
    let database = async { Arc::new(Database::with::<HashedPoint>().await) }.shared();
    let strategy = (model(), a(), b(), bounds(c().boxed()), any::<bool>(), 1..6_u64);
    check(64, &strategy, async |(model, a, b, range, descending, size)| {
        let database = database.clone().await;
        let q = &mut database.q();
        let point = |((a, b, c), value): (&PointKeyTuple, &u64)| HashedPoint {
            a: *a,
            b: b.unwrap_or(3),
            c: c.clone(),
            value: *value,
        };
        let rows: Vec<_> = model.iter().map(point).collect();
        HashedPoint::scan().full_scan().delete().exec(&mut *q).await.unwrap();
        HashedPoint::upsert_many(&rows).exec(&mut *q).await.unwrap();
        let b = b.unwrap_or(3);
        let mut expected: Vec<_> =
            rows.iter().filter(|row| row.a == a && row.b == b && within(&row.c, &range)).cloned().collect();
        if descending {
            expected.reverse();
        }
        let scan = || {
            let scan = HashedPoint::scan().a(a).b(b).c(range.clone());
            if descending { scan.descending() } else { scan }
        };
        assert_eq!(scan().fetch(&mut *q).await.unwrap(), expected);
        let (mut seen, mut token) = (Vec::new(), None);
        loop {
            let page = scan().page(size, token.as_ref()).fetch(&mut *q).await.unwrap();
            seen.extend(page.rows);
            token = page.next;
            if token.is_none() {
                break;
            }
        }
        assert_eq!(seen, expected);
        // All of them, in whichever order their hashes are, once.
        let mut seen = Vec::new();
        let mut stream = HashedPoint::scan().full_scan().stream(&mut *q).batch(size);
        while let Some(row) = stream.try_next().await.unwrap() {
            seen.push(row);
        }
        seen.sort_by(|x, y| (x.a, x.b, &x.c).cmp(&(y.a, y.b, &y.c)));
        let mut all = rows;
        all.sort_by(|x, y| (x.a, x.b, &x.c).cmp(&(y.a, y.b, &y.c)));
        assert_eq!(seen, all);
    });
}
