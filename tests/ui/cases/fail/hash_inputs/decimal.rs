// A hash over a decimal.

use ydb_keys::{Decimal, YdbTable};

#[derive(YdbTable)]
#[ydb(primary_key(hash = xxh3(account), account))]
struct Account {
    account: Decimal<22, 0>,
}

fn main() {}
