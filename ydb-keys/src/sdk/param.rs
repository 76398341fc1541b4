//! Values for queries of the user's own, with exactly the types that columns have.

use std::collections::HashMap;

use ydb::Value as SdkValue;

use super::params::{Request, list_to_sdk};
use super::value::to_sdk;
use crate::error::{Detail, Error, Result, ValueError};
use crate::statements::{ColumnOf, KeyParams, YdbTable};
use ydb_keys_core::types::{Column, Value, YdbType};

/// A value for `.param(name, value)` of the crate `ydb`, of the type that a column of this Rust type has by default.
///
/// It works for everything that can be a column, also for newtypes and enums of your own. An `Option` is an optional
/// (`Uint64?`), typed even if it is `None`; everything else is not, as YDB demands of a declared parameter.
///
/// ```no_run
/// # use ydb_keys::YdbRow;
/// # #[derive(YdbRow)]
/// # struct Total { total: Option<f64> }
/// # async fn example(client: &ydb::Client, customer_id: u64) -> Result<(), Box<dyn std::error::Error>> {
/// let total: Total = client
///     .query_client()
///     .query_row(
///         "DECLARE $customer AS Uint64;
///          SELECT SUM(amount) AS total FROM orders VIEW by_customer WHERE customer_id = $customer",
///     )
///     .param("$customer", ydb_keys::param(&customer_id)?)
///     .typed()
///     .await?;
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// [`InvalidValue`](crate::ErrorKind::InvalidValue) for a value that YDB cannot store in a column of that type.
pub fn param<T: Column>(value: &T) -> Result<SdkValue> {
    param_as(value, T::INFO.ty)
}

/// The same of another type that the Rust type can be stored as, for a column with `#[ydb(type = "...")]`.
///
/// # Errors
/// As [`param`]; [`InvalidValue`](crate::ErrorKind::InvalidValue) for a type that the Rust type cannot be stored as.
pub fn param_as<T: Column>(value: &T, ty: YdbType) -> Result<SdkValue> {
    T::INFO.carried_as::<T>(ty).map_err(|source| refused(ty, source))?;
    typed(value.encode(ty), ty, T::INFO.nullable)
}

/// Values as a list for `column IN $values`: `List<Uint64>` for numbers of type `u64`.
///
/// # Errors
/// As [`param`], for any of the values.
pub fn param_list<'v, T: Column + 'v>(values: impl IntoIterator<Item = &'v T>) -> Result<SdkValue> {
    let (ty, nullable) = (T::INFO.ty, T::INFO.nullable);
    let values = values.into_iter().map(|value| typed(value.encode(ty), ty, nullable)).collect::<Result<Vec<_>>>()?;
    list_to_sdk(ty, nullable, values).map_err(|source| refused(ty, source))
}

fn typed(value: Result<Value<'_>, ValueError>, ty: YdbType, nullable: bool) -> Result<SdkValue> {
    value.and_then(|value| to_sdk(value, ty, nullable)).map_err(|source| refused(ty, source))
}

#[cold]
fn refused(ty: YdbType, source: ValueError) -> Error {
    Detail::Parameter { name: String::new(), ty: ty.to_string(), source }.into()
}

impl<T: YdbTable, V: Column> ColumnOf<T, V> {
    /// A value for `.param(name, value)` of the crate `ydb`, of exactly the type of this column:
    /// `Order::COLUMNS.placed_at.param(&time)`.
    ///
    /// # Errors
    /// A value that the column cannot hold.
    pub fn param(self, value: &V) -> Result<SdkValue> {
        let column = self.def();
        let value = value.encode(column.ty).and_then(|value| to_sdk(value, column.ty, column.is_nullable()));
        value.map_err(|error| Error::in_column(T::TABLE.name, column.name, error))
    }
}

impl<T: YdbTable> KeyParams<T> {
    /// The values by the names of the parameters, for `.params(..)` of the crate `ydb`.
    ///
    /// # Errors
    /// A key value its column cannot hold.
    pub fn values(&self) -> Result<HashMap<String, SdkValue>> {
        Ok(Request::new(T::TABLE.name, self.statement()?)?.into_params())
    }
}
