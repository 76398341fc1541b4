//! Requests: the parameters of a statement, and those of a query, as the client sends them.

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

/// A statement ready to be sent. It borrows nothing from a model, and shares the text with all others of its shape.
#[derive(Clone)]
pub struct Request {
    template: Arc<Template>,
    /// Those of the template's parameters, in their order; NULL in the place of a list. The client's values are made of
    /// them when they are sent, since they are several times as large.
    values: Vec<Value<'static>>,
    /// The lists, or those of a text that the user wrote.
    own: HashMap<String, SdkValue>,
}

impl Request {
    /// A text without parameters.
    #[doc(hidden)]
    pub fn plain(text: String) -> Self {
        Request::own(text, HashMap::new())
    }

    /// A text of the user's own.
    pub(super) fn own(text: String, own: HashMap<String, SdkValue>) -> Self {
        Request { template: Arc::new(Template::plain(text)), values: Vec::new(), own }
    }

    pub(super) fn prepare(operation: &Operation, statement: Result<Statement<'_>>) -> Result<Self> {
        Request::new(operation.model, statement?)
    }

    /// `table` is named in errors about values.
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
        // In the memory of the statement's values.
        let values = given.into_iter().map(prepare).collect::<Result<_>>()?;
        Ok(Request { template, values, own })
    }

    /// The call that `begin` makes of the text, with the parameters. They are put into the call one by one: a map of them
    /// would be copied into that of the call.
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

    /// The same of a request that may be sent again.
    pub(super) fn call<'q, K, S>(&self, begin: impl FnOnce(String) -> CallBuilder<'q, K, S>) -> CallBuilder<'q, K, S> {
        let mut call = begin(self.template.text().to_owned());
        if !self.own.is_empty() {
            call = call.params(self.own.clone());
        }
        put_each(call, &self.template, self.values.iter().cloned())
    }

    /// The values by the names of their parameters.
    pub(super) fn into_params(self) -> HashMap<String, SdkValue> {
        self.into_typed_params().map(|(name, _, value)| (name, value)).collect()
    }

    /// The names of the parameters, their declared types and their values.
    pub(super) fn into_typed_params(self) -> impl Iterator<Item = (String, String, SdkValue)> {
        let Request { template, values, mut own } = self;
        values.into_iter().enumerate().map(move |(at, value)| {
            let def = &template.params()[at];
            let value = own.remove(&def.name).unwrap_or_else(|| sent(&def.ty, value));
            (def.name.clone(), def.ty.to_string(), value)
        })
    }
}

/// Gives the values to the call, without the lists.
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

/// The client's value; that it has one was checked when the request was made.
#[inline]
fn sent(ty: &ParamType, value: Value<'static>) -> SdkValue {
    match ty {
        ParamType::One { ty, optional } => to_sdk(value, *ty, *optional).unwrap_or(SdkValue::Null),
        ParamType::Rows(_) => SdkValue::Null,
    }
}

/// Rows as a list; no single column is at fault if the client refuses it.
pub(super) fn rows_to_sdk(table: &'static str, members: &[Member], rows: Vec<Vec<Value<'_>>>) -> Result<SdkValue> {
    let rows = rows.into_iter().map(|row| row_to_sdk(table, members, row)).collect::<Result<_>>()?;
    let list = SdkValue::list_from(example_row(table, members)?, rows);
    list.map_err(|error| Error::in_column(table, "", ValueError::invalid(error)))
}

/// Values of a type as a list, which may be empty.
pub(super) fn list_to_sdk(ty: YdbType, optional: bool, items: Vec<SdkValue>) -> Result<SdkValue, ValueError> {
    SdkValue::list_from(to_sdk(example(ty, optional), ty, optional)?, items).map_err(ValueError::invalid)
}

/// The fields of a struct.
struct StructFields(Vec<(String, SdkValue)>);

impl RowSink<'_> for StructFields {
    #[inline]
    fn put(&mut self, column: &Member, value: Value<'_>) -> Result<(), ValueError> {
        self.0.push((column.name.to_owned(), to_sdk(value, column.ty, column.optional)?));
        Ok(())
    }
}

/// One row as a struct of the members' types.
pub(crate) fn row_to_sdk<'v>(
    table: &'static str,
    members: &[Member],
    row: impl IntoIterator<Item = Value<'v>>,
) -> Result<SdkValue> {
    let mut fields = StructFields(Vec::with_capacity(members.len()));
    RowEncoder::put_values(table, members, row, &mut fields)?;
    Ok(SdkValue::struct_from_fields(fields.0))
}

/// A row from which the client learns the type of a list, which may be empty.
fn example_row(table: &'static str, members: &[Member]) -> Result<SdkValue> {
    let example = |member: &Member| example(member.ty, member.optional);
    row_to_sdk(table, members, members.iter().map(example))
}

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
