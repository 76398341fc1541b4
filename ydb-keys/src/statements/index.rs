//! What a secondary index is to the type system.

use super::model::YdbTable;
use ydb_keys_core::keys::prefix::Sorted;
use ydb_keys_core::schema::IndexDef;

/// A secondary index of a model, for [`YdbTable::index`].
///
/// The derive generates a marker type for each `index(...)`, named after the model and the index: `OrderByCustomer` for
/// the index `by_customer` of `Order`.
#[diagnostic::on_unimplemented(
    message = "index: `{Self}` is not a secondary index of a model",
    label = "not an index",
    note = "write `#[ydb(index(by_customer, on(customer_id)))]` on the model `Order`, and name the index `OrderByCustomer`",
    note = "for more, run `ydb-keys explain index` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#index"
)]
pub trait YdbIndex: Sorted + Sized + 'static {
    /// The model that has the index.
    type Table: YdbTable;

    /// The index in the schema.
    const INDEX: &'static IndexDef = &<Self::Table as YdbTable>::TABLE.indexes[Self::POSITION];

    /// Its position in the table's list.
    #[doc(hidden)]
    const POSITION: usize;
}
