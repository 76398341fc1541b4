//! A column of a model with its Rust type: its name, and its comparisons.

use std::fmt;
use std::marker::PhantomData;

use super::operand::{Comparand, Condition};
use crate::statements::model::YdbTable;
use crate::statements::shape::Comparison;
use ydb_keys_core::ddl::Name;
use ydb_keys_core::schema::ColumnDef;
use ydb_keys_core::types::Required;
use ydb_keys_core::types::column::{Comparable, Nullable};

/// A column of model `T` whose field has the type `V`: a field of [`YdbTable::COLUMNS`].
///
/// It is printed as its quoted SQL name, so that it can be put into the text of a query of your own. It compares the
/// stored value in a condition, and is a value of another column's setter.
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
    /// The column at a position of the model's columns.
    const fn at(position: usize) -> Self {
        ColumnOf(position, PhantomData)
    }
}

/// A function for each number of columns that follow each other, the first of them at a position: the compiler works on
/// calls and not on values.
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
    /// The column in the schema.
    pub const fn def(self) -> &'static ColumnDef {
        &T::TABLE.columns[self.0]
    }

    /// The SQL name, without quotes.
    pub const fn name(self) -> &'static str {
        self.def().name
    }
}

/// The quoted SQL name.
impl<T: YdbTable, V> fmt::Display for ColumnOf<T, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Name(self.name()).fmt(f)
    }
}

impl<T: YdbTable, V> fmt::Debug for ColumnOf<T, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ColumnOf").field(&self.name()).finish()
    }
}

/// Comparisons with a value, or with another column of the row.
///
/// As in YQL, a comparison with a stored NULL is neither true nor false but NULL; `and`, `or` and `!` follow
/// three-valued logic, and a row is changed only if the whole condition is true. Text and bytes are compared byte by
/// byte, a Uuid in the order in which YDB stores it.
impl<T: YdbTable, V> ColumnOf<T, V> {
    /// `column = operand`
    pub fn eq<I>(self, operand: impl Comparand<T, I>) -> Condition<T>
    where
        V: Comparable<Inner = I>,
    {
        Condition::compare(self, Comparison::Equal, operand)
    }

    /// `column != operand`
    pub fn ne<I>(self, operand: impl Comparand<T, I>) -> Condition<T>
    where
        V: Comparable<Inner = I>,
    {
        Condition::compare(self, Comparison::NotEqual, operand)
    }

    /// `column < operand`
    pub fn lt<I>(self, operand: impl Comparand<T, I>) -> Condition<T>
    where
        V: Comparable<Inner = I>,
    {
        Condition::compare(self, Comparison::Less, operand)
    }

    /// `column <= operand`
    pub fn le<I>(self, operand: impl Comparand<T, I>) -> Condition<T>
    where
        V: Comparable<Inner = I>,
    {
        Condition::compare(self, Comparison::LessOrEqual, operand)
    }

    /// `column > operand`
    pub fn gt<I>(self, operand: impl Comparand<T, I>) -> Condition<T>
    where
        V: Comparable<Inner = I>,
    {
        Condition::compare(self, Comparison::Greater, operand)
    }

    /// `column >= operand`
    pub fn ge<I>(self, operand: impl Comparand<T, I>) -> Condition<T>
    where
        V: Comparable<Inner = I>,
    {
        Condition::compare(self, Comparison::GreaterOrEqual, operand)
    }
}

impl<T: YdbTable, V> ColumnOf<T, V> {
    /// `column IS NULL`
    pub fn is_null(self) -> Condition<T>
    where
        V: Nullable,
    {
        Condition::null(self.0, true)
    }

    /// `column IS NOT NULL`
    pub fn is_not_null(self) -> Condition<T>
    where
        V: Nullable,
    {
        Condition::null(self.0, false)
    }
}

impl<T: YdbTable, V: Required> ColumnOf<T, Option<V>> {
    /// Whether the column has this value, where `None` is NULL: `column = value`, or `column IS NULL`.
    ///
    /// To write a row back only if a nullable column is as it was when the row was read.
    pub fn is(self, value: Option<V>) -> Condition<T> {
        match value {
            Some(value) => self.eq(value),
            None => self.is_null(),
        }
    }
}
