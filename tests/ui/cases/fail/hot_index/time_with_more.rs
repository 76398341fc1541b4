// Times that lead indexes whose bucket form is not as simple: covered columns, async, unique, names that are taken, and
// a key from which no bucket can be computed.

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = xxh3(order_id, at), order_id, at))]
#[ydb(index(by_change, on(changed, at), cover(cents), async))]
struct Covered {
    order_id: u64,
    at: SystemTime,
    changed: SystemTime,
    cents: i64,
    changed_shard: u8,
}

#[derive(YdbTable)]
#[ydb(primary_key(name))]
#[ydb(index(by_time, on(at), unique))]
struct Unique {
    name: String,
    at: SystemTime,
}

#[derive(YdbTable)]
#[ydb(primary_key(paid))]
#[ydb(index(by_time, on(at)))]
#[ydb(allow(low_cardinality_leading_key, reason = "two rows"))]
struct NoInput {
    paid: bool,
    at: SystemTime,
}

fn main() {}
