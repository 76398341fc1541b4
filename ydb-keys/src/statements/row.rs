//! What a row of a result can become: a model, or a struct with some of the columns.

use super::model::YdbTable;
use crate::error::Result;
use crate::keys::RowDecoder;
use crate::schema::ColumnDef;
use crate::types::Value;

/// A struct that is read from a row, by the names of the columns. Every model is one.
pub trait YdbRow: Sized + 'static {
    /// The columns that are read, in the order of the struct's fields.
    const COLUMNS: &'static [ColumnDef];

    /// What messages call the row: the table's path, or the struct's name.
    const NAME: &'static str;

    #[doc(hidden)]
    fn decode_row(row: &mut RowDecoder<'_>) -> Result<Self>;
}

impl<T: YdbTable> YdbRow for T {
    const COLUMNS: &'static [ColumnDef] = T::TABLE.columns;
    const NAME: &'static str = T::TABLE.name;

    #[inline]
    fn decode_row(row: &mut RowDecoder<'_>) -> Result<Self> {
        T::decode(row)
    }
}

/// A struct whose columns are columns of the table of `T`, with types that it can read.
#[diagnostic::on_unimplemented(
    message = "not_a_row_of: `{Self}` is no row of `{T}`",
    label = "not a row of `{T}`",
    note = "write `#[derive(ydb_keys::YdbRow)]` and `#[ydb(of = {T})]` on the struct; its columns are then checked against the table's"
)]
pub trait RowOf<T: YdbTable>: YdbRow {}

/// The row with these values, in the order of [`YdbRow::COLUMNS`].
pub(crate) fn decode_row<R: YdbRow>(values: Vec<Value<'_>>) -> Result<R> {
    R::decode_row(&mut RowDecoder::row(R::NAME, R::COLUMNS, values))
}
