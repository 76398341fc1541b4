//! Columns of a model with their Rust types: their names, the values that they are compared with or set to, and
//! conditions.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Not;
use std::sync::Arc;

use crate::error::{Error, Result, ValueError};
use crate::statements::model::YdbTable;
use crate::statements::shape::{Comparison, ConditionShape, Connective};
use ydb_keys_core::ddl::Name;
use ydb_keys_core::schema::{ColumnDef, Table};
use ydb_keys_core::types::column::{Comparable, Nullable};
use ydb_keys_core::types::{Column, Required, Value, YdbType};

/// Column of the model `T` whose field has the type `V`; a field of [`YdbTable::COLUMNS`].
///
/// It prints as its quoted SQL name, for the text of a query of your own. In conditions its methods compare the stored
/// value. It can also be the new value of another column in an update.
///
/// ```
/// use ydb_keys::YdbTable;
///
/// #[derive(YdbTable)]
/// #[ydb(primary_key(account_hash = xxh3(account), account))]
/// struct Account {
///     account: String,
///     #[ydb(rename = "sum")]
///     balance: i64,
/// }
///
/// assert_eq!(Account::COLUMNS.balance.name(), "sum");
/// assert_eq!(format!("SELECT {}", Account::COLUMNS.balance), "SELECT `sum`");
/// ```
pub struct ColumnOf<T, V>(pub(super) usize, PhantomData<fn() -> (T, V)>);

impl<T, V> ColumnOf<T, V> {
    const fn at(position: usize) -> Self {
        ColumnOf(position, PhantomData)
    }
}

/// Defines a function for each number of consecutive columns, which takes the position of the first one. A call for
/// many columns is faster to compile than a call for each.
macro_rules! columns {
    ($($name:ident: $($at:literal $V:ident)*;)*) => {$(
        #[doc(hidden)]
        pub const fn $name<T, $($V),*>(first: usize) -> ($(ColumnOf<T, $V>,)*) {
            ($(ColumnOf::at(first + $at),)*)
        }
    )*};
}

columns! {
    columns1: 0 A;
    columns2: 0 A 1 B;
    columns3: 0 A 1 B 2 C;
    columns4: 0 A 1 B 2 C 3 D;
    columns5: 0 A 1 B 2 C 3 D 4 E;
    columns6: 0 A 1 B 2 C 3 D 4 E 5 F;
    columns7: 0 A 1 B 2 C 3 D 4 E 5 F 6 G;
    columns8: 0 A 1 B 2 C 3 D 4 E 5 F 6 G 7 H;
    columns9: 0 A 1 B 2 C 3 D 4 E 5 F 6 G 7 H 8 I;
    columns10: 0 A 1 B 2 C 3 D 4 E 5 F 6 G 7 H 8 I 9 J;
    columns11: 0 A 1 B 2 C 3 D 4 E 5 F 6 G 7 H 8 I 9 J 10 K;
    columns12: 0 A 1 B 2 C 3 D 4 E 5 F 6 G 7 H 8 I 9 J 10 K 11 L;
}

impl<T, V> Clone for ColumnOf<T, V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, V> Copy for ColumnOf<T, V> {}

impl<T: YdbTable, V> ColumnOf<T, V> {
    /// Returns the definition of the column in the schema.
    pub const fn def(self) -> &'static ColumnDef {
        &T::TABLE.columns[self.0]
    }

    /// Returns the SQL name, without quotes.
    pub const fn name(self) -> &'static str {
        self.def().name
    }
}

/// Prints the quoted SQL name.
impl<T: YdbTable, V> fmt::Display for ColumnOf<T, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Name(self.name()).fmt(f)
    }
}

impl_debug!([T: YdbTable, V] ColumnOf<T, V>, |self, f| f.debug_tuple("ColumnOf").field(&self.name()).finish());

