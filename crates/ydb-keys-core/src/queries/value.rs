//! Rust values of parameters: values of their columns, references, `&str` for texts, lists.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet, VecDeque};
use std::sync::Arc;

use crate::error::ValueError;
use crate::schema::Table;
use crate::types::const_text::find;
use crate::types::{Column, ColumnInfo, Encode, Required, Value, YdbType};

/// Rust type `C` of the column at a position of a model; the derive implements it.
///
/// `C` is a parameter of the trait and not an associated type, because it may be less visible than the model.
pub trait ColumnAt<const POSITION: usize, C> {}

/// Tuple of models, of which one is chosen by its number.
pub trait Nth<const NUMBER: usize> {
    /// Model with this number.
    type Item;
}

macro_rules! nth {
    ($($item:ident: $number:literal of $($all:ident)*;)*) => {$(
        impl<$($all),*> Nth<$number> for ($($all,)*) {
            type Item = $item;
        }
    )*};
}

nth! {
    A: 0 of A B; B: 1 of A B;
    A: 0 of A B C; B: 1 of A B C; C: 2 of A B C;
    A: 0 of A B C D; B: 1 of A B C D; C: 2 of A B C D; D: 3 of A B C D;
}

/// Marker for the Rust type of a column that is not known, or that is not a field of the model.
pub struct Any;

/// Position of a name that is not a field. Its fault is reported elsewhere, and a computed column has no Rust type.
pub const NO_FIELD: usize = usize::MAX;

/// Returns the position of a column of this name among the fields of a model.
pub const fn position(table: &Table, name: &str) -> usize {
    match super::position(table, name) {
        Some(position) if position < table.columns.len() => position,
        _ => NO_FIELD,
    }
}

/// Returns the number of the table that has a column of this name, and the column's position among its fields.
pub const fn found(tables: &[&Table], name: &str) -> (usize, usize) {
    match find!(i < tables.len(), position(tables[i], name) != NO_FIELD) {
        Some(i) => (i, position(tables[i], name)),
        None => (0, NO_FIELD),
    }
}

/// Marker of a value that is compared: it may be NULL.
pub struct Compared;

/// Marker of a value that is written: it must be what the column holds.
pub struct Written;

/// Value for a parameter of a column of the Rust type `C`.
#[diagnostic::on_unimplemented(
    message = "type_mismatch: `{Self}` is not a value for a column of type `{C}`",
    label = "expected `{C}`, the type of the column that it is compared with or written into",
    note = "pass a value of that type, a reference to one, or a `&str` for a string; a list belongs to `IN $list`, without parentheses; to send another YDB type write `name = value as Uint64`",
    note = "for more, run `ydb-keys explain type_mismatch` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#type_mismatch"
)]
pub trait Parameter<C, K> {
    /// The types of columns that the value fits.
    const INFO: ColumnInfo;

    /// Returns the value for a parameter of this type.
    fn encoded(&self, ty: YdbType) -> Result<Value<'_>, ValueError>;
}

macro_rules! parameter {
    ([$($generics:tt)*] $column:ty, $kind:ty, $own:ty, $info:ty, $self:ident => $value:expr) => {
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> Parameter<$column, $kind> for $own {
            const INFO: ColumnInfo = <$info as Column>::INFO;

            fn encoded(&self, ty: YdbType) -> Result<Value<'_>, ValueError> {
                let $self = self;
                $value.encode_as(ty)
            }
        }
    };
}

/// Text that is not owned.
struct Text<'t>(&'t str);

impl Text<'_> {
    fn encode_as<'v>(&self, ty: YdbType) -> Result<Value<'v>, ValueError> {
        String::from(self.0).encode(ty).map(Value::into_owned)
    }
}

parameter!([V: Column, K] V, K, V, V, value => value);
parameter!([V: Column, K] V, K, &V, V, value => (**value));
parameter!([V: Required, K] Option<V>, K, V, V, value => value);
parameter!([V: Required, K] Option<V>, K, &V, V, value => (**value));
parameter!([V: Required] V, Compared, Option<V>, Option<V>, value => value);
parameter!([V: Required] V, Compared, &Option<V>, Option<V>, value => (**value));

macro_rules! texts {
    ($($text:ty),*) => {$(
        parameter!([K] $text, K, &str, String, value => Text(value));
        parameter!([K] Option<$text>, K, &str, String, value => Text(value));
    )*};
}

texts!(String, Box<str>, Arc<str>, Cow<'static, str>);

/// Value for a parameter whose column is not known.
#[diagnostic::on_unimplemented(
    message = "type_mismatch: `{Self}` is not a type of a YDB column",
    label = "not a type of a column",
    note = "pass a value whose type can be that of a column, or a `&str`; a list belongs right after `IN`, as in `id IN $ids`; a field of a struct has a name of its own, as in `id = order.id`",
    note = "for more, run `ydb-keys explain type_mismatch` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#type_mismatch"
)]
pub trait AnyParameter {
    /// The types of columns that the value fits.
    const INFO: ColumnInfo;

    /// Returns the value for a parameter of this type.
    fn encoded(&self, ty: YdbType) -> Result<Value<'_>, ValueError>;
}

#[diagnostic::do_not_recommend]
impl<V: Column> AnyParameter for V {
    const INFO: ColumnInfo = V::INFO;

    fn encoded(&self, ty: YdbType) -> Result<Value<'_>, ValueError> {
        self.encode(ty)
    }
}

impl AnyParameter for &str {
    const INFO: ColumnInfo = <String as Column>::INFO;

    fn encoded(&self, ty: YdbType) -> Result<Value<'_>, ValueError> {
        Text(self).encode_as(ty)
    }
}

/// Covers computed columns, which have no Rust type.
#[diagnostic::do_not_recommend]
impl<P: AnyParameter, K> Parameter<Any, K> for P {
    const INFO: ColumnInfo = <P as AnyParameter>::INFO;

    fn encoded(&self, ty: YdbType) -> Result<Value<'_>, ValueError> {
        AnyParameter::encoded(self, ty)
    }
}

/// Values for `IN $list`, or rows for `AS_TABLE($rows)`: a vector, a slice, an array or a set.
#[diagnostic::on_unimplemented(
    message = "type_mismatch: `{Self}` is not a list",
    label = "expected a vector, a slice, an array or a set",
    note = "pass a list, because the text has the parameter after `IN` or in `AS_TABLE(..)`; for one value write `=`",
    note = "for more, run `ydb-keys explain type_mismatch` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#type_mismatch"
)]
pub trait List {
    #[doc(hidden)]
    type Item;

    #[doc(hidden)]
    fn items<'l>(&'l self) -> impl Iterator<Item = &'l Self::Item>
    where
        Self::Item: 'l;
}

macro_rules! lists {
    ($([$($generics:tt)*] $list:ty),*) => {$(
        impl<T, $($generics)*> List for $list {
            type Item = T;

            fn items<'l>(&'l self) -> impl Iterator<Item = &'l T>
            where
                T: 'l,
            {
                self.iter()
            }
        }
    )*};
}

lists!([] Vec<T>, [] [T], [const N: usize] [T; N], [S] HashSet<T, S>, [] BTreeSet<T>, [] VecDeque<T>);

#[diagnostic::do_not_recommend]
impl<L: List + ?Sized> List for &L {
    type Item = L::Item;

    fn items<'l>(&'l self) -> impl Iterator<Item = &'l L::Item>
    where
        L::Item: 'l,
    {
        (**self).items()
    }
}
