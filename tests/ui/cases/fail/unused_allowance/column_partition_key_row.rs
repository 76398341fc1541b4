// A row table has no partition key.

use uuid::Uuid;
use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(id))]
#[ydb(allow(column_partition_key, reason = "few rows"))]
struct Thing {
    id: Uuid,
}

fn main() {}
