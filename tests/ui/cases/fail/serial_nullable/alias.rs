// A sequence that may be NULL behind an alias.

use ydb_keys::YdbTable;

type Maybe = Option<i32>;

#[derive(YdbTable)]
#[ydb(primary_key(customer, number))]
struct Order {
    customer: String,
    number: u64,
    #[ydb(serial)]
    receipt: Maybe,
}

fn main() {}
