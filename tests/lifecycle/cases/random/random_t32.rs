//! The table `random/t32`.

use ydb_keys::YdbTable;

// What this model does not declare of the table `random/t32`:
// - Of the family `hot`: CACHE_MODE = "in_memory".

/// A row of the table `random/t32`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t32")]
#[ydb(primary_key(c0))]
#[ydb(partitioning(max = 50))]
#[ydb(bloom_filter)]
#[ydb(family(hot, compression = "off"))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `c0` a sequence? If its values are spread, declare it `dispersed`"
))]
pub struct T32 {
    pub c0: u32,
    #[ydb(default = true, family = "hot")]
    pub by_kind: Option<bool>,
}
