// A time grows; nothing about it is undeclared.

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(at))]
#[ydb(allow(undeclared_leading_key, reason = "few rows"))]
struct Thing {
    at: SystemTime,
}

fn main() {}
