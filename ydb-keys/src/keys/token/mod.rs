//! Page tokens: the key of the last row of a page as text, bound to its table and its scan.

mod page_token;
mod position;
mod scope;
#[cfg(test)]
mod tests;

use ydb_keys_core::schema::ColumnDef;
use ydb_keys_core::types::YdbType;

pub use page_token::PageToken;
pub(crate) use scope::Scope;

/// Column of the order of a scan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OrderColumn {
    /// SQL name of the column.
    pub(crate) name: &'static str,
    /// YDB type of the column.
    pub(crate) ty: YdbType,
    /// `true` if the column may hold NULL.
    pub(crate) nullable: bool,
}

impl OrderColumn {
    pub(crate) fn new(column: &ColumnDef) -> Self {
        OrderColumn { name: column.name, ty: column.ty, nullable: column.is_nullable() }
    }
}
