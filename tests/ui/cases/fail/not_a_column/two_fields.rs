// A struct of two fields.

use ydb_keys::YdbColumn;

#[derive(YdbColumn)]
struct Point(u64, u64);

fn main() {}
