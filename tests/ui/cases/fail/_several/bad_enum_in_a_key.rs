// An enum that cannot be a column is a key column.

use ydb_keys::{YdbColumn, YdbTable};

#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
enum Payment {
    Cash,
    Card(String),
}

#[derive(YdbTable)]
#[ydb(primary_key(id, payment))]
struct Order {
    id: String,
    payment: Payment,
}

fn main() {}
