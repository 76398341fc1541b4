//! Requests: a text with its parameters as the client sends them.

use std::collections::HashMap;
use std::sync::Arc;

use ydb::{CallBuilder, Value as SdkValue};

use super::failure::Operation;
use super::value::{can_send, example, to_sdk};
use crate::error::{Detail, Error, Result, ValueError};
use crate::keys::RowEncoder;
use crate::statements::{ColumnOf, KeyParams, Member, ParamType, ParamValue, Statement, Template, YdbTable};
use ydb_keys_core::keys::RowSink;
use ydb_keys_core::types::{Column, Value, YdbType};

/// Statement ready to be sent. It borrows nothing from a model, and shares its text with all statements of the same
/// shape.
#[derive(Clone)]
pub struct Request {
    template: Arc<Template>,
    /// Values of the template's parameters, in their order; NULL in the place of a list. The client's values are
    /// several times as large, so they are made only when they are sent.
    values: Vec<Value<'static>>,
    /// Lists among the parameters, or all parameters of a text that the user wrote.
    own: HashMap<String, SdkValue>,
}

impl Request {
    /// Makes a request of a text without parameters.
    #[doc(hidden)]
    pub fn plain(text: String) -> Self {
        Request::own(text, HashMap::new())
    }

    /// Makes a request of a text of the user's.
    pub(super) fn own(text: String, own: HashMap<String, SdkValue>) -> Self {
        Request { template: Arc::new(Template::plain(text)), values: Vec::new(), own }
    }

    pub(super) fn prepare(operation: &Operation, statement: Result<Statement<'_>>) -> Result<Self> {
        Request::new(operation.model, statement?)
    }

    /// Makes a request of a statement. Errors about values name `table`.
    pub(crate) fn new(table: &'static str, statement: Statement<'_>) -> Result<Self> {
        let (template, given) = statement.into_parts();
        let (mut defs, mut own) = (template.params().iter(), HashMap::new());
        let prepare = |value| {
            let Some(def) = defs.next() else { return Ok(Value::Null) };
            match (&def.ty, value) {
                (ParamType::One { ty, optional }, ParamValue::One(value)) => match can_send(&value, *ty, *optional) {
                    Ok(()) => Ok(value.into_owned()),
                    Err(error) => Err(Error::in_column(table, def.column, error)),
                },
                (ParamType::Rows(members), ParamValue::Rows(rows)) => {
                    own.insert(def.name.clone(), rows_to_sdk(table, members, rows)?);
                    Ok(Value::Null)
                }
                _ => {
                    let error = ValueError::invalid("the value does not have the declared shape");
                    Err(Error::in_column(table, def.column, error))
                }
            }
        };
        // Collects in place, in the memory of the statement's values.
        let values = given.into_iter().map(prepare).collect::<Result<_>>()?;
        Ok(Request { template, values, own })
    }

    /// Turns the request into the call that `begin` makes of the text. The parameters are put into the call one by one,
    /// because a map of them would be copied into the map of the call.
    pub(super) fn into_call<'q, K, S>(
        self,
        begin: impl FnOnce(String) -> CallBuilder<'q, K, S>,
    ) -> CallBuilder<'q, K, S> {
        let mut call = begin(self.template.text().to_owned());
        if !self.own.is_empty() {
            call = call.params(self.own);
        }
        put_each(call, &self.template, self.values)
    }

    /// Makes a call of a request that may be sent again.
    pub(super) fn call<'q, K, S>(&self, begin: impl FnOnce(String) -> CallBuilder<'q, K, S>) -> CallBuilder<'q, K, S> {
        let mut call = begin(self.template.text().to_owned());
        if !self.own.is_empty() {
            call = call.params(self.own.clone());
        }
        put_each(call, &self.template, self.values.iter().cloned())
    }

    /// Returns the values by the names of their parameters.
    pub(super) fn into_params(self) -> HashMap<String, SdkValue> {
        self.into_typed_params().map(|(name, _, value)| (name, value)).collect()
    }

    /// Returns the names of the parameters, their declared types and their values.
    pub(super) fn into_typed_params(self) -> impl Iterator<Item = (String, String, SdkValue)> {
        let Request { template, values, mut own } = self;
        values.into_iter().enumerate().map(move |(at, value)| {
            let def = &template.params()[at];
            let value = own.remove(&def.name).unwrap_or_else(|| sent(&def.ty, value));
            (def.name.clone(), def.ty.to_string(), value)
        })
    }
}

