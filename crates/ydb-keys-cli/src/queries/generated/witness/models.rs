//! The models that generated statements read and write: hashes of one column and of two, of numbers, texts and times; buckets
//! in keys and in indexes; renamed columns; and one name of a hash column in three tables, with two functions.

use std::time::{Duration, SystemTime};

use ydb_keys::__private::yql::{Given, Query};
use ydb_keys::YdbTable;
use ydb_keys_core::schema::any::Table;

use super::super::texts::Random;

/// A value that a parameter gets, given to a query for its parameter of a number.
pub(super) type Value = Box<dyn Fn(&'static Query<'static>, usize) -> Given>;

/// A model as the generator knows it.
pub(super) struct Shape {
    pub(super) name: &'static str,
    pub(super) table: &'static Table<'static>,
    /// So many rows of the model as a parameter.
    pub(super) rows: fn(&mut Random, usize) -> Value,
}

/// Values of a column's Rust type, from a domain so small that they meet.
pub(super) trait Drawn {
    fn drawn(random: &mut Random) -> Self;
}

/// A number that most integers hold, and seldom one that few hold.
pub(super) fn number(random: &mut Random) -> i128 {
    match random.below(16) {
        0 => 300,
        1 => -1,
        _ => random.below(6) as i128,
    }
}

macro_rules! numbers {
    ($($ty:ty),*) => {$(
        impl Drawn for $ty {
            fn drawn(random: &mut Random) -> Self {
                number(random).try_into().unwrap_or(1)
            }
        }
    )*};
}

numbers!(u8, u32, u64, i32, i64);

pub(super) const WORDS: [&str; 4] = ["", "a", "ab", "b"];

impl Drawn for String {
    fn drawn(random: &mut Random) -> Self {
        (*random.of(&WORDS)).to_owned()
    }
}

/// A day, so that dates and times of all types may equal it.
pub(super) fn day(random: &mut Random) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(86_400 * random.below(4) as u64)
}

impl Drawn for SystemTime {
    fn drawn(random: &mut Random) -> Self {
        day(random)
    }
}

impl<T: Drawn> Drawn for Option<T> {
    fn drawn(random: &mut Random) -> Self {
        (!random.once_in(6)).then(|| T::drawn(random))
    }
}

macro_rules! models {
    ($($model:ident: $($field:ident)*;)*) => {
        $(impl Drawn for $model {
            fn drawn(random: &mut Random) -> Self {
                $model { $($field: Drawn::drawn(random)),* }
            }
        })*

        pub(super) const SHAPES: &[Shape] = &[$(Shape {
            name: stringify!($model),
            table: <$model as YdbTable>::TABLE,
            rows: |random, count| {
                let rows: Vec<$model> = (0..count).map(|_| $model::drawn(random)).collect();
                Box::new(move |query, number| Given::rows(query, number, &rows))
            },
        }),*];
    };
}

models! {
    Order: order_id customer amount note;
    Archived: order_id customer amount note;
    Legacy: order_id customer amount note;
    Customer: id name region;
    Reading: device at value;
    Event: at event_id kind;
    Pair: a w v;
    Visit: url seen id;
    Mark: at n v;
    Place: a b c v;
}

#[derive(YdbTable)]
#[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id), partitioning(uniform = 8))]
#[ydb(index(by_customer, on(customer_lane = xxh3(order_id) % 3, customer, amount)))]
struct Order {
    order_id: u64,
    customer: u32,
    amount: Option<i64>,
    note: Option<String>,
}

/// Its hash is the same, and its key lacks NOT NULL.
#[derive(YdbTable)]
#[ydb(table = "archived", key_not_null = false)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id), partitioning(uniform = 8))]
struct Archived {
    order_id: u64,
    customer: u32,
    amount: Option<i64>,
    note: Option<String>,
}

/// Its hash has the same name, and is another one.
#[derive(YdbTable)]
#[ydb(table = "legacy", primary_key(order_hash = xxh3(order_id), order_id), partitioning(uniform = 8))]
struct Legacy {
    order_id: u32,
    customer: u32,
    amount: Option<i64>,
    note: Option<String>,
}

#[derive(YdbTable)]
#[ydb(table = "customers", primary_key(id_hash = int_hash64(id), id), partitioning(uniform = 8))]
#[ydb(index(by_name, on(name_lane = numeric_hash(id) % 2, name)))]
struct Customer {
    id: i32,
    name: String,
    region: Option<String>,
}

#[derive(YdbTable)]
#[ydb(table = "readings", primary_key(device_hash = xxh3(device), device, at), partitioning(uniform = 8))]
struct Reading {
    device: String,
    at: SystemTime,
    value: Option<i32>,
}

#[derive(YdbTable)]
#[ydb(table = "events", primary_key(shard = numeric_hash(event_id) % 4, at, event_id))]
struct Event {
    at: SystemTime,
    event_id: u64,
    kind: Option<String>,
}

/// It has two hashes.
#[derive(YdbTable)]
#[ydb(table = "pairs", primary_key(h = xxh3(a, w), a, w), partitioning(uniform = 8))]
#[ydb(index(by_w, on(w_hash = xxh3(w), w, v)))]
struct Pair {
    a: u32,
    w: String,
    v: Option<u64>,
}

/// It has two buckets.
#[derive(YdbTable)]
#[ydb(table = "visits", primary_key(lane = xxh3(url) % 3, seen, url))]
#[ydb(index(by_id, on(id_lane = numeric_hash(seen) % 2, id)))]
struct Visit {
    #[ydb(rename = "page-url")]
    url: String,
    #[ydb(rename = "seen_at")]
    seen: u32,
    id: i64,
}

#[derive(YdbTable)]
#[ydb(table = "marks", primary_key(mark_hash = xxh3(at, n), at, n), partitioning(uniform = 8))]
struct Mark {
    at: SystemTime,
    n: u8,
    v: Option<i64>,
}

/// It has no hash.
#[derive(YdbTable)]
#[ydb(table = "places", primary_key(a, b, c), allow(undeclared_leading_key, reason = "few rows"))]
struct Place {
    a: u64,
    b: i64,
    c: String,
    v: Option<u64>,
}
