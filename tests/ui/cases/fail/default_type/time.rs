// A text that is not a time.

use std::time::SystemTime;

use uuid::Uuid;
use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(id))]
struct Thing {
    id: Uuid,
    #[ydb(default = "2024-01-31")]
    value: SystemTime,
}

fn main() {}
