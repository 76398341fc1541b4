// A column table has no higher limit.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(store = column)]
#[ydb(primary_key(id))]
#[ydb(allow(large_row, reason = "few rows"))]
struct Thing {
    id: u64,
    name: String,
}

fn main() {}
