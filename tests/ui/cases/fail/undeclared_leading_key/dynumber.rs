// A DyNumber leads.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(account))]
struct Account {
    #[ydb(type = "DyNumber")]
    account: String,
}

fn main() {}
