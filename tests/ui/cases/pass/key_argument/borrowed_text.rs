// A text column by a borrowed text.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(table = "accounts")]
#[ydb(primary_key(name, number))]
struct Account {
    name: String,
    number: u64,
}

fn main() {
    let _ = Account::scan().name("a").statement();
}
