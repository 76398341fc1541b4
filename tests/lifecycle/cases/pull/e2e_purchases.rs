use ydb_keys::YdbTable;

/// A row of the table `ydb_keys_e2e/purchases`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/purchases")]
// `hash` was numeric_hash(id) in all 20 sampled rows.
#[ydb(primary_key(hash = numeric_hash(id), id))]
#[ydb(partitioning(uniform = 16))]
#[ydb(index(by_customer, on(customer, cents), cover(note)))]
#[ydb(index(by_number, on(number), unique))]
#[ydb(index(by_city, on(city), async))]
pub struct Purchases {
    pub id: u64,
    pub customer: String,
    pub cents: i64,
    pub number: String,
    pub city: Option<String>,
    pub note: Option<String>,
    pub extra: Option<u32>,
}
