// An index that starts with a serial.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(customer, number))]
#[ydb(index(by_number, on(number), unique))]
struct Order {
    customer: String,
    #[ydb(serial)]
    number: i64,
}

fn main() {}
