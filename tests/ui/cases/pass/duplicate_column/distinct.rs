// Each name once.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(userhash = xxh3(userid), userid))]
struct User {
    userid: u64,
    #[ydb(rename = "amount")]
    price: Option<f64>,
}

fn main() {}
