// A struct without fields.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
struct Empty {}

fn main() {}
