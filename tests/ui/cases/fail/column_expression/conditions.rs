// Comparisons that a column does not have.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(account_hash = xxh3(account), account))]
struct Account {
    account: String,
    balance: i64,
    limit: Option<i64>,
    #[ydb(json)]
    tags: Vec<String>,
}

fn main() {
    let c = Account::COLUMNS;
    let _ = c.limit.eq(None::<i64>);
    let _ = c.balance.eq("1");
    let _ = c.balance.gt(c.account);
    let _ = c.balance.is_null();
    let _ = c.tags.eq(Vec::new());
}
