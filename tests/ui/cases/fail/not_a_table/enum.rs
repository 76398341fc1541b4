// An enum as a table.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
enum Order {
    New,
    Paid,
}

fn main() {}
