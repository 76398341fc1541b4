//! What a row of a result can become: a model, or a struct with some of the columns.

use super::model::YdbTable;
use super::null;
use crate::error::{Error, Result};
use crate::keys::RowDecoder;
use ydb_keys_core::schema::{ColumnDef, Table};
use ydb_keys_core::types::Value;

/// A struct that is read from a row, by the names of the columns. Every model is one; for some of a table's columns, or
/// for the rows of a query of your own, derive it: `#[derive(YdbRow)]`.
#[diagnostic::on_unimplemented(
    message = "row: `{Self}` cannot be read from a row",
    label = "not a row",
    note = "write `#[derive(ydb_keys::YdbRow)]` on the struct; a model, with `#[derive(ydb_keys::YdbTable)]`, is already a row",
    note = "for more, run `ydb-keys explain row` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#row"
)]
pub trait YdbRow: Sized + 'static {
    /// The columns that are read, in the order of the struct's fields.
    const FIELDS: &'static [ColumnDef];

    /// The name of the row in messages: the table's path, or `struct Name` for a struct without a table.
    const NAME: &'static str;

    /// The table of which it is a row, if it is one.
    #[doc(hidden)]
    const MODEL: Option<&'static Table> = None;

    #[doc(hidden)]
    fn decode_row(row: &mut RowDecoder<'_>) -> Result<Self>;

    /// The row with the values that `value` gives for the positions in [`YdbRow::FIELDS`]; they may be borrowed, so that a
    /// text is copied once, into the struct.
    #[doc(hidden)]
    fn decode_each<'v>(mut value: impl FnMut(usize) -> Result<Value<'v>>) -> Result<Self> {
        Self::decode_row(&mut RowDecoder::each(Self::NAME, Self::FIELDS, &mut |position| value(position)))
            .map_err(Self::explain)
    }

    /// The error of a row whose columns are read from a result; it says what a NULL means in the row's table.
    #[doc(hidden)]
    #[cold]
    fn explain(error: Error) -> Error {
        match Self::MODEL {
            Some(table) => null::explain(table, error),
            None => error,
        }
    }

    /// The row with these values, in the order of [`YdbRow::FIELDS`].
    ///
    /// # Errors
    /// A value that is missing, of another type, or unexpectedly NULL.
    fn from_column_values(values: Vec<Value<'_>>) -> Result<Self> {
        decode_row(values)
    }
}

#[diagnostic::do_not_recommend]
impl<T: YdbTable> YdbRow for T {
    const FIELDS: &'static [ColumnDef] = T::TABLE.columns;
    const NAME: &'static str = T::TABLE.name;
    const MODEL: Option<&'static Table> = Some(T::TABLE);

    #[inline]
    fn decode_row(row: &mut RowDecoder<'_>) -> Result<Self> {
        T::decode(row)
    }
}

/// A struct whose columns are columns of the table of `T`, with types that it can read.
#[diagnostic::on_unimplemented(
    message = "row: `{Self}` is not a row of `{T}`",
    label = "not a row of `{T}`",
    note = "write `#[derive(ydb_keys::YdbRow)]` and `#[ydb(of = {T})]` on the struct; its columns are then checked against the table's",
    note = "for more, run `ydb-keys explain row` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#row"
)]
pub trait ProjectionOf<T: YdbTable>: YdbRow {}

/// A model is a row of its own table, with all columns.
impl<T: YdbTable> ProjectionOf<T> for T {}

/// The row with these values, in the order of [`YdbRow::FIELDS`].
pub(crate) fn decode_row<R: YdbRow>(values: Vec<Value<'_>>) -> Result<R> {
    R::decode_row(&mut RowDecoder::row(R::NAME, R::FIELDS, values)).map_err(R::explain)
}
