// A bool after a column with many values.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(customer, paid))]
struct Order {
    paid: bool,
    customer: String,
}

fn main() {}
