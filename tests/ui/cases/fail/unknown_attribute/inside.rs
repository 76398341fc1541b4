// Unknown words inside settings.

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(partitioning(by_laod))]
#[ydb(ttl(colunm = at, after = "P1D"))]
#[ydb(index(by_at, on(at), coverr(at)))]
#[ydb(family(cold, media = "hdd"))]
struct Order {
    order_id: u64,
    at: SystemTime,
}

fn main() {}
