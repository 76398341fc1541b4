// A hash over a DyNumber.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(hash = xxh3(account), account))]
struct Account {
    #[ydb(type = "DyNumber")]
    account: String,
}

fn main() {}
