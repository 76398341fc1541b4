//! Models with buckets in front of keys and indexes: their columns, and the split at their borders.

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(table = "feed", primary_key(shard = xxh3(event_id) % 4, at, event_id))]
struct Feed {
    at: SystemTime,
    event_id: u64,
    note: Option<String>,
}

/// Model with a bucket of two columns, a TTL, a family and a changefeed.
#[derive(YdbTable)]
#[ydb(table = "audit/log", primary_key(part = xxh3(tenant, id) % 3, at, tenant, id))]
#[ydb(ttl(column = at, after = "P30D"))]
#[ydb(family(cold, data = "hdd", compression = "lz4"))]
#[ydb(changefeed(feed, mode = updates))]
#[ydb(bloom_filter)]
struct Audited {
    at: SystemTime,
    tenant: String,
    id: i64,
    #[ydb(family = "cold")]
    body: Vec<u8>,
}

/// Model with other settings beside the split at the borders.
#[derive(YdbTable)]
#[ydb(primary_key(shard = numeric_hash(id) % 2, id))]
#[ydb(partitioning(by_size = 512, min = 2, max = 40))]
struct SplitAtBorders {
    id: u64,
}

/// Model whose author declares the first split points: two buckets in each partition, one of them cut in two.
#[derive(YdbTable)]
#[ydb(primary_key(shard = int_hash64(id) % 4, id))]
#[ydb(partitioning(at_keys((2), (2, 1000)), by_load))]
struct SplitByAuthor {
    id: u64,
}

/// Model with buckets and a hash in front of indexes, which are columns of the table.
#[derive(YdbTable)]
#[ydb(table = "shop/orders", primary_key(order_hash = xxh3(order_id), order_id))]
#[ydb(index(by_time, on(time_shard = xxh3(order_id) % 16, placed_at), cover(cents)))]
#[ydb(index(by_state, on(state_shard = numeric_hash(order_id) % 2, paid, placed_at), async))]
#[ydb(index(by_number, on(number_hash = int_hash64(order_id), order_id, number), unique))]
struct Indexed {
    order_id: u64,
    placed_at: SystemTime,
    paid: bool,
    number: u32,
    cents: i64,
}

/// Model with a bucket in front of the key, and another one in front of an index.
#[derive(YdbTable)]
#[ydb(primary_key(shard = xxh3(id) % 2, at, id))]
#[ydb(index(by_change, on(change_shard = xxh3(id) % 3, changed)))]
struct Both {
    id: u64,
    at: SystemTime,
    changed: Option<SystemTime>,
}

#[test]
fn goldens() {
    golden!(Feed, Audited, SplitAtBorders, SplitByAuthor, Indexed, Both);
}
