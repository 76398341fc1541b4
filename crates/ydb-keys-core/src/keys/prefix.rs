//! States of a scan, values that its columns accept, and the bounds of its parts.

use std::borrow::Cow;
use std::marker::PhantomData;
use std::ops::{Bound, Range, RangeBounds, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};
use std::sync::Arc;

use crate::types::{Column, Value};

/// State of a scan: no column is fixed yet.
#[derive(Debug)]
pub struct Start;

/// State of a scan: one more column is fixed than in `S`.
#[derive(Debug)]
pub struct Fixed<S>(PhantomData<S>);

/// State of a scan: the columns fixed in `S` have values, and the next one is in a range.
#[derive(Debug)]
pub struct Ranged<S>(PhantomData<S>);

/// State of a scan that may read the whole table: its author wrote `full_scan()`.
#[derive(Debug)]
pub struct Whole;

/// Sort order that a scan reads: a model by its key, or an index. Each column is a type that the compiler prints.
#[doc(hidden)]
pub trait Sorted {
    /// All columns that a scan can name, in order.
    type Order;

    /// Columns that a scan must name.
    type Needs;

    /// Number of first columns that need values, as [`Least`].
    type Least;
}

/// Minimum of a scan: values of the first `N` columns. If `N` is 0, it needs a value or a range of the first column.
#[derive(Debug)]
pub struct Least<const N: usize>;

/// State in which a scan of `T` reads one range of its key, or in which the author wants the whole table. `Needs` are
/// the columns to fix.
///
/// The type `T` is a model, or one of its indexes.
#[diagnostic::on_unimplemented(
    message = "full_scan: a scan of `{T}` must give a value for `{Needs}`, otherwise it reads every partition",
    label = "this scan does not say where its rows are",
    note = "call the columns' methods in the order of the key or index, up to these; a hashed column takes one value, not a range; or write `.full_scan()` to read the whole table on purpose",
    note = "for more, run `ydb-keys explain full_scan` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#full_scan"
)]
pub trait Bounded<T: Sorted, Needs = <T as Sorted>::Needs, Least = <T as Sorted>::Least> {}

impl<T: Sorted, Needs, Least> Bounded<T, Needs, Least> for Whole {}

// Not recommended to users: otherwise the compiler would list the states.
#[diagnostic::do_not_recommend]
impl<T: Sorted, Needs, S> Bounded<T, Needs, Least<0>> for Fixed<S> {}

#[diagnostic::do_not_recommend]
impl<T: Sorted, Needs, S> Bounded<T, Needs, Least<0>> for Ranged<S> {}

/// State in which a scan of `T` takes the column at position `N` of its order.
#[diagnostic::on_unimplemented(
    message = "full_scan: this column is not the next one: a scan of `{T}` takes `{Order}` in this order",
    label = "not the next column",
    note = "write a value for each column before it first; no column can follow a range, or `full_scan()`",
    note = "for more, run `ydb-keys explain full_scan` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#full_scan"
)]
pub trait Takes<const N: usize, T: Sorted, Order = <T as Sorted>::Order> {}

/// Implements the states after each number of values. YDB has at most 30 key columns.
macro_rules! states {
    ($least:ty, $more:ty;) => {};
    ($least:ty, $more:ty; 0 $($further:literal)*) => {
        states!(@ 0, $least);
        states!(Fixed<$least>, Fixed<$more>; $($further)*);
    };
    ($least:ty, $more:ty; $count:literal $($further:literal)*) => {
        states!(@ $count, $least);

        #[diagnostic::do_not_recommend]
        impl<T: Sorted, Needs, S> Bounded<T, Needs, Least<$count>> for $more {}

        #[diagnostic::do_not_recommend]
        impl<T: Sorted, Needs, S> Bounded<T, Needs, Least<$count>> for Ranged<$more> {}

        states!(Fixed<$least>, Fixed<$more>; $($further)*);
    };
    (@ $count:literal, $state:ty) => {
        #[diagnostic::do_not_recommend]
        impl<T: Sorted, Order> Takes<$count, T, Order> for $state {}

        // No column has this position. If a state had only one implementation, the compiler would show its source.
        #[diagnostic::do_not_recommend]
        impl<T: Sorted, Order> Takes<{ usize::MAX }, T, Order> for $state {}
    };
}

states!(Start, S; 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30);

/// Argument of a key column in a scan: a value, or one of Rust's ranges of values.
#[diagnostic::on_unimplemented(
    message = "type_mismatch: `{Self}` is neither a `{V}` nor a range of them",
    label = "expected a value or a range of `{V}`",
    note = "for more, run `ydb-keys explain type_mismatch` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#type_mismatch"
)]
pub trait KeyArg<V> {
    /// State after the argument. A value fixes the column, so the next column may follow; a range ends the prefix.
    type Next<S>;

