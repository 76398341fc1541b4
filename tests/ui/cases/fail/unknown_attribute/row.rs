// Words of a table on a row and on its fields, a word of a field on the struct, unknown words, and `of` on a table.

use ydb_keys::{YdbRow, YdbTable};

#[derive(YdbTable)]
#[ydb(of = Order, primary_key(name))]
struct Country {
    name: String,
}

#[derive(YdbRow)]
#[ydb(table = "orders", json, dispersed, covred_by = by_customer)]
struct Total {
    #[ydb(type = "Double")]
    total: Option<f64>,
    #[ydb(monotonic, of = Country)]
    count: u64,
    #[ydb(renam = "x")]
    max: u64,
}

fn main() {}
