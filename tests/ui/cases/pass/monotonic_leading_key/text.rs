// A text leads.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(email))]
struct User {
    email: String,
}

fn main() {}
