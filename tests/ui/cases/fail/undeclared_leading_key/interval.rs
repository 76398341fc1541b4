// An interval leads.

use std::time::Duration;

use uuid::Uuid;
use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(length, id))]
struct Track {
    length: Duration,
    id: Uuid,
}

fn main() {}
