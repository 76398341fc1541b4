//! What can be done with the values of a column, by its Rust type.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::SystemTime;

use super::Required;

/// Numbers, which `add` and `sub` change. A newtype of a number is one too.
#[diagnostic::on_unimplemented(
    message = "type_mismatch: a column of type `{Self}` is not a number, so nothing can be added to it or subtracted from it",
    label = "not a number",
    note = "`add` and `sub` change integers and floats; texts and bytes take `append`",
    note = "for more, run `ydb-keys explain type_mismatch` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#type_mismatch"
)]
pub trait Number {}

/// Texts and bytes, which `append` changes. A newtype of one of them is one too.
#[diagnostic::on_unimplemented(
    message = "type_mismatch: a column of type `{Self}` is neither a string nor bytes, so nothing can be appended to it",
    label = "neither text nor bytes",
    note = "`append` changes `String` and `Vec<u8>`; numbers take `add`",
    note = "for more, run `ydb-keys explain type_mismatch` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#type_mismatch"
)]
pub trait Text {}

/// Times, which `now` sets. A newtype of a time is one too.
#[diagnostic::on_unimplemented(
    message = "type_mismatch: a column of type `{Self}` does not hold times, so `now` cannot be stored in it",
    label = "not a time",
    note = "`now` sets `SystemTime` and the dates and times of the time crates",
    note = "for more, run `ydb-keys explain type_mismatch` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#type_mismatch"
)]
pub trait Time {}

/// Types of columns that may be NULL: `Option<_>`.
#[diagnostic::on_unimplemented(
    message = "type_mismatch: a column of type `{Self}` is never NULL",
    label = "never NULL",
    note = "`coalesce`, `is_null` and `is_not_null` are for columns of type `Option<_>`; to set the column pass the value itself",
    note = "for more, run `ydb-keys explain type_mismatch` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#type_mismatch"
)]
pub trait Nullable {}

impl<V> Nullable for Option<V> {}

/// Types of columns that have comparisons.
#[diagnostic::on_unimplemented(
    message = "type_mismatch: columns of type `{Self}` have no comparisons",
    label = "no comparisons",
    note = "YQL cannot compare documents; compare another column",
    note = "for more, run `ydb-keys explain type_mismatch` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#type_mismatch"
)]
pub trait Comparable {
    /// The type without `Option`.
    type Inner;
}

#[diagnostic::do_not_recommend]
impl<V: Required> Comparable for V {
    type Inner = V;
}

#[diagnostic::do_not_recommend]
impl<V: Required> Comparable for Option<V> {
    type Inner = V;
}

macro_rules! kinds {
    ($($kind:ident: $($ty:ty),*;)*) => {
        $($(impl $kind for $ty {})*)*
    };
}

kinds! {
    Number: i8, i16, i32, i64, u8, u16, u32, u64, f32, f64;
    Text: String, Box<str>, Arc<str>, Cow<'static, str>, Vec<u8>;
    Time: SystemTime;
}

impl<V: Number + Required> Number for Option<V> {}
impl<V: Text + Required> Text for Option<V> {}
impl<V: Time + Required> Time for Option<V> {}
