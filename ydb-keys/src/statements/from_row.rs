//! What a row of a query's result can become: a struct by the names of the columns, a tuple or one value by their places.

use std::any::type_name;

use super::row::YdbRow;
use crate::error::{Detail, Result};
use ydb_keys_core::schema::ColumnDef;
use ydb_keys_core::types::{Column, Value};

/// What a row of a query of your own is read into: a struct, `#[derive(YdbRow)]` or a model, by the names of the columns; a
/// tuple of up to twelve values by their places, `(String, u64)`; or the value of the only column, `u64`.
#[diagnostic::on_unimplemented(
    message = "row: `{Self}` cannot be read from a row",
    label = "not a row",
    note = "write `#[derive(ydb_keys::YdbRow)]` on the struct; a model, with `#[derive(ydb_keys::YdbTable)]`, is already a row, and so are a type of a column and a tuple of up to twelve of them",
    note = "for more, run `ydb-keys explain row` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#row"
)]
pub trait FromRow: Sized + 'static {
    #[doc(hidden)]
    const COLUMNS: RowColumns;

    #[doc(hidden)]
    fn from_row(values: &mut RowValues<'_>) -> Result<Self>;
}

/// The values of a row, by the positions of what is read.
#[doc(hidden)]
pub type RowValues<'v> = dyn FnMut(usize) -> Result<Value<'static>> + 'v;

/// Which columns are read.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum RowColumns {
    /// Those with the names of the fields, for the struct of this name.
    Named(&'static str, &'static [ColumnDef]),
    /// All columns, which are so many.
    Placed(usize),
}

#[diagnostic::do_not_recommend]
impl<R: YdbRow> FromRow for R {
    const COLUMNS: RowColumns = RowColumns::Named(R::NAME, R::FIELDS);

    #[inline]
    fn from_row(values: &mut RowValues<'_>) -> Result<Self> {
        R::decode_each(values)
    }
}

/// The value of type `C` at a place of the row `R`.
pub(super) fn placed<R, C: Column>(values: &mut RowValues<'_>, at: usize) -> Result<C> {
    let value = values(at)?;
    C::decode(value).map_err(|error| Detail::Place { row: type_name::<R>(), at, error }.into())
}

macro_rules! tuples {
    ($($count:literal: $($C:ident $at:literal)*;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($C: Column + 'static),*> FromRow for ($($C,)*) {
            const COLUMNS: RowColumns = RowColumns::Placed($count);

            fn from_row(values: &mut RowValues<'_>) -> Result<Self> {
                Ok(($(placed::<Self, $C>(values, $at)?,)*))
            }
        }
    )*};
}

tuples! {
    1: A 0;
    2: A 0 B 1;
    3: A 0 B 1 C 2;
    4: A 0 B 1 C 2 D 3;
    5: A 0 B 1 C 2 D 3 E 4;
    6: A 0 B 1 C 2 D 3 E 4 F 5;
    7: A 0 B 1 C 2 D 3 E 4 F 5 G 6;
    8: A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7;
    9: A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8;
    10: A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9;
    11: A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10;
    12: A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11;
}
