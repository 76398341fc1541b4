// The leading column says how it is spread.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(id))]
#[ydb(allow(undeclared_leading_key, reason = "few rows"))]
struct Thing {
    #[ydb(dispersed)]
    id: u64,
}

fn main() {}