    #[doc(hidden)]
    fn bound(self) -> KeyBound<V>;
}

/// Value or range of values of a key column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyBound<V> {
    /// A single value.
    Value(V),
    /// The values between two ends.
    Range(Bound<V>, Bound<V>),
}

impl<V> KeyBound<V> {
    /// Returns the bound with each of its values replaced by the result of `map`.
    pub fn map<W>(self, mut map: impl FnMut(V) -> W) -> KeyBound<W> {
        match self {
            KeyBound::Value(value) => KeyBound::Value(map(value)),
            KeyBound::Range(from, to) => KeyBound::Range(from.map(&mut map), to.map(map)),
        }
    }
}

impl<V> KeyArg<V> for V {
    type Next<S> = Fixed<S>;

    fn bound(self) -> KeyBound<V> {
        KeyBound::Value(self)
    }
}

macro_rules! range {
    ([$($generics:tt)*] $range:ty, $self:ident => ($from:expr, $to:expr)) => {
        impl<$($generics)*> KeyArg<V> for $range {
            type Next<S> = Ranged<S>;

            fn bound($self) -> KeyBound<V> {
                KeyBound::Range($from, $to)
            }
        }
    };
}

range!([V] Range<V>, self => (Bound::Included(self.start), Bound::Excluded(self.end)));
range!([V] RangeFrom<V>, self => (Bound::Included(self.start), Bound::Unbounded));
range!([V] RangeTo<V>, self => (Bound::Unbounded, Bound::Excluded(self.end)));
range!([V] RangeToInclusive<V>, self => (Bound::Unbounded, Bound::Included(self.end)));
// Not for every `V`: for a column whose type is `RangeFull`, `..` would be a value.
range!([V: Column] RangeFull, self => (Bound::Unbounded, Bound::Unbounded));
range!([V] (Bound<V>, Bound<V>), self => (self.0, self.1));

impl<V> KeyArg<V> for RangeInclusive<V> {
    type Next<S> = Ranged<S>;

    fn bound(self) -> KeyBound<V> {
        let (start, end) = self.into_inner();
        KeyBound::Range(Bound::Included(start), Bound::Included(end))
    }
}

impl<V: Clone> KeyArg<V> for &V {
    type Next<S> = Fixed<S>;

    fn bound(self) -> KeyBound<V> {
        KeyBound::Value(self.clone())
    }
}

/// Argument for a column of a key: its value, a reference to a value, or a `&str` if it is a text.
#[diagnostic::on_unimplemented(message = "type_mismatch: `{Self}` is not a `{V}`")]
pub trait KeyValue<V> {
    #[doc(hidden)]
    fn value(self) -> V;
}

impl<V> KeyValue<V> for V {
    #[inline]
    fn value(self) -> V {
        self
    }
}

impl<V: Clone> KeyValue<V> for &V {
    #[inline]
    fn value(self) -> V {
        self.clone()
    }
}

/// Implements `&str` as an argument for text types.
macro_rules! texts {
    ($($text:ty),*) => {$(
        impl KeyValue<$text> for &str {
            fn value(self) -> $text {
                self.to_owned().into()
            }
        }

        impl KeyArg<$text> for &str {
            type Next<S> = Fixed<S>;

            fn bound(self) -> KeyBound<$text> {
                KeyBound::Value(self.to_owned().into())
            }
        }

        texts!($text: Range, RangeFrom, RangeTo, RangeToInclusive, RangeInclusive);
        texts!($text; (Bound<&str>, Bound<&str>));
    )*};
    ($text:ty: $($range:ident),*) => {$(texts!($text; $range<&str>);)*};
    ($text:ty; $range:ty) => {
        impl KeyArg<$text> for $range {
            type Next<S> = Ranged<S>;

            fn bound(self) -> KeyBound<$text> {
                let owned = |bound: Bound<&&str>| bound.map(|text| (*text).to_owned().into());
                KeyBound::Range(owned(self.start_bound()), owned(self.end_bound()))
            }
        }
    };
}

texts!(String, Box<str>, Arc<str>, Cow<'static, str>);

/// Ways to cut a scan into parts.
#[derive(Debug, PartialEq)]
pub enum Cuts {
    /// At the beginnings of these key prefixes.
    At(Vec<Vec<Value<'static>>>),
    /// At the beginnings of partitions, which only the database knows.
    Partitions,
}

/// Rest of a part of an export: the rows from `from` on, or after `after`, and before `to`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rest {
    /// Lower bound: values of the first columns that rows are sorted by, hashes included. Empty means from the
    /// beginning.
    pub from: Vec<Value<'static>>,
    /// Position of the row after which the rest begins, without the hashes.
    pub after: Option<Vec<Value<'static>>>,
    /// Upper bound, excluded: values of the same columns as in `from`. Empty means up to the end.
    pub to: Vec<Value<'static>>,
}
