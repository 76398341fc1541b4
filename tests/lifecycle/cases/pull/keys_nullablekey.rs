use ydb_keys::YdbTable;

/// A row of the table `nullable_key`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "nullable_key")]
// TODO: the table has no rows that would show whether `account` is a hash of the columns after it.
// If it is, write `primary_key(account = xxh3(...), ...)` and remove its field.
#[ydb(primary_key(account, region, id))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `account` a sequence? If its values are spread, declare it `dispersed`"
))]
#[ydb(allow(
    nullable_key,
    reason = "TODO: no `=` and no `<` finds rows with NULL in the key"
))]
pub struct NullableKey {
    pub account: u64,
    pub region: Option<String>,
    pub id: Option<i32>,
    pub note: Option<String>,
}
