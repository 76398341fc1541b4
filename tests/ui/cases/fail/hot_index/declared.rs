// An index that starts with a newtype that is declared to grow, behind an alias.

use ydb_keys::{YdbColumn, YdbTable};

#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
#[ydb(monotonic)]
struct Number(u64);

type Receipt = Number;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(index(by_receipt, on(receipt)))]
struct Order {
    order_id: u64,
    receipt: Receipt,
}

fn main() {}
