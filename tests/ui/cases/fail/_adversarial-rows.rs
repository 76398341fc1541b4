// Rows that do not fit their models, behind aliases, renames and newtypes.
#![allow(dead_code)]

use ydb_keys::{YdbColumn, YdbRow, YdbTable};

#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
struct Small(u32);
type Maybe<T> = Option<T>;
type Text = String;

#[derive(YdbTable)]
#[ydb(primary_key(h = numeric_hash(id), id), rename_all = "camelCase", index(by_name, on(user_name), cover(size)))]
struct Order {
    id: u64,
    user_name: Maybe<Text>,
    size: f64,
    #[ydb(skip)]
    skipped: u8,
}
type Alias = Order;

#[derive(YdbRow)]
#[ydb(of = Alias)]
struct NotRenamed {
    user_name: Option<String>,
}

#[derive(YdbRow)]
#[ydb(of = Alias)]
struct NotOptional {
    #[ydb(rename = "userName")]
    user_name: Text,
}

#[derive(YdbRow)]
#[ydb(of = Alias)]
struct Narrow {
    id: Small,
    size: Maybe<f32>,
    h: i64,
}

#[derive(YdbRow)]
#[ydb(of = Order)]
struct Skipped {
    skipped: u8,
}

#[derive(YdbRow)]
#[ydb(of = Order, covered_by = by_nam)]
struct NoIndex {
    size: f64,
}

#[derive(YdbRow)]
#[ydb(covered_by = by_name)]
struct CoveredByNothing {
    size: f64,
}

#[derive(YdbRow)]
#[ydb(of = "Order")]
struct OfText {
    size: f64,
}

#[derive(YdbRow)]
#[ydb(of = u64)]
struct OfANumber {
    size: f64,
}

#[derive(YdbRow)]
#[ydb(of = NotRenamed)]
struct OfARow {
    size: f64,
}

#[derive(YdbRow)]
#[ydb(of = Order, primary_key(id))]
struct WithAKey {
    id: u64,
}

#[derive(YdbRow)]
#[ydb(of = Order, table = "a", store = column)]
struct WithATable {
    #[ydb(type = "Double", default = 1.5, dispersed)]
    size: f64,
}

#[derive(YdbRow)]
#[ydb(of = Order)]
struct Generic<T> {
    size: T,
}

fn main() {}
