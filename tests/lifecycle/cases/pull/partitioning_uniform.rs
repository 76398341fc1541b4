use ydb_keys::YdbTable;

/// A row of the table `uniform`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "uniform")]
// TODO: the table has no rows that would show whether `hash` is a hash of the columns after it. If
// it is, write `primary_key(hash = xxh3(...), ...)` and remove its field.
#[ydb(primary_key(hash, id))]
#[ydb(partitioning(uniform = 16))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `hash` a sequence? If its values are spread, declare it `dispersed`"
))]
pub struct Uniform {
    pub hash: u64,
    pub id: String,
}
