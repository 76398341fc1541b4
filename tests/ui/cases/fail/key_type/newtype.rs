// A newtype over a float.

use ydb_keys::{YdbColumn, YdbTable};

#[derive(YdbColumn, Clone, Debug, PartialEq)]
struct Price(f64);

#[derive(YdbTable)]
#[ydb(primary_key(id, price))]
struct Thing {
    id: String,
    price: Price,
}

fn main() {}
