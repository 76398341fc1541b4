//! Ids as rows of one column (feature `uuid`).

use crate::error::Result;
use crate::statements::from_row::{FromRow, RowColumns, RowValues};
use crate::statements::single::single_value;
use ydb_keys_core::ids::{BitReversed, ColumnId, JavaRowId, JavaTextId, RowId};
use ydb_keys_core::types::Column;

macro_rules! ids {
    ($([$($generics:tt)*] $id:ty),*) => {$(
        impl<$($generics)*> FromRow for $id
        where
            Self: Column,
        {
            const COLUMNS: RowColumns = RowColumns::Placed(1);

            fn from_row(values: &mut RowValues<'_>) -> Result<Self> {
                single_value(values)
            }
        }
    )*};
}

ids! {
    [] RowId,
    [] ColumnId,
    [const PREFIX_BITS: u32] JavaRowId<PREFIX_BITS>,
    [const PREFIX_BITS: u32] JavaTextId<PREFIX_BITS>,
    [T: 'static] BitReversed<T>
}
