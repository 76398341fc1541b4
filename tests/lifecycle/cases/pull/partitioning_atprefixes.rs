use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `at_prefixes`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "at_prefixes")]
// TODO: the table has no rows that would show whether `id` is a hash of the columns after it. If it
// is, write `primary_key(id = xxh3(...), ...)` and remove its field.
#[ydb(primary_key(id, name, active, at))]
#[ydb(partitioning(at_keys(
    (10),
    (10, "m"),
    (10, "m", false),
    (10, "m", true),
    (10, "z"),
    (18446744073709551615, "")
)))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `id` a sequence? If its values are spread, declare it `dispersed`"
))]
pub struct AtPrefixes {
    pub id: u64,
    pub name: String,
    pub active: bool,
    pub at: SystemTime,
}
