// For the leading column it cannot be allowed, behind an alias neither.

use ydb_keys::YdbTable;

type Maybe = Option<String>;

#[derive(YdbTable)]
#[ydb(primary_key(name))]
#[ydb(allow(nullable_key, reason = "old rows have no name"))]
struct Order {
    name: Maybe,
}

fn main() {}
