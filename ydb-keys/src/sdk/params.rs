//! The parameters of a statement as the client sends them.

use std::collections::HashMap;

use ydb::Value as SdkValue;

use super::failure::Operation;
use super::value::{example, to_sdk};
use crate::error::{Error, Result, ValueError};
use crate::statements::{Member, ParamDef, ParamType, ParamValue, Statement};
use crate::types::Value;

/// A statement ready to be sent. It borrows nothing from a model.
pub(crate) struct Request {
    pub(crate) text: String,
    pub(crate) params: HashMap<String, SdkValue>,
}

impl Request {
    pub(super) fn prepare(operation: &Operation, statement: Result<Statement<'_>>) -> Result<Self> {
        Request::new(operation.model, statement?)
    }

    /// `table` is named in errors about values.
    pub(crate) fn new(table: &'static str, statement: Statement<'_>) -> Result<Self> {
        let text = statement.text().to_owned();
        let mut params = HashMap::with_capacity(statement.params().len());
        statement.try_for_each_param(|(ParamDef { name, column, ty }, value)| {
            let failed = |error| Error::in_column(table, column, error);
            let value = match (ty, value) {
                (ParamType::One { ty, optional }, ParamValue::One(value)) => {
                    to_sdk(value, *ty, *optional).map_err(failed)?
                }
                (ParamType::Rows(members), ParamValue::Rows(rows)) => {
                    let rows = rows.into_iter().map(|row| row_to_sdk(table, members, row)).collect::<Result<_>>()?;
                    let list = SdkValue::list_from(example_row(table, members)?, rows);
                    list.map_err(|error| failed(ValueError::invalid(error)))?
                }
                _ => return Err(failed(ValueError::invalid("the value does not have the declared shape"))),
            };
            params.insert(name.clone(), value);
            Ok(())
        })?;
        Ok(Request { text, params })
    }
}

/// One row as a struct of the members' types.
pub(crate) fn row_to_sdk<'v>(
    table: &'static str,
    members: &[Member],
    row: impl IntoIterator<Item = Value<'v>>,
) -> Result<SdkValue> {
    // Not collected: `Result`'s collect does not know the length.
    let mut fields = Vec::with_capacity(members.len());
    for (member, value) in members.iter().zip(row) {
        // Not `map_err`, which would move the value again.
        match to_sdk(value, member.ty, member.optional) {
            Ok(value) => fields.push((member.name.to_owned(), value)),
            Err(error) => return Err(Error::in_column(table, member.name, error)),
        }
    }
    Ok(SdkValue::struct_from_fields(fields))
}

/// A row from which the client learns the type of a list, which may be empty.
fn example_row(table: &'static str, members: &[Member]) -> Result<SdkValue> {
    let fields = members.iter().map(|member| {
        let value = match member.optional {
            true => to_sdk(Value::Null, member.ty, true),
            false => example(member.ty),
        };
        Ok((member.name.to_owned(), value.map_err(|error| Error::in_column(table, member.name, error))?))
    });
    Ok(SdkValue::struct_from_fields(fields.collect::<Result<_>>()?))
}
