// There is no index.

use uuid::Uuid;
use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(id))]
#[ydb(allow(hot_index, reason = "few rows"))]
struct Thing {
    id: Uuid,
}

fn main() {}
