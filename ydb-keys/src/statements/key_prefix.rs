//! Keys as arguments: `IntoKey`, and the parameters of a whole key or of its first columns.

use std::sync::Arc;

use super::read::{key_rows, key_values};
use super::{Member, ParamValue, Params, Query, Scan, Statement, Template, YdbTable};
use crate::error::Result;
use crate::keys::YdbKey;
use ydb_keys_core::keys::prefix::{Fixed, KeyArg, KeyValue, Sorted, Start};
use ydb_keys_core::types::Column;

/// Types of a model's key columns, as a list of pairs: `(u64, (String, ()))`. A type that is not a column by itself is
/// replaced by `()`.
#[doc(hidden)]
pub trait KeyColumns<Columns> {}

/// Values for the first columns of the key of `T`: a single value, or a tuple of values in key order. The last value
/// may be a range.
#[diagnostic::on_unimplemented(
    message = "type_mismatch: `{Self}` does not begin the key `{Order}` of `{T}`",
    label = "not the first columns of the key",
    note = "pass the value of the first column, or a tuple of the values of several columns in this order; the last one may be a range",
    note = "for more, run `ydb-keys explain type_mismatch` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#type_mismatch"
)]
pub trait KeyPrefix<T: YdbTable, Kind, Columns, Order = <T as Sorted>::Order> {
    /// State of a scan with these values.
    type State;

    #[doc(hidden)]
    fn scan(self, scan: Scan<T>) -> Scan<T, T, Self::State>;
}

/// Marker for the value of the first column only.
#[derive(Debug)]
pub struct One;

/// Marker for a tuple of values.
#[derive(Debug)]
pub struct Several;

#[diagnostic::do_not_recommend]
impl<T: YdbTable, A: Column, V: KeyArg<A>, Rest, Order> KeyPrefix<T, One, (A, Rest), Order> for V {
    type State = V::Next<Start>;

    fn scan(self, scan: Scan<T>) -> Scan<T, T, Self::State> {
        scan.column(self, A::as_dyn)
    }
}

/// Implements [`KeyPrefix`] for tuples. Each line has the columns before the last one with the types of their values,
/// the resulting state of the scan, and the columns with the last one.
macro_rules! prefixes {
    ($([$($A:ident $V:ident $value:ident)*] $state:ty, $columns:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T: YdbTable, $($A: Column, $V: KeyValue<$A>,)* L: Column, V: KeyArg<L>, Rest, Order>
            KeyPrefix<T, Several, $columns, Order> for ($($V,)* V,)
        {
            type State = V::Next<$state>;

            fn scan(self, scan: Scan<T>) -> Scan<T, T, Self::State> {
                let ($($value,)* last,) = self;
                $(let scan = scan.column::<$A, ()>($value.value(), $A::as_dyn);)*
                scan.column(last, L::as_dyn)
            }
        }
    )*};
}

prefixes! {
    [] Start, (L, Rest);
    [A VA a] Fixed<Start>, (A, (L, Rest));
    [A VA a B VB b] Fixed<Fixed<Start>>, (A, (B, (L, Rest)));
    [A VA a B VB b C VC c] Fixed<Fixed<Fixed<Start>>>, (A, (B, (C, (L, Rest))));
    [A VA a B VB b C VC c D VD d] Fixed<Fixed<Fixed<Fixed<Start>>>>, (A, (B, (C, (D, (L, Rest)))));
    [A VA a B VB b C VC c D VD d E VE e] Fixed<Fixed<Fixed<Fixed<Fixed<Start>>>>>, (A, (B, (C, (D, (E, (L, Rest))))));
}

/// Key, or list of keys, as parameters of a query of your own: the key columns, and the computed hash column. From
/// [`YdbTable::key_params`], [`YdbTable::prefix_params`], [`YdbTable::key_list`] and `scan().params()`.
pub struct KeyParams<T: YdbTable> {
    keys: Keys<T::Key>,
}

enum Keys<K> {
    One(K),
    Many(Vec<K>),
    /// Values that a scan compares key columns with.
    Scan(Box<Query>),
}

