// A key of one UUID cannot be large.

use uuid::Uuid;
use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(id))]
#[ydb(allow(large_key, reason = "few rows"))]
struct Thing {
    id: Uuid,
    name: String,
}

fn main() {}
