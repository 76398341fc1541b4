// Rows of queries are flattened; a table has its own columns only.

use ydb_keys::{YdbRow, YdbTable};

#[derive(YdbRow)]
struct City {
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(id))]
struct Sale {
    id: String,
    #[ydb(flatten, prefix = "city_")]
    city: City,
}

fn main() {}
