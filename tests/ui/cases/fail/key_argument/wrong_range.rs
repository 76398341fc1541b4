// A range of another type.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(table = "accounts")]
#[ydb(primary_key(name, number))]
struct Account {
    name: String,
    number: u64,
}

fn main() {
    let _ = Account::scan().name(1..5).statement();
}
