// A serial whose type is declared to be spread, and one that is stored with its bits reversed.

use ydb_keys::ids::Reversed;
use ydb_keys::{YdbColumn, YdbTable};

#[derive(YdbColumn)]
#[ydb(dispersed)]
struct OrderId(i64);

#[derive(YdbTable)]
#[ydb(primary_key(customer, id))]
struct Order {
    customer: String,
    #[ydb(serial)]
    id: OrderId,
    #[ydb(serial)]
    number: Reversed<i64>,
}

fn main() {}
