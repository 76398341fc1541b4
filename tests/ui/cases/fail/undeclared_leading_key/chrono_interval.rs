// chrono's interval leads.

use chrono::TimeDelta;
use uuid::Uuid;
use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(length, id))]
struct Track {
    length: TimeDelta,
    id: Uuid,
}

fn main() {}
