// The index starts with a column that is spread.

use uuid::Uuid;
use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(id))]
#[ydb(index(by_name, on(name)))]
#[ydb(allow(hot_index, reason = "few rows"))]
struct Thing {
    id: Uuid,
    name: String,
}

fn main() {}
