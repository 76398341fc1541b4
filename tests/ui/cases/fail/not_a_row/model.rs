// A model is a row already.

use ydb_keys::{YdbRow, YdbTable};

#[derive(YdbTable, YdbRow)]
#[ydb(table = "orders", primary_key(id))]
struct Order {
    id: String,
    #[ydb(type = "Json")]
    body: Option<String>,
}

fn main() {}
