//! Models that generated statements read and write: hashes of one column and of two, of numbers, texts and times;
//! buckets in keys and in indexes; renamed columns; and the same name of a hash column in three tables with two
//! functions.

use std::time::{Duration, SystemTime};

use ydb_keys::__private::yql::{Given, Query};
use ydb_keys::YdbTable;
use ydb_keys_core::schema::any::Table;

use crate::queries::tests::generated::texts::Random;

/// Value of a parameter: passes the value to a query for the parameter with this number.
pub(super) type Value = Box<dyn Fn(&'static Query<'static>, usize) -> Given>;

/// Description of a model for the generator.
pub(super) struct Shape {
    pub(super) name: &'static str,
    pub(super) table: &'static Table<'static>,
    /// Makes a parameter that is this number of rows of the model.
    pub(super) rows: fn(&mut Random, usize) -> Value,
}

/// Random values of a column's Rust type, from a domain so small that equal values are frequent.
trait Drawn {
    fn drawn(random: &mut Random) -> Self;
}

/// Returns a number that fits into most integer types, and sometimes one that fits into few.
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

/// Returns midnight of a day, which dates and times of all types can equal.
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
                Box::new(move |query, number| Given::rows(query, number, Some(&rows)))
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

/// The hash is the same as that of `Order`, and the key lacks NOT NULL.
#[derive(YdbTable)]
#[ydb(table = "archived", key_not_null = false)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id), partitioning(uniform = 8))]
struct Archived {
    order_id: u64,
    customer: u32,
    amount: Option<i64>,
    note: Option<String>,
}

/// The hash column has the same name as that of `Order`, but another function.
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

/// Model with two hashes.
#[derive(YdbTable)]
#[ydb(table = "pairs", primary_key(h = xxh3(a, w), a, w), partitioning(uniform = 8))]
#[ydb(index(by_w, on(w_hash = xxh3(w), w, v)))]
struct Pair {
    a: u32,
    w: String,
    v: Option<u64>,
}

/// Model with two buckets.
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

/// Model without a hash.
#[derive(YdbTable)]
#[ydb(table = "places", primary_key(a, b, c), allow(undeclared_leading_key, reason = "few rows"))]
struct Place {
    a: u64,
    b: i64,
    c: String,
    v: Option<u64>,
}

/// Function that plants a fault in a text; `None` if the text has no place for it.
pub(super) type Fault = fn(&str) -> Option<String>;

/// All faults with their names.
pub(super) const FAULTS: [(&str, Fault); 7] = [
    ("a condition is left out", leave_out),
    ("two computed columns change places", swap),
    ("a hash is that of a value of another type", hash_as_another_type),
    ("a written hash is another one", write_another),
    ("the buckets of an outer join's source are in WHERE", move_buckets),
    ("the hash of one branch holds for all", hoist),
    ("a row of a join without a partner has a hash", hash_no_row),
];

fn computed() -> impl Iterator<Item = &'static str> {
    SHAPES.iter().flat_map(|shape| shape.table.computed()).map(|hash| hash.name)
}

/// Finds the first condition `label.hash = .. AND `, and returns its beginning and end.
fn condition(text: &str, is_one: impl Fn(usize) -> bool) -> Option<(usize, usize)> {
    let is_label = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '`');
    let found = computed().flat_map(|hash| {
        let condition = format!("{hash} = ");
        text.match_indices(&condition).map(|(at, _)| at).collect::<Vec<_>>()
    });
    let found = found.map(|at| text[..at].trim_end_matches(is_label).len()).filter(|&at| is_one(at)).min()?;
    let end = found + text[found..].find(" AND ")? + " AND ".len();
    Some((found, end))
}

fn leave_out(text: &str) -> Option<String> {
    let (start, end) = condition(text, |_| true)?;
    Some(format!("{}{}", &text[..start], &text[end..]))
}

