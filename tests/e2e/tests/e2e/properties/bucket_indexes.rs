//! Tests any scan of any index with buckets, of full and of covered rows, against a filter of a sorted list.

use std::collections::BTreeSet;
use std::sync::Arc;

use e2e_tests::Database;
use futures_util::FutureExt;
use proptest::prelude::*;
use ydb_keys::{YdbRow, YdbTable};

use super::buckets::{ask, asked};
use super::check;
use super::scans::{bounds, within};

/// Model without its own hash: after the index, rows are in the order of the numbers.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/bucket_visitors", primary_key(id))]
#[ydb(index(by_city, on(city_part = int_hash64(id) % 3, city, age), cover(name)))]
struct Visitor {
    #[ydb(dispersed)]
    id: u64,
    city: Option<String>,
    age: Option<i32>,
    name: String,
    note: String,
}

#[derive(YdbRow, Clone, Debug, PartialEq)]
#[ydb(of = Visitor, covered_by = "by_city")]
struct Name {
    id: u64,
    name: String,
}

/// Model with a nullable key: the rows of the index are not joined with the table, since NULL joins nothing.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/bucket_places", primary_key(a, b))]
#[ydb(allow(nullable_key, reason = "so that NULL is looked up"))]
#[ydb(index(by_size, on(size_part = xxh3(a) % 4, size)))]
struct Place {
    #[ydb(dispersed)]
    a: u64,
    b: Option<i32>,
    size: Option<u32>,
    note: String,
}

fn city() -> impl Strategy<Value = Option<String>> {
    prop::sample::select(&[None, Some(""), Some("Київ"), Some("Lviv")][..]).prop_map(|city| city.map(str::to_owned))
}

fn age() -> impl Strategy<Value = Option<i32>> {
    prop::sample::select(&[None, Some(-1), Some(0), Some(30)][..])
}

fn visitors() -> impl Strategy<Value = Vec<Visitor>> {
    prop::collection::btree_map(0..60_u64, (city(), age(), "[a-z]{0,3}"), 0..40).prop_map(|rows| {
        let visitor = |(id, (city, age, name))| Visitor { id, city, age, name, note: format!("n{id}") };
        rows.into_iter().map(visitor).collect()
    })
}

/// Sorts rows in the order of the index: its columns, NULL first, and then the key.
fn sorted(rows: &[Visitor], holds: impl Fn(&Visitor) -> bool) -> Vec<Visitor> {
    let mut rows: Vec<Visitor> = rows.iter().filter(|row| holds(row)).cloned().collect();
    rows.sort_by_key(|row| (row.city.clone(), row.age, row.id));
    rows
}

#[test]
fn any_scan_of_an_index_with_buckets_is_a_filter() {
    let database = async { Arc::new(Database::with::<Visitor>().await) }.shared();
    let strategy = (visitors(), bounds(city().boxed()), city(), bounds(age().boxed()), age(), asked());
    check(40, &strategy, async |(rows, cities, city, ages, age, asked)| {
        let database = database.clone().await;
        let client = database.client();
        Visitor::scan().full_scan().delete().exec(client).await.unwrap();
        Visitor::upsert_many(&rows).exec(client).await.unwrap();
        let index = Visitor::index::<VisitorByCity>;
        let expected = sorted(&rows, |row| within(&row.city, &cities));
        ask!(client, asked, expected, index().city(cities.clone()));
        let expected = sorted(&rows, |row| row.city == city && within(&row.age, &ages));
        ask!(client, asked, expected, index().city(city.clone()).age(ages));
        let expected = sorted(&rows, |row| row.city == city && row.age == age);
        ask!(client, asked, expected, index().city(city.clone()).age(age));

        // The covered columns of the first rows of all, and of its pages.
        let (descending, limit, size) = asked;
        let mut names: Vec<Name> =
            sorted(&rows, |_| true).into_iter().map(|row| Name { id: row.id, name: row.name }).collect();
        if descending {
            names.reverse();
        }
        let scan = || {
            let scan = index().full_scan();
            if descending { scan.descending() } else { scan }
        };
        let some = &names[..names.len().min(limit as usize)];
        assert_eq!(scan().limit(limit).select::<Name>().fetch(client).await.unwrap(), some);
        let (mut seen, mut token) = (Vec::new(), None);
        loop {
            let page = scan().page(size, token.as_ref()).select::<Name>().fetch(client).await.unwrap();
            seen.extend(page.rows);
            token = page.next;
            if token.is_none() {
                break;
            }
        }
        assert_eq!(seen, names);
    });
}

#[test]
fn full_rows_of_an_index_with_null_in_the_key() {
    let database = async { Arc::new(Database::with::<Place>().await) }.shared();
    let size = || prop::option::of(0..3_u32);
    let places = prop::collection::btree_map((0..6_u64, prop::option::of(0..3_i32)), size(), 0..30);
    check(48, &(places, bounds(size().boxed()), asked()), async |(places, sizes, asked)| {
        let database = database.clone().await;
        let client = database.client();
        let place = |((a, b), size)| Place { a, b, size, note: format!("{a} {b:?}") };
        let rows: Vec<Place> = places.into_iter().map(place).collect();
        Place::scan().full_scan().delete().exec(client).await.unwrap();
        Place::upsert_many(&rows).exec(client).await.unwrap();
        let mut expected: Vec<Place> = rows.into_iter().filter(|row| within(&row.size, &sizes)).collect();
        expected.sort_by_key(|row| (row.size, row.a, row.b));
        ask!(client, asked, expected, Place::index::<PlaceBySize>().size(sizes));
    });
}

/// Tests pages while updates move rows in the index: rows that did not move are seen once, in order.
#[test]
fn pages_of_an_index_while_rows_move() {
    let database = async { Arc::new(Database::with::<Visitor>().await) }.shared();
    let changes = prop::collection::vec(prop::collection::vec((0..60_u64, city()), 0..6), 0..10);
    check(48, &(visitors(), changes, any::<bool>(), 1..6_u64), async |(rows, changes, descending, size)| {
        let database = database.clone().await;
        let client = database.client();
        Visitor::scan().full_scan().delete().exec(client).await.unwrap();
        Visitor::upsert_many(&rows).exec(client).await.unwrap();
        let (mut seen, mut token, mut changes) = (Vec::new(), None, changes.into_iter());
        let mut moved = BTreeSet::new();
        loop {
            let scan = Visitor::index::<VisitorByCity>().full_scan();
            let scan = if descending { scan.descending() } else { scan };
            let page = scan.page(size, token.as_ref()).fetch(client).await.unwrap();
            seen.extend(page.rows);
            token = page.next;
            if token.is_none() {
                break;
            }
            for (id, city) in changes.next().into_iter().flatten() {
                moved.insert(id);
                Visitor::update(id).city(city).exec(client).await.unwrap();
            }
        }
        let place = |row: &Visitor| (row.city.clone(), row.age, row.id);
        let in_order = seen.windows(2).all(|pair| (place(&pair[0]) < place(&pair[1])) != descending);
        assert!(in_order, "{seen:?}");
        let mut stayed = sorted(&rows, |row| !moved.contains(&row.id));
        if descending {
            stayed.reverse();
        }
        seen.retain(|row| !moved.contains(&row.id));
        assert_eq!(seen, stayed);
    });
}
