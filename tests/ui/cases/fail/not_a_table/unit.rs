// A struct without fields as a table.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
struct Order;

fn main() {}
