use ydb_keys::YdbTable;

/// A row of the table `legacy`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "legacy")]
#[ydb(primary_key(id))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `id` a sequence? If its values are spread, declare it `dispersed`"
))]
pub struct Legacy {
    // TODO: nullable in the table, which this column of a key cannot be in a model: rows with NULL
    // here cannot be read. `diff` shows it; `apply --rekey` makes the column NOT NULL.
    pub id: u64,
    pub note: Option<String>,
}
