// The hash column as a field.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(userhash = xxh3(userid), userid))]
struct User {
    userhash: u64,
    userid: u64,
}

fn main() {}
