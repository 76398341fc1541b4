// A scan that fixes nothing, of a table without a hash.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(table = "accounts")]
#[ydb(primary_key(name, number))]
struct Account {
    name: String,
    number: u64,
}

fn main() {
    let _ = Account::scan().statement();
}
