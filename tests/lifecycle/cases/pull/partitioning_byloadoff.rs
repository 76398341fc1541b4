use ydb_keys::YdbTable;

/// A row of the table `by_load_off`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "by_load_off")]
// TODO: the table has no rows that would show whether `hash` is a hash of the columns after it. If
// it is, write `primary_key(hash = xxh3(...), ...)` and remove its field.
#[ydb(primary_key(hash, id))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `hash` a sequence? If its values are spread, declare it `dispersed`"
))]
pub struct ByLoadOff {
    pub hash: u64,
    pub id: String,
}
