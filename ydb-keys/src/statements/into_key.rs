//! What the operations by key take as a key.

use super::model::YdbTable;
use crate::keys::YdbKey;
use ydb_keys_core::keys::prefix::Sorted;

/// A key of the table of `T`: the key struct, the value of the only key column, or the tuple of all their values.
///
/// In the place of a value there may be a reference to one, and in the place of a text a `&str`.
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
/// It is everything that is `Into<T::Key>`. `Columns` and `Types` are those of the key, as types that the compiler prints.
#[diagnostic::on_unimplemented(
    message = "type_mismatch: `{Self}` is not a key of `{T}`: its key is `{Columns}`",
    label = "expected `{Types}`",
    note = "pass the value of the only key column, a tuple of the values in this order, or the key struct; a string may be a `&str`",
    note = "for more, run `ydb-keys explain type_mismatch` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#type_mismatch"
)]
pub trait IntoKey<T: YdbTable, Columns = <T as Sorted>::Order, Types = <<T as YdbTable>::Key as YdbKey>::Types> {
    /// The key struct.
    fn into_key(self) -> T::Key;
}

#[diagnostic::do_not_recommend]
impl<T: YdbTable, Columns, Types, K: Into<T::Key>> IntoKey<T, Columns, Types> for K {
    #[inline]
    fn into_key(self) -> T::Key {
        self.into()
    }
}

/// The key struct of a model is the only one of its name in the module.
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
