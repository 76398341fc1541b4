// A row of numbers cannot be large.

use uuid::Uuid;
use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(id))]
#[ydb(allow(large_row, reason = "few rows"))]
struct Thing {
    id: Uuid,
    value: u64,
}

fn main() {}
