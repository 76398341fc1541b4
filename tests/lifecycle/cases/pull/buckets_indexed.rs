use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `shop/orders`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "shop/orders")]
// TODO: the table has no rows that would show whether `order_hash` is a hash of the columns after
// it. If it is, write `primary_key(order_hash = xxh3(...), ...)` and remove its field.
#[ydb(primary_key(order_hash, order_id))]
#[ydb(index(by_time, on(time_shard, placed_at), cover(cents)))]
#[ydb(index(by_state, on(state_shard, paid, placed_at), async))]
#[ydb(index(by_number, on(number_hash, order_id, number), unique))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `order_hash` a sequence? If its values are spread, declare it `dispersed`"
))]
pub struct Orders {
    pub order_hash: u64,
    pub time_shard: u32,
    pub state_shard: u32,
    pub number_hash: u64,
    pub order_id: u64,
    pub placed_at: SystemTime,
    pub paid: bool,
    pub number: u32,
    pub cents: i64,
}
