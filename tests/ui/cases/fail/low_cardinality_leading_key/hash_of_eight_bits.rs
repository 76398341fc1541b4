// Hashes over 8-bit integers: 256 values, whatever they are hashed to.

use ydb_keys::{YdbColumn, YdbTable};

#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
#[ydb(dispersed)]
struct Shard(u8);

type Byte = i8;

#[derive(YdbTable)]
#[ydb(primary_key(hash = numeric_hash(shard), shard, name))]
struct Numeric {
    shard: u8,
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(hash = int_hash64(shard), shard))]
struct DispersedNewtype {
    shard: Shard,
}

#[derive(YdbTable)]
#[ydb(primary_key(hash = xxh3(a, b, flag), b, a, flag))]
struct TwoBytes {
    a: Byte,
    #[ydb(dispersed)]
    b: u8,
    flag: bool,
}

fn main() {}
