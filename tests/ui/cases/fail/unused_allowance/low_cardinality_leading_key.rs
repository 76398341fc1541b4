// The leading column has many values.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(id, flag))]
#[ydb(allow(low_cardinality_leading_key, reason = "few rows"))]
struct Thing {
    id: String,
    flag: bool,
}

fn main() {}
