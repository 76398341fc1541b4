// A time under the name of an integer leads.

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[allow(non_camel_case_types)]
type u64 = SystemTime;

#[derive(YdbTable)]
#[ydb(primary_key(order_id))]
struct Order {
    #[ydb(dispersed)]
    order_id: u64,
}

fn main() {}
