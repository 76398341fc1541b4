// An integer of one byte leads.

use uuid::Uuid;
use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(shard, id))]
struct Order {
    shard: u8,
    id: Uuid,
}

fn main() {}
