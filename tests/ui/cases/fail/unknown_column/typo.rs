// A key column that is not a field, but nearly one.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(userhash = xxh3(user_id), userid))]
struct User {
    userid: u64,
}

fn main() {}