fn swap(text: &str) -> Option<String> {
    let pairs = SHAPES.iter().map(|shape| shape.table.computed().map(|hash| hash.name).collect::<Vec<_>>());
    pairs.into_iter().find_map(|pair| {
        let [one, other] = pair[..] else { return None };
        let (listed, named) = (format!(", {one}, {other})"), [format!(" AS {one}"), format!(" AS {other}")]);
        if text.contains(&listed) {
            return Some(text.replace(&listed, &format!(", {other}, {one})")));
        }
        let has_both = named.iter().all(|name| text.contains(name));
        has_both.then(|| text.replace(&named[0], "\0").replace(&named[1], &named[0]).replace('\0', &named[1]))
    })
}

fn hash_as_another_type(text: &str) -> Option<String> {
    let at = text.find("Digest::XXH3(")?;
    let (before, hashed) = text.split_at(at);
    let wrong = [("AS Uint32)", "AS Uint64)"), ("AS Uint8)", "AS Uint32)"), ("u)", "ul)")];
    let (right, wrong) = wrong.into_iter().find(|(right, _)| hashed.contains(right))?;
    Some(format!("{before}{}", hashed.replacen(right, wrong, 1)))
}

/// Replaces the parameter of a hash in a list of written values or items.
fn write_another(text: &str) -> Option<String> {
    let is_written = ["INSERT", "UPSERT", "REPLACE"].iter().any(|verb| text.contains(verb));
    let (at, parameter) = computed().filter(|_| is_written).find_map(|hash| {
        let (at, found) = text.match_indices(&format!(", ${hash}_")).next()?;
        let digits = text[at + found.len()..].chars().take_while(char::is_ascii_digit).count();
        Some((at, &text[at + 2..at + found.len() + digits]))
    })?;
    let other = format!(", {parameter} + {parameter} + 1ul");
    Some(format!("{}{other}{}", &text[..at], &text[at + 2 + parameter.len()..]))
}

fn move_buckets(text: &str) -> Option<String> {
    const BEFORE: &str = "(SELECT * FROM ";
    let from = text.find(&format!(" LEFT JOIN {BEFORE}"))? + " LEFT JOIN ".len();
    let inner = &text[from + BEFORE.len()..];
    let (table, condition) = inner[..inner.find("))")? + 1].split_once(" WHERE ")?;
    let is_buckets = computed().any(|hash| condition.starts_with(&format!("{hash} IN (")));
    let rest = inner[table.len() + " WHERE ".len() + condition.len()..].strip_prefix(") AS ")?;
    let label = rest.split(' ').next()?;
    let moved = format!("{label}.{condition}");
    let rest = match rest.split_once(" WHERE ") {
        Some((on, filter)) => format!("{on} WHERE {moved} AND ({filter})"),
        None => format!("{rest} WHERE {moved}"),
    };
    is_buckets.then(|| format!("{}{table} AS {rest}", &text[..from]))
}

fn hoist(text: &str) -> Option<String> {
    let filter = |at: usize| text[..at].rfind(" WHERE ").map(|place| place + " WHERE ".len());
    let (start, end) = condition(text, |at| filter(at).is_some() && text[at..].contains(" OR "))?;
    let place = filter(start)?;
    Some(format!("{}{}({})", &text[..place], &text[start..end], &text[place..]))
}

/// Plants a fault: adds a condition on the hash next to `IS NULL` of a LEFT JOIN's right side, where a row without a
/// match has no hash. Returns `None` if the text has no such place.
fn hash_no_row(text: &str) -> Option<String> {
    let is_label = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '`');
    // Conditions within NOT are skipped: the fault could have no effect there.
    let compared = text.match_indices(" IS NOT DISTINCT FROM NULL").filter(|_| !text.contains("NOT ("));
    compared.map(|(at, _)| text[..at].trim_end_matches(is_label).len()).find_map(|at| {
        let label = text[at..].split('.').next()?;
        let joined = |shape: &&Shape| text.contains(&format!(" LEFT JOIN `{}` AS {label} ", shape.table.name));
        let hash = SHAPES.iter().find(joined)?.table.hash?;
        Some(format!("{}{label}.{} = 0 AND {}", &text[..at], hash.name, &text[at..]))
    })
}
