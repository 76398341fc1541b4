// A field that is stored in two ways.

use ydb_keys::{YdbRow, YdbTable};

#[derive(YdbTable)]
#[ydb(primary_key(id))]
struct Order {
    id: String,
    #[ydb(json, with = module)]
    place: Vec<String>,
}

#[derive(YdbRow)]
struct Place {
    #[ydb(with = module, json)]
    place: Vec<String>,
    #[ydb(skip, with = module)]
    seen: bool,
}

fn main() {}
