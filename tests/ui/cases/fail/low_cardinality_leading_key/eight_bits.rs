// 8-bit integers lead: at most 256 values, also where they are declared dispersed.

use std::time::SystemTime;

use uuid::Uuid;
use ydb_keys::{YdbColumn, YdbTable};

#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
#[ydb(dispersed)]
struct Shard(i8);

#[derive(YdbTable)]
#[ydb(primary_key(shard, id))]
struct Unsigned {
    shard: u8,
    id: Uuid,
}

#[derive(YdbTable)]
#[ydb(primary_key(shard, number))]
struct Dispersed {
    #[ydb(dispersed)]
    shard: u8,
    number: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(shard, at))]
struct DispersedNewtype {
    shard: Shard,
    at: SystemTime,
}

#[derive(YdbTable)]
#[ydb(primary_key(shard, paid))]
struct NothingElse {
    shard: i8,
    paid: bool,
    paid_hash: String,
}

fn main() {}
