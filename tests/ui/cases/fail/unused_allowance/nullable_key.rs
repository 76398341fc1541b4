// No key column is nullable.

use uuid::Uuid;
use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(id))]
#[ydb(allow(nullable_key, reason = "few rows"))]
struct Thing {
    id: Uuid,
    value: Option<u64>,
}

fn main() {}
