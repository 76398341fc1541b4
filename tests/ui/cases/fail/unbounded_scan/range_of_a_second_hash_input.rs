// A range of the second column that is hashed.

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(table = "visits")]
#[ydb(primary_key(visit_hash = xxh3(site, userid), site, userid, at))]
struct Visit {
    site: String,
    userid: u64,
    at: SystemTime,
}

fn main() {
    let _ = Visit::scan().site("a".to_owned()).userid(1..5).statement();
}
