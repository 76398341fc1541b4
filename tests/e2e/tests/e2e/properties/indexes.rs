//! Tests any scan of an index, against a filter of a sorted list.

use std::ops::Bound;
use std::sync::Arc;

use e2e_tests::Database;
use futures_util::FutureExt;
use proptest::prelude::*;
use ydb_keys::YdbTable;

use super::check;
use super::scans::{bounds, within};

/// Model without a hash: after the index, rows are in the order of the numbers.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/visitors", primary_key(id))]
#[ydb(index(by_city, on(city, age), sync))]
#[ydb(index(by_age, on(age)))]
#[allow(clippy::duplicated_attributes, reason = "it takes two indexes on one column for one")]
struct Visitor {
    #[ydb(dispersed)]
    id: u64,
    city: Option<String>,
    age: Option<i32>,
    name: String,
}

fn city() -> impl Strategy<Value = Option<String>> {
    prop::sample::select(&[None, Some(""), Some("Київ"), Some("Lviv")][..]).prop_map(|city| city.map(str::to_owned))
}

fn age() -> impl Strategy<Value = Option<i32>> {
    prop::sample::select(&[None, Some(-1), Some(0), Some(30)][..])
}

fn visitors() -> impl Strategy<Value = Vec<Visitor>> {
    let visitor = (city(), age(), "[a-z]{0,3}");
    prop::collection::btree_map(0..40_u64, visitor, 0..30)
        .prop_map(|rows| rows.into_iter().map(|(id, (city, age, name))| Visitor { id, city, age, name }).collect())
}

#[derive(Clone, Debug)]
enum Prefix {
    City((Bound<Option<String>>, Bound<Option<String>>)),
    Age(Option<String>, (Bound<Option<i32>>, Bound<Option<i32>>)),
    Both(Option<String>, Option<i32>),
    AgeAlone((Bound<Option<i32>>, Bound<Option<i32>>)),
}

fn prefix() -> impl Strategy<Value = Prefix> {
    prop_oneof![
        bounds(city().boxed()).prop_map(Prefix::City),
        (city(), bounds(age().boxed())).prop_map(|(city, range)| Prefix::Age(city, range)),
        (city(), age()).prop_map(|(city, age)| Prefix::Both(city, age)),
        bounds(age().boxed()).prop_map(Prefix::AgeAlone),
    ]
}

impl Prefix {
    fn holds(&self, row: &Visitor) -> bool {
        match self {
            Prefix::City(range) => within(&row.city, range),
            Prefix::Age(city, range) => row.city == *city && within(&row.age, range),
            Prefix::Both(city, age) => row.city == *city && row.age == *age,
            Prefix::AgeAlone(range) => within(&row.age, range),
        }
    }

    /// Returns the rows in the order of the index: its columns, NULL first, and then the key.
    fn expected(&self, rows: &[Visitor], descending: bool) -> Vec<Visitor> {
        let mut rows: Vec<_> = rows.iter().filter(|row| self.holds(row)).cloned().collect();
        match self {
            Prefix::AgeAlone(_) => rows.sort_by_key(|row| (row.age, row.id)),
            _ => rows.sort_by_key(|row| (row.city.clone(), row.age, row.id)),
        }
        if descending {
            rows.reverse();
        }
        rows
    }
}

macro_rules! ask {
    ($database:ident, $descending:ident, $size:ident, $limit:ident, $expected:ident, $scan:expr) => {{
        let q = &mut $database.q();
        let scan = || if $descending { $scan.descending() } else { $scan };
        assert_eq!(scan().fetch(&mut *q).await.unwrap(), $expected, "fetch");
        let some = &$expected[..$expected.len().min($limit as usize)];
        assert_eq!(scan().limit($limit).fetch(&mut *q).await.unwrap(), some, "limit");
        assert_eq!(scan().first(&mut *q).await.unwrap().as_ref(), $expected.first(), "first");
        assert_eq!(scan().count().fetch(&mut *q).await.unwrap(), $expected.len() as u64, "count");
        assert_eq!(scan().exists().fetch(&mut *q).await.unwrap(), !$expected.is_empty(), "exists");
        let mut rows = Vec::new();
        let mut stream = scan().stream(&mut *q).batch($size);
        while let Some(row) = stream.try_next().await.unwrap() {
            rows.push(row);
        }
        drop(stream);
        assert_eq!(rows, $expected, "stream");
        let page = scan().page($size, None).fetch(&mut *q).await.unwrap();
        let (mut rows, mut token) = (page.rows, page.next);
        while let Some(next) = token {
            let page = scan().page($size, Some(&next)).fetch(&mut *q).await.unwrap();
            rows.extend(page.rows);
            token = page.next;
        }
        assert_eq!(rows, $expected, "pages");
    }};
}

#[test]
fn any_scan_of_an_index_is_a_filter() {
    let database = async { Arc::new(Database::with::<Visitor>().await) }.shared();
    let strategy = (visitors(), prop::collection::vec((prefix(), any::<bool>(), 1..5_u64, 0..9_u64), 1..4));
    check(96, &strategy, async |(rows, scans)| {
        let database = database.clone().await;
        Visitor::scan().full_scan().delete().exec(&mut database.q()).await.unwrap();
        Visitor::upsert_many(&rows).exec(&mut database.q()).await.unwrap();
        for (prefix, descending, size, limit) in scans {
            let expected = prefix.expected(&rows, descending);
            let by_city = Visitor::index::<VisitorByCity>;
            match prefix {
                Prefix::City(range) => ask!(database, descending, size, limit, expected, by_city().city(range.clone())),
                Prefix::Age(city, range) => {
                    ask!(database, descending, size, limit, expected, by_city().city(city.clone()).age(range));
                }
                Prefix::Both(city, age) => {
                    ask!(database, descending, size, limit, expected, by_city().city(city.clone()).age(age));
                }
                Prefix::AgeAlone(range) => {
                    ask!(database, descending, size, limit, expected, Visitor::index::<VisitorByAge>().age(range));
                }
            }
        }
    });
}
