use ydb_keys::YdbTable;

/// A row of the table `switch`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "switch")]
#[ydb(primary_key(active, name))]
#[ydb(allow(
    low_cardinality_leading_key,
    reason = "TODO: all rows with the same `active` are stored together"
))]
pub struct Switch {
    pub active: bool,
    pub name: String,
}