impl<T: YdbTable> KeyParams<T> {
    pub(super) fn one(key: T::Key) -> Self {
        KeyParams { keys: Keys::One(key) }
    }

    pub(super) fn many(keys: Vec<T::Key>) -> Self {
        KeyParams { keys: Keys::Many(keys) }
    }

    /// Makes parameters of the values that the scan compares key columns with, without its filters and its limit.
    pub(super) fn scan(query: Query) -> Self {
        KeyParams { keys: Keys::Scan(Box::new(Query { filters: Vec::new(), limit: None, ..query })) }
    }

    /// Returns the `DECLARE` of each parameter, each in a line. The text is the same for every key.
    pub fn declarations(&self) -> String {
        self.template().text().to_owned()
    }

    /// Returns the declarations and the values.
    ///
    /// # Errors
    /// A value of a key column that the column cannot hold.
    pub fn statement(&self) -> Result<Statement<'_>> {
        let values = match &self.keys {
            Keys::One(key) => key_values(key)?.into_iter().map(ParamValue::One).collect(),
            Keys::Many(keys) => vec![key_rows(keys)?],
            Keys::Scan(query) => query.values()?,
        };
        Ok(Statement::new(Arc::new(self.template()), values))
    }

    fn template(&self) -> Template {
        let (mut params, members) = (Params::default(), Member::key(T::TABLE));
        match &self.keys {
            Keys::One(_) => members.into_iter().for_each(|member| drop(params.one(member.name, member))),
            Keys::Many(_) => drop(params.rows("keys", members)),
            Keys::Scan(query) => drop(query.conditions(&mut params)),
        }
        params.declarations()
    }
}

impl_debug!([T: YdbTable] KeyParams<T>, |self, f| f.debug_tuple("KeyParams").field(&T::TABLE.name).finish());

/// Key of the table of `T`: the key struct, the value of the only key column, or the tuple of the values of all key
/// columns.
///
/// You may also pass references to the values, and a `&str` for a string.
///
/// ```
/// use ydb_keys::YdbTable;
///
/// #[derive(YdbTable)]
/// #[ydb(primary_key(shop, number))]
/// struct Receipt {
///     shop: String,
///     number: u64,
/// }
///
/// let get = Receipt::get(("corner", 7));
/// assert!(get.statement()?.to_string().contains("$shop = \"corner\""));
/// let get = Receipt::get(ReceiptKey { shop: "corner".to_owned(), number: 7 });
/// # assert!(get.statement()?.to_string().contains("$shop = \"corner\""));
/// # Ok::<(), ydb_keys::Error>(())
/// ```
///
/// Every type with `Into<T::Key>` is a key. `Columns` and `Types` are the columns of the key and their types, as types
/// that the compiler prints.
#[diagnostic::on_unimplemented(
    message = "type_mismatch: `{Self}` is not a key of `{T}`: its key is `{Columns}`",
    label = "expected `{Types}`",
    note = "pass the value of the only key column, a tuple of the values in this order, or the key struct; a string may be a `&str`",
    note = "for more, run `ydb-keys explain type_mismatch` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#type_mismatch"
)]
pub trait IntoKey<T: YdbTable, Columns = <T as Sorted>::Order, Types = <<T as YdbTable>::Key as YdbKey>::Types> {
    /// Converts the value to the key struct.
    fn into_key(self) -> T::Key;
}

#[diagnostic::do_not_recommend]
impl<T: YdbTable, Columns, Types, K: Into<T::Key>> IntoKey<T, Columns, Types> for K {
    #[inline]
    fn into_key(self) -> T::Key {
        self.into()
    }
}

/// Types that are the key struct of a model. An error of the compiler says that another type of the module has the same
/// name.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "reserved_name: `{Self}` is also the name of the key that the derive writes for a model",
    label = "this model's key has the name of another type",
    note = "rename your type, or give the key another name: `#[ydb(key = ..)]` on the model",
    note = "for more, run `ydb-keys explain reserved_name` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#reserved_name"
)]
pub trait OnlyKey<Named> {}

#[diagnostic::do_not_recommend]
impl<T> OnlyKey<T> for T {}
