// A text that fits the Rust type, not the chosen one.

use std::time::SystemTime;

use uuid::Uuid;
use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(id))]
struct Thing {
    id: Uuid,
    #[ydb(type = "Date", default = "2024-01-31T12:00:00Z")]
    value: SystemTime,
}

fn main() {}
