// Hashes and buckets in front of indexes: of columns outside of the primary key or of the index, of a text where the
// function takes a number, of NULL, of a serial, of nothing.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = xxh3(order_id), order_id))]
#[ydb(index(by_time, on(shard = xxh3(customer_id) % 16, placed_at)))]
struct OutsideTheKey {
    order_id: u64,
    customer_id: u64,
    placed_at: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = xxh3(order_id), order_id))]
#[ydb(index(by_customer, on(customer_hash = xxh3(customer_id), customer_id)))]
struct HashOutsideTheKey {
    order_id: u64,
    customer_id: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = xxh3(order_id), order_id))]
#[ydb(index(by_time, on(time_hash = xxh3(order_id), placed_at)))]
struct NotIndexed {
    order_id: u64,
    placed_at: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(name))]
#[ydb(index(by_time, on(shard = int_hash64(name) % 16, placed_at)))]
struct NumberOfText {
    name: String,
    placed_at: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(name, line))]
#[ydb(index(by_time, on(shard = xxh3(name, line) % 16, placed_at)))]
#[ydb(allow(nullable_key, reason = "old rows have no line"))]
struct Nullable {
    name: String,
    line: Option<u32>,
    placed_at: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(name, number))]
#[ydb(index(by_time, on(shard = xxh3(number) % 16, placed_at)))]
struct Serial {
    name: String,
    #[ydb(serial)]
    number: i64,
    placed_at: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(name))]
#[ydb(index(by_time, on(shard = xxh3() % 16, placed_at)))]
struct Nothing {
    name: String,
    placed_at: u64,
}

fn main() {}
