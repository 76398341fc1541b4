use ydb_keys::YdbTable;

/// A row of the table `ydb_keys_e2e/parcels`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/parcels")]
// `hash` was xxh3(code) in all 20 sampled rows.
#[ydb(primary_key(hash = xxh3(code), code))]
#[ydb(index(by_receiver, on(receiver), async))]
pub struct Parcels {
    pub code: String,
    pub receiver: Option<String>,
    pub grams: u32,
}
