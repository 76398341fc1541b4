// A decimal, an interval and a DyNumber that are declared to be spread lead.

use std::time::Duration;

use ydb_keys::{Decimal, YdbTable};

#[derive(YdbTable)]
#[ydb(primary_key(account))]
struct Account {
    #[ydb(dispersed)]
    account: Decimal<22, 0>,
}

#[derive(YdbTable)]
#[ydb(primary_key(length))]
struct Track {
    #[ydb(dispersed)]
    length: Duration,
}

#[derive(YdbTable)]
#[ydb(primary_key(number))]
struct Number {
    #[ydb(type = "DyNumber", dispersed)]
    number: String,
}

fn main() {}
