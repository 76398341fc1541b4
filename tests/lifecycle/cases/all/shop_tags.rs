//! The table `shop/tags`.

use ydb_keys::YdbTable;

/// A row of the table `shop/tags`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "shop/tags")]
#[ydb(primary_key(name))]
pub struct Tags {
    pub name: String,
    pub uses: Option<u32>,
}
