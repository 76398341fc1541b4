//! Arguments of an update's setters: a value, another column, or an expression of the stored value.

use super::column::{ColumnOf, Operand, RawOperand, check_operand};
use crate::error::{Result, ValueError};
use crate::statements::shape::{ChangeShape, Op};
use ydb_keys_core::schema::{ColumnDef, Table};
use ydb_keys_core::types::column::{Nullable, Number, Text, Time};
use ydb_keys_core::types::{Column, Required, Value, YdbType};

/// New value for a column of type `V` of the model `T`: a value, a column of the same type, or one of the expressions
/// [`add`], [`sub`], [`append`], [`coalesce`] and [`now`].
#[diagnostic::on_unimplemented(
    message = "type_mismatch: `{Self}` cannot be stored in a column of type `{V}` of `{T}`",
    label = "expected a value of the column's type, a column of that type, or an expression",
    note = "the expressions are `add(x)` and `sub(x)` of numbers, `append(x)` of texts and bytes, `coalesce(x)` of nullable columns, `now()` of times",
    note = "for more, run `ydb-keys explain type_mismatch` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#type_mismatch"
)]
pub trait NewValue<T, V> {
    #[doc(hidden)]
    fn change(self, column: &ColumnDef) -> Result<Change, ValueError>;
}

/// Change of a column by a setter, without its types.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct Change {
    pub(in crate::statements) shape: ChangeShape,
    /// Value that becomes a parameter.
    pub(in crate::statements) value: Option<Value<'static>>,
}

macro_rules! expressions {
    ($($(#[$doc:meta])* $function:ident -> $name:ident;)*) => {
        $(
            #[doc = concat!("The expression of [`", stringify!($function), "`].")]
            #[derive(Clone, Copy, Debug)]
            #[must_use = "this is an expression for a setter of an update"]
            pub struct $name<A>(A);

            $(#[$doc])*
            pub fn $function<A>(operand: A) -> $name<A> {
                $name(operand)
            }
        )*
    };
}

expressions! {
    /// Adds `operand`, a number or a column of the same type, to the stored number: `balance(add(100))`.
    ///
    /// In YQL, integers wrap around at the ends of their type (YDB computes them like C++), and NULL plus anything is
    /// NULL. If a value may come near the end, add a condition, such as
    /// `.when(Account::COLUMNS.balance.le(i64::MAX - 100))`.
    add -> Add;

    /// Subtracts `operand`, a number or a column of the same type, from the stored number: `stock(sub(1))`.
    ///
    /// In YQL, integers wrap around, so an unsigned 0 minus 1 is the largest number of the type, and NULL minus
    /// anything is NULL. Add a condition, such as `.when(Item::COLUMNS.stock.ge(1))`.
    sub -> Subtract;

    /// Appends `operand` to the stored text or bytes: `log(append("\nshipped"))`. NULL stays NULL.
    append -> Append;

    /// Keeps the stored value, or sets `operand` if it is NULL: `note(coalesce("none"))`.
    coalesce -> Coalesce;
}

/// Expression of [`now`].
#[derive(Clone, Copy, Debug)]
#[must_use = "this is an expression for a setter of an update"]
pub struct Now;

/// Sets the time of YDB's clock when the statement runs, the same in the whole query: `changed_at(now())`.
pub fn now() -> Now {
    Now
}

macro_rules! new_values {
    ($([$($generics:tt)*] $column:ty, $value:ty, |$self:ident, $def:pat_param| $change:expr;)*) => {$(
        impl<T, $($generics)*> NewValue<T, $column> for $value {
            fn change($self, $def: &ColumnDef) -> Result<Change, ValueError> {
                $change
            }
        }
    )*};
}

new_values! {
    [V: Column] V, V, |self, column| self.encode(column.ty).map(|value| Change::set(value.into_owned()));
    [] String, &str, |self, column| NewValue::<T, String>::change(self.to_owned(), column);
    [V: Column] V, ColumnOf<T, V>, |self, _| Ok(Change::of(Op::Copy, RawOperand::of_column(self.0)));
    [V: Required] Option<V>, ColumnOf<T, V>, |self, _| Ok(Change::of(Op::Copy, RawOperand::of_column(self.0)));
    [V: Number, A: Operand<T, V>] V, Add<A>, |self, column| Ok(Change::of(Op::Add, self.0.operand(column)?));
    [V: Number, A: Operand<T, V>] V, Subtract<A>, |self, column| Ok(Change::of(Op::Subtract, self.0.operand(column)?));
    [V: Text, A: Operand<T, V>] V, Append<A>, |self, column| match column.ty {
        YdbType::Utf8 | YdbType::String => Ok(Change::of(Op::Append, self.0.operand(column)?)),
        other => Err(ValueError::invalid(format_args!("YQL cannot append to a value of type {other}"))),
    };
    [V: Nullable, A: Operand<T, V>] V, Coalesce<A>, |self, column| Ok(Change::of(Op::Coalesce, self.0.operand(column)?));
    [V: Time] V, Now, |self, _| Ok(Change { shape: ChangeShape::Now, value: None });
}

impl Change {
    /// Sets a value, possibly NULL.
    pub(in crate::statements) fn set(value: Value<'static>) -> Self {
        Change { shape: ChangeShape::Set, value: Some(value) }
    }

    /// Sets the result of an operation on the stored value.
    pub(in crate::statements) fn of(op: Op, operand: RawOperand) -> Self {
        Change { shape: ChangeShape::Of(op, operand.column), value: operand.value }
    }

    pub(in crate::statements) fn check(&self, table: &Table, column: &ColumnDef) -> Result<(), ValueError> {
        match self.shape {
            ChangeShape::Of(_, operand) => check_operand(operand, table, column),
            ChangeShape::Set | ChangeShape::Now => Ok(()),
        }
    }
}
