// A decimal leads.

use ydb_keys::{Decimal, YdbTable};

#[derive(YdbTable)]
#[ydb(primary_key(account))]
struct Account {
    account: Decimal<22, 0>,
}

fn main() {}
