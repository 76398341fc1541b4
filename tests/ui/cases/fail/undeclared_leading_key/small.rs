// An integer of two bytes leads.

use uuid::Uuid;
use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(shard, id))]
struct Order {
    shard: u16,
    id: Uuid,
}

fn main() {}