macro_rules! comparisons {
    ($(#[doc = $doc:literal] $method:ident $comparison:ident;)*) => {
        /// Comparisons with a value, or with another column of the row.
        ///
        /// In YQL, a comparison with a stored NULL is neither true nor false but NULL. `and`, `or` and `!` follow
        /// three-valued logic, and a row is changed only if the whole condition is true. Text and bytes are compared
        /// byte by byte, and a Uuid in the order in which YDB stores it.
        impl<T: YdbTable, V> ColumnOf<T, V> {
            $(
                #[doc = $doc]
                pub fn $method<I>(self, operand: impl Comparand<T, I>) -> Condition<T>
                where
                    V: Comparable<Inner = I>,
                {
                    Condition::compare(self, Comparison::$comparison, operand)
                }
            )*
        }
    };
}

comparisons! {
    /// Makes the condition `column = operand`.
    eq Equal;
    /// Makes the condition `column != operand`.
    ne NotEqual;
    /// Makes the condition `column < operand`.
    lt Less;
    /// Makes the condition `column <= operand`.
    le LessOrEqual;
    /// Makes the condition `column > operand`.
    gt Greater;
    /// Makes the condition `column >= operand`.
    ge GreaterOrEqual;
}

impl<T: YdbTable, V> ColumnOf<T, V> {
    /// Makes the condition `column IS NULL`.
    pub fn is_null(self) -> Condition<T>
    where
        V: Nullable,
    {
        Condition::of(Ok((ConditionShape::Null(self.0, true), Vec::new())))
    }

    /// Makes the condition `column IS NOT NULL`.
    pub fn is_not_null(self) -> Condition<T>
    where
        V: Nullable,
    {
        Condition::of(Ok((ConditionShape::Null(self.0, false), Vec::new())))
    }
}

impl<T: YdbTable, V: Required> ColumnOf<T, Option<V>> {
    /// Makes the condition that the column has this value: `column = value`, or `column IS NULL` for `None`.
    ///
    /// Use it to write a row back only if a nullable column is the same as when the row was read.
    pub fn is(self, value: Option<V>) -> Condition<T> {
        match value {
            Some(value) => self.eq(value),
            None => self.is_null(),
        }
    }
}

/// Operand of an expression in an update: a value for a column of type `V` of the model `T`, or a column of the same
/// type. For a nullable column it may also be a value or a column that is NOT NULL, but not an `Option`.
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

/// Operand of a comparison with a column of type `V` or `Option<V>` of the model `T`: a value, or another such column.
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

/// Operand without its types: a value, which becomes a parameter and is never NULL, or a column.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct RawOperand {
    /// Position of the column in the schema.
    pub(super) column: Option<usize>,
    pub(super) value: Option<Value<'static>>,
}

impl RawOperand {
    pub(in crate::statements) fn of_value(value: Value<'static>) -> Self {
        RawOperand { column: None, value: Some(value) }
    }

    pub(super) fn of_column(position: usize) -> Self {
        RawOperand { column: Some(position), value: None }
    }

    fn of(value: &impl Column, ty: YdbType) -> Result<Self, ValueError> {
        value.encode(ty).map(|value| RawOperand::of_value(value.into_owned()))
    }
}

/// Returns an error for an operand that is a column of another YDB type. Two fields of one Rust type may have different
/// ones (`#[ydb(type = "...")]`).
pub(super) fn check_operand(operand: Option<usize>, table: &Table, column: &ColumnDef) -> Result<(), ValueError> {
    match operand.map(|position| &table.columns[position]) {
        Some(other) if other.ty != column.ty => Err(ValueError::invalid(format_args!(
            "the column is of type {}, and column `{}` of type {}; pass a value, or a column of the same type",
            column.ty, other.name, other.ty
        ))),
        _ => Ok(()),
    }
}

