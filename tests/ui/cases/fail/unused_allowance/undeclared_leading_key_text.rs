// The leading column is a text.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(id))]
#[ydb(allow(undeclared_leading_key, reason = "few rows"))]
struct Thing {
    id: String,
}

fn main() {}
