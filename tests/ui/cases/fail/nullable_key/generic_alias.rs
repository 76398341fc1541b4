// An optional column behind an alias with a parameter, and behind a full path.

use ydb_keys::YdbTable;

type Maybe<T> = core::option::Option<T>;

#[derive(YdbTable)]
#[ydb(primary_key(customer_id, order_id, line))]
struct Order {
    customer_id: String,
    order_id: Maybe<u64>,
    line: ::std::option::Option<u32>,
}

fn main() {}
