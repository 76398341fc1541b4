// A key column after a range.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(table = "accounts")]
#[ydb(primary_key(name, number))]
struct Account {
    name: String,
    number: u64,
}

fn main() {
    let _ = Account::scan().name("a".to_owned()..).number(5).statement();
}
