// A UUID in the key of a column table.

use uuid::Uuid;
use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(store = column)]
#[ydb(primary_key(id))]
struct Thing {
    id: Uuid,
}

fn main() {}