/// Passes the values to the call, except for lists.
fn put_each<'q, K, S>(
    mut call: CallBuilder<'q, K, S>,
    template: &Template,
    values: impl IntoIterator<Item = Value<'static>>,
) -> CallBuilder<'q, K, S> {
    for (def, value) in template.params().iter().zip(values) {
        if let ParamType::One { .. } = def.ty {
            call = call.param(def.name.as_str(), sent(&def.ty, value));
        }
    }
    call
}

/// Returns the client's value. The request was made only after a check that there is one.
#[inline]
fn sent(ty: &ParamType, value: Value<'static>) -> SdkValue {
    match ty {
        ParamType::One { ty, optional } => to_sdk(value, *ty, *optional).unwrap_or(SdkValue::Null),
        ParamType::Rows(_) => SdkValue::Null,
    }
}

/// Makes a list of rows. If the client refuses it, no single column is at fault.
pub(super) fn rows_to_sdk(table: &'static str, members: &[Member], rows: Vec<Vec<Value<'_>>>) -> Result<SdkValue> {
    let rows = rows.into_iter().map(|row| row_to_sdk(table, members, row)).collect::<Result<_>>()?;
    let list = SdkValue::list_from(example_row(table, members)?, rows);
    list.map_err(|error| Error::in_column(table, "", ValueError::invalid(error)))
}

/// Makes a list of values of a type. The list may be empty.
pub(super) fn list_to_sdk(ty: YdbType, optional: bool, items: Vec<SdkValue>) -> Result<SdkValue, ValueError> {
    SdkValue::list_from(to_sdk(example(ty, optional), ty, optional)?, items).map_err(ValueError::invalid)
}

/// Fields of a struct of the client.
struct StructFields(Vec<(String, SdkValue)>);

impl RowSink<'_> for StructFields {
    #[inline]
    fn put(&mut self, column: &Member, value: Value<'_>) -> Result<(), ValueError> {
        self.0.push((column.name.to_owned(), to_sdk(value, column.ty, column.optional)?));
        Ok(())
    }
}

/// Makes a struct of a row, with the types of the members.
pub(crate) fn row_to_sdk<'v>(
    table: &'static str,
    members: &[Member],
    row: impl IntoIterator<Item = Value<'v>>,
) -> Result<SdkValue> {
    let mut fields = StructFields(Vec::with_capacity(members.len()));
    RowEncoder::put_values(table, members, row, &mut fields)?;
    Ok(SdkValue::struct_from_fields(fields.0))
}

/// Makes a row from which the client learns the type of a list, which may be empty.
fn example_row(table: &'static str, members: &[Member]) -> Result<SdkValue> {
    let example = |member: &Member| example(member.ty, member.optional);
    row_to_sdk(table, members, members.iter().map(example))
}

/// Makes a value for `.param(name, value)` of the crate `ydb`, of the YDB type that a column of this Rust type has by
/// default.
///
/// Any type that a column can have works, also newtypes and enums of your own. An `Option` becomes an optional
/// (`Uint64?`), which has its type even if it is `None`. Everything else is not optional, because YDB demands the exact
/// type of a declared parameter.
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

/// Makes a value for `.param(name, value)` of the crate `ydb`, of another YDB type that the Rust type can be stored as.
/// Use it for a column with `#[ydb(type = "...")]`.
///
/// # Errors
/// The errors of [`param`]; [`InvalidValue`](crate::ErrorKind::InvalidValue) for a type that the Rust type cannot be
/// stored as.
pub fn param_as<T: Column>(value: &T, ty: YdbType) -> Result<SdkValue> {
    T::INFO.carried_as::<T>(ty).map_err(|source| refused(ty, source))?;
    typed(value.encode(ty), ty, T::INFO.nullable)
}

/// Makes a list of values for `column IN $values`, such as a `List<Uint64>` of numbers of type `u64`.
///
/// # Errors
/// The errors of [`param`], for any of the values.
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
    /// Makes a value for `.param(name, value)` of the crate `ydb`, of exactly the type of this column:
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
    /// Returns the values by the names of the parameters, for `.params(..)` of the crate `ydb`.
    ///
    /// # Errors
    /// A value of a key column that the column cannot hold.
    pub fn values(&self) -> Result<HashMap<String, SdkValue>> {
        Ok(Request::new(T::TABLE.name, self.statement()?)?.into_params())
    }
}
