// A sequence of texts.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(customer))]
struct Order {
    customer: String,
    #[ydb(serial)]
    number: String,
}

fn main() {}
