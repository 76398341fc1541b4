// A newtype, JSON, and a skipped field.

use serde::{Deserialize, Serialize};
use ydb_keys::{YdbColumn, YdbTable};

#[derive(Serialize, Deserialize)]
struct Point {
    x: f64,
}

#[derive(Default)]
struct Cache;

#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
struct OrderId(u64);

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
struct Order {
    order_id: OrderId,
    #[ydb(json)]
    place: Point,
    #[ydb(json)]
    other: Option<Point>,
    #[ydb(skip)]
    _cache: Cache,
}

fn main() {}
