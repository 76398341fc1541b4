// A plain integer behind an alias leads.

use ydb_keys::YdbTable;

type Id = u64;

#[derive(YdbTable)]
#[ydb(primary_key(order_id, line))]
struct Order {
    order_id: Id,
    line: u32,
}

fn main() {}
