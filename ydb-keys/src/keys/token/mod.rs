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

/// A column of the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OrderColumn {
    /// The SQL name.
    pub(crate) name: &'static str,
    /// The YDB type.
    pub(crate) ty: YdbType,
    /// `true` if it may hold NULL.
    pub(crate) nullable: bool,
}

impl OrderColumn {
    pub(crate) fn new(column: &ColumnDef) -> Self {
        OrderColumn { name: column.name, ty: column.ty, nullable: column.is_nullable() }
    }
}