macro_rules! operands {
    ($($(#[$hint:meta])* [$($generics:tt)*] $trait:ident::$method:ident $column:ty, $value:ty, |$self:ident, $def:pat_param| $operand:expr;)*) => {$(
        $(#[$hint])*
        impl<T, $($generics)*> $trait<T, $column> for $value {
            fn $method($self, $def: &ColumnDef) -> Result<RawOperand, ValueError> {
                $operand
            }
        }
    )*};
}

operands! {
    #[diagnostic::do_not_recommend]
    [V: Required] Comparand::comparand V, V, |self, column| RawOperand::of(&self, column.ty);
    [V: Required] Comparand::comparand V, ColumnOf<T, V>, |self, _| Ok(RawOperand::of_column(self.0));
    [V: Required] Comparand::comparand V, ColumnOf<T, Option<V>>, |self, _| Ok(RawOperand::of_column(self.0));
    #[diagnostic::do_not_recommend]
    [V: Required] Operand::operand V, V, |self, column| RawOperand::of(&self, column.ty);
    #[diagnostic::do_not_recommend]
    [V: Required] Operand::operand Option<V>, V, |self, column| RawOperand::of(&self, column.ty);
    [V: Column] Operand::operand V, ColumnOf<T, V>, |self, _| Ok(RawOperand::of_column(self.0));
    [V: Required] Operand::operand Option<V>, ColumnOf<T, V>, |self, _| Ok(RawOperand::of_column(self.0));
}

macro_rules! borrowed {
    ($($borrowed:ty => $owned:ty),* $(,)?) => {
        operands! {$(
            [] Operand::operand $owned, $borrowed, |self, column| RawOperand::of(&<$owned>::from(self), column.ty);
            [] Comparand::comparand $owned, $borrowed, |self, column| RawOperand::of(&<$owned>::from(self), column.ty);
            [] Operand::operand Option<$owned>, $borrowed, |self, column| RawOperand::of(&<$owned>::from(self), column.ty);
        )*}
    };
}

borrowed! {
    &str => String,
    &str => Box<str>,
    &str => Arc<str>,
    &[u8] => Vec<u8>,
}

/// Condition on the stored row of the model `T`, from the comparisons of [`ColumnOf`].
///
/// In YQL a condition is true, false, or NULL if a compared value is NULL: `NULL AND false` is false, `NULL OR true` is
/// true, `NOT NULL` is NULL. A row is changed only if its condition is true.
///
/// ```
/// use ydb_keys::YdbTable;
///
/// #[derive(YdbTable)]
/// #[ydb(primary_key(account_hash = xxh3(account), account))]
/// struct Account {
///     account: String,
///     balance: i64,
///     limit: Option<i64>, // of one withdrawal
/// }
///
/// let (balance, limit) = (Account::COLUMNS.balance, Account::COLUMNS.limit);
/// let allowed = balance.ge(100).and(limit.is_null().or(limit.ge(100)));
/// # let _ = allowed;
/// ```
#[must_use = "a condition does nothing by itself"]
pub struct Condition<T> {
    parts: Result<Parts>,
    of: PhantomData<fn() -> T>,
}

/// Shape of a condition, and the values of its parameters in the order of the text.
type Parts = (ConditionShape, Vec<Value<'static>>);

impl_clone!([T] Condition<T>: parts, of);
impl_debug!([T] Condition<T>, |self, f| f.debug_tuple("Condition").field(&self.parts).finish());

impl<T: YdbTable> Condition<T> {
    fn compare<V, W>(column: ColumnOf<T, V>, comparison: Comparison, operand: impl Comparand<T, W>) -> Self {
        let def = column.def();
        let parts = || {
            // Documents have no comparisons in YQL.
            if let YdbType::Json | YdbType::JsonDocument | YdbType::Yson = def.ty {
                return Err(ValueError::invalid(format_args!("YQL cannot compare values of type {}", def.ty)));
            }
            let operand = operand.comparand(def)?;
            check_operand(operand.column, T::TABLE, def)?;
            let shape = ConditionShape::Compare(column.0, comparison, operand.column);
            Ok((shape, operand.value.into_iter().collect()))
        };
        Condition::of(parts().map_err(|error| Error::in_column(T::TABLE.name, def.name, error)))
    }

    fn of(parts: Result<Parts>) -> Self {
        Condition { parts, of: PhantomData }
    }

    /// Joins two conditions that must both be true: `self AND other`.
    pub fn and(self, other: Condition<T>) -> Self {
        self.both(Connective::And, other)
    }

    /// Joins two conditions; at least one must be true: `self OR other`.
    pub fn or(self, other: Condition<T>) -> Self {
        self.both(Connective::Or, other)
    }

    fn both(self, connective: Connective, other: Condition<T>) -> Self {
        let parts = self.parts.and_then(|(left, mut values)| {
            let (right, others) = other.parts?;
            values.extend(others);
            Ok((ConditionShape::Both(connective, Box::new(left), Box::new(right)), values))
        });
        Condition::of(parts)
    }

    /// Returns the shape, and the values of its parameters in the order of the text.
    pub(in crate::statements) fn parts(&self) -> Result<Parts> {
        self.parts.clone()
    }
}

/// Negates a condition: `NOT condition`, which is NULL if the condition is NULL.
impl<T: YdbTable> Not for Condition<T> {
    type Output = Condition<T>;

    fn not(self) -> Condition<T> {
        Condition::of(self.parts.map(|(shape, values)| (ConditionShape::Not(Box::new(shape)), values)))
    }
}
