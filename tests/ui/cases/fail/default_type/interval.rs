// A text that is not a duration.

use std::time::Duration;

use uuid::Uuid;
use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(id))]
struct Thing {
    id: Uuid,
    #[ydb(default = "1 day")]
    value: Duration,
}

fn main() {}
