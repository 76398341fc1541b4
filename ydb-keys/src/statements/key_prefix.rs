//! What `prefix_params` takes: values for the first columns of a key.

use super::model::YdbTable;
use super::scan::Scan;
use ydb_keys_core::keys::prefix::{Fixed, KeyArg, KeyValue, Sorted, Start};
use ydb_keys_core::types::Column;

/// The types of a model's key columns, as a list of pairs: `(u64, (String, ()))`. In the place of a type that is not a
/// column by itself is `()`.
#[doc(hidden)]
pub trait KeyColumns<Columns> {}

/// Values for the first columns of the key of `T`: one value, or a tuple of them in key order; the last one may be a range.
#[diagnostic::on_unimplemented(
    message = "type_mismatch: `{Self}` does not begin the key `{Order}` of `{T}`",
    label = "not the first columns of the key",
    note = "pass the value of the first column, or a tuple of the values of several columns in this order; the last one may be a range",
    note = "for more, run `ydb-keys explain type_mismatch` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#type_mismatch"
)]
pub trait KeyPrefix<T: YdbTable, Kind, Columns, Order = <T as Sorted>::Order> {
    /// The state of a scan with these values.
    type State;

    #[doc(hidden)]
    fn scan(self, scan: Scan<T>) -> Scan<T, T, Self::State>;
}

/// The first column only.
#[derive(Debug)]
pub struct One;

/// A tuple.
#[derive(Debug)]
pub struct Several;

#[diagnostic::do_not_recommend]
impl<T: YdbTable, A: Column, V: KeyArg<A>, Rest, Order> KeyPrefix<T, One, (A, Rest), Order> for V {
    type State = V::Next<Start>;

    fn scan(self, scan: Scan<T>) -> Scan<T, T, Self::State> {
        scan.column(self, A::as_dyn)
    }
}

/// Columns before the last one with the types of their values, the state that these make, and the last one.
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
