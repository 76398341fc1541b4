//! What a column is compared with, added to or filled from: a value, or another column of the row.

use std::sync::Arc;

use super::column::ColumnOf;
use crate::error::{Result, ValueError};
use ydb_keys_core::schema::{ColumnDef, Table};
use ydb_keys_core::types::{Column, Required, Value, YdbType};

/// A value for a column of type `V` of model `T`, or a column of the same type: an expression of a setter
/// takes either. A nullable column also takes what a NOT NULL column takes, but not an `Option`.
#[diagnostic::on_unimplemented(
    message = "type_mismatch: `{Self}` is neither a value for a column of type `{V}` of `{T}`, nor such a column",
    label = "expected a value of the column's type, or a column of that type",
    note = "pass a value without `Option`, or a column of the same model and type, `{T}::COLUMNS.name`; compare with NULL by `is_null()` or `is_not_null()`",
    note = "for more, run `ydb-keys explain type_mismatch` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#type_mismatch"
)]
pub trait Operand<T, V> {
    #[doc(hidden)]
    fn operand(self, column: &ColumnDef) -> Result<RawOperand, ValueError>;
}

/// What a column of type `V` or `Option<V>` of model `T` is compared with: a value, or such a column.
#[diagnostic::on_unimplemented(
    message = "type_mismatch: `{Self}` cannot be compared with a column of type `{V}` of `{T}`",
    label = "expected a value of the column's type, or a column of that type",
    note = "pass a value without `Option`, or a column of the same model and type, `{T}::COLUMNS.name`; compare with NULL by `is_null()` or `is_not_null()`",
    note = "for more, run `ydb-keys explain type_mismatch` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#type_mismatch"
)]
pub trait Comparand<T, V> {
    #[doc(hidden)]
    fn comparand(self, column: &ColumnDef) -> Result<RawOperand, ValueError>;
}

#[diagnostic::do_not_recommend]
impl<T, V: Required> Comparand<T, V> for V {
    fn comparand(self, column: &ColumnDef) -> Result<RawOperand, ValueError> {
        RawOperand::of(&self, column.ty)
    }
}

impl<T, V: Required> Comparand<T, V> for ColumnOf<T, V> {
    fn comparand(self, _: &ColumnDef) -> Result<RawOperand, ValueError> {
        Ok(RawOperand::Column(self.0))
    }
}

impl<T, V: Required> Comparand<T, V> for ColumnOf<T, Option<V>> {
    fn comparand(self, _: &ColumnDef) -> Result<RawOperand, ValueError> {
        Ok(RawOperand::Column(self.0))
    }
}

/// An operand without its types.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub enum RawOperand {
    /// A value, never NULL.
    Value(Value<'static>),
    /// The position of a column in the schema.
    Column(usize),
}

impl RawOperand {
    fn of(value: &impl Column, ty: YdbType) -> Result<Self, ValueError> {
        value.encode(ty).map(|value| RawOperand::Value(value.into_owned()))
    }

    /// The position of the column, if it is one.
    pub(super) fn column(&self) -> Option<usize> {
        match self {
            RawOperand::Value(_) => None,
            RawOperand::Column(position) => Some(*position),
        }
    }

    /// The value, if it is one.
    pub(super) fn value(&self) -> Option<&Value<'static>> {
        match self {
            RawOperand::Value(value) => Some(value),
            RawOperand::Column(_) => None,
        }
    }

    /// Refuses a column of another YDB type, which two fields of one Rust type may have (`#[ydb(type = "...")]`).
    pub(super) fn check(&self, table: &Table, column: &ColumnDef) -> Result<(), ValueError> {
        match self.column().map(|position| &table.columns[position]) {
            Some(other) if other.ty != column.ty => Err(ValueError::invalid(format_args!(
                "the column is of type {}, and column `{}` of type {}; pass a value, or a column of the same type",
                column.ty, other.name, other.ty
            ))),
            _ => Ok(()),
        }
    }
}

#[diagnostic::do_not_recommend]
impl<T, V: Required> Operand<T, V> for V {
    fn operand(self, column: &ColumnDef) -> Result<RawOperand, ValueError> {
        RawOperand::of(&self, column.ty)
    }
}

#[diagnostic::do_not_recommend]
impl<T, V: Required> Operand<T, Option<V>> for V {
    fn operand(self, column: &ColumnDef) -> Result<RawOperand, ValueError> {
        RawOperand::of(&self, column.ty)
    }
}

impl<T, V: Column> Operand<T, V> for ColumnOf<T, V> {
    fn operand(self, _: &ColumnDef) -> Result<RawOperand, ValueError> {
        Ok(RawOperand::Column(self.0))
    }
}

impl<T, V: Required> Operand<T, Option<V>> for ColumnOf<T, V> {
    fn operand(self, _: &ColumnDef) -> Result<RawOperand, ValueError> {
        Ok(RawOperand::Column(self.0))
    }
}

macro_rules! borrowed {
    ($($borrowed:ty => $owned:ty),* $(,)?) => {
        $(
            impl<T> Operand<T, $owned> for $borrowed {
                fn operand(self, column: &ColumnDef) -> Result<RawOperand, ValueError> {
                    RawOperand::of(&<$owned>::from(self), column.ty)
                }
            }

            impl<T> Comparand<T, $owned> for $borrowed {
                fn comparand(self, column: &ColumnDef) -> Result<RawOperand, ValueError> {
                    RawOperand::of(&<$owned>::from(self), column.ty)
                }
            }

            impl<T> Operand<T, Option<$owned>> for $borrowed {
                fn operand(self, column: &ColumnDef) -> Result<RawOperand, ValueError> {
                    RawOperand::of(&<$owned>::from(self), column.ty)
                }
            }
        )*
    };
}

borrowed! {
    &str => String,
    &str => Box<str>,
    &str => Arc<str>,
    &[u8] => Vec<u8>,
}
