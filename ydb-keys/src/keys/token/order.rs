//! One of the columns that rows are sorted by.

use ydb_keys_core::schema::ColumnDef;
use ydb_keys_core::types::YdbType;

/// A column of the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OrderColumn {
    /// The SQL name.
    pub(crate) name: &'static str,
    /// The YDB type.
    pub(crate) ty: YdbType,
    /// Whether it may hold NULL.
    pub(crate) nullable: bool,
}

impl OrderColumn {
    pub(crate) fn new(column: &ColumnDef) -> Self {
        OrderColumn { name: column.name, ty: column.ty, nullable: column.is_nullable() }
    }
}
