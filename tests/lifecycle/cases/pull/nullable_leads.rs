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
    // TODO: the column is nullable, but a model cannot have a nullable column here in its key: rows
    // with NULL cannot be read. `diff` shows the difference; `apply --rekey` makes the column NOT
    // NULL.
    pub id: u64,
    pub note: Option<String>,
}
