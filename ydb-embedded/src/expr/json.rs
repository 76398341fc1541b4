//! The values of `JSON_VALUE`, `JSON_EXISTS` and `JSON_QUERY`, as the module Json2 of YDB computes them and
//! `yql_opt_json_peephole_physical` puts them together.
//!
//! A path finds values, or nothing, or ends with an error. What is found must be one scalar for JSON_VALUE, and one array
//! or object for JSON_QUERY. A scalar is read by the kind of the type that is wanted (a number as a double, a time from an
//! integer), and then cast to it: a value of another kind is an error, and so is a cast without a result. A default is
//! cast, too; where that has no result, the default for an empty result gives way to that for an error, which has none.

use std::sync::Arc;

use super::env::Inputs;
use super::eval::{eval, terminated};
use super::jsonpath::{Failure, Json, Number, Path};
use super::{Expr, memory};
use crate::error::{Position, Result};
use crate::types::{self, Primitive, Type, Value};
use crate::work::tick;
use crate::yql::ast::{JsonFunction, JsonWrapper};

/// A call of a function of JSON.
#[derive(Clone, Debug)]
pub struct JsonCall {
    /// Which of them.
    pub function: JsonFunction,
    /// The JSON, of the type Json or JsonDocument.
    pub json: Expr,
    /// What is looked for.
    pub path: Arc<Path>,
    /// The values that the path names.
    pub variables: Vec<(Arc<str>, Variable)>,
    /// Whether every scalar becomes a text, since no type was named.
    pub is_converted: bool,
    /// Whether what is found is put into an array.
    pub wrapper: JsonWrapper,
    /// What there is where nothing is found.
    pub on_empty: Case,
    /// What there is after an error.
    pub on_error: Case,
}

/// A value that a path names.
#[derive(Clone, Debug)]
pub struct Variable {
    /// The value.
    pub value: Expr,
    /// Whether its text is JSON.
    pub is_json: bool,
}

/// What a function gives where it has nothing to give.
#[derive(Clone, Debug)]
pub enum Case {
    /// The query ends.
    Error,
    /// NULL.
    Null,
    /// A truth.
    Bool(bool),
    /// An empty array or object.
    Text(&'static str),
    /// A value, which is cast.
    Default(Expr),
}

impl JsonCall {
    /// The expressions in it.
    pub fn exprs(&self) -> impl Iterator<Item = &Expr> {
        let default = |case: &'_ Case| matches!(case, Case::Default(_));
        let cases = [&self.on_empty, &self.on_error].into_iter().filter(move |case| default(case));
        let cases = cases.filter_map(|case| if let Case::Default(expr) = case { Some(expr) } else { None });
        std::iter::once(&self.json).chain(self.variables.iter().map(|(_, variable)| &variable.value)).chain(cases)
    }

    /// The same, to change them.
    pub fn exprs_mut(&mut self) -> impl Iterator<Item = &mut Expr> {
        let Self { json, variables, on_empty, on_error, .. } = self;
        let cases = [on_empty, on_error].into_iter().filter_map(|case| match case {
            Case::Default(expr) => Some(expr),
            _ => None,
        });
        std::iter::once(json).chain(variables.iter_mut().map(|(_, variable)| &mut variable.value)).chain(cases)
    }

    /// Whether it may end the query.
    pub fn can_fail(&self) -> bool {
        let may_end = |case: &Case| matches!(case, Case::Error | Case::Default(_));
        may_end(&self.on_empty) || may_end(&self.on_error)
    }
}

/// What a function has found.
enum Outcome {
    Value(Value),
    Empty(&'static str),
    Error(String),
}

/// The value of a call, of an optional type.
pub(super) fn eval_json(call: &JsonCall, ty: &Type, at: Position, inputs: &Inputs<'_>) -> Result<Value> {
    let json = eval(&call.json, inputs)?;
    let Some(text) = json.as_bytes().and_then(|bytes| std::str::from_utf8(bytes).ok()) else { return Ok(Value::Null) };
    let is_document = *call.json.ty.unwrap_optional() == Type::Primitive(Primitive::JsonDocument);
    inputs.env.make(text.len())?;
    // What is stored in a Json is one.
    let Some(whole) = Json::parse(text, is_document) else { return Ok(Value::Null) };
    let mut variables = Vec::with_capacity(call.variables.len());
    // Of two values of one name the later one counts, and the path takes the first it finds.
    for (name, variable) in call.variables.iter().rev() {
        variables.push((Arc::clone(name), variable.json(inputs)?));
    }
    let mut spend = |count: usize| {
        tick(count)?;
        inputs.env.make(count.saturating_mul(size_of::<Json>()))
    };
    let outcome = match call.path.find(&whole, &variables, &mut spend) {
        Ok(found) => call.outcome(found, ty, inputs)?,
        Err(Failure::Path(error)) => Outcome::Error(format!("Error executing jsonpath:\n{error}\n")),
        Err(Failure::Stopped(error)) => return Err(error),
    };
    call.settled(outcome, ty, at, inputs)
}

impl Variable {
    fn json(&self, inputs: &Inputs<'_>) -> Result<Json> {
        let value = eval(&self.value, inputs)?;
        Ok(match &value {
            Value::Bool(truth) => Json::Bool(*truth),
            Value::Int(number) => Json::double(*number as f64),
            Value::Uint(number) => Json::double(*number as f64),
            Value::Float(number) => Json::double(f64::from(*number)),
            Value::Double(number) => Json::double(*number),
            Value::Text(text) if self.is_json => {
                inputs.env.make(text.len())?;
                Json::parse(text, false).unwrap_or(Json::Null)
            }
            Value::Text(text) => Json::Text(Arc::clone(text)),
            _ => Json::Null,
        })
    }
}

impl JsonCall {
    fn outcome(&self, found: Vec<Json>, ty: &Type, inputs: &Inputs<'_>) -> Result<Outcome> {
        match self.function {
            JsonFunction::Exists => Ok(Outcome::Value(Value::Bool(!found.is_empty()))),
            JsonFunction::Query => {
                let is_one = matches!(found.as_slice(), [one] if one.is_nested());
                let wraps = match self.wrapper {
                    JsonWrapper::Unconditional => true,
                    JsonWrapper::Conditional => !is_one,
                    JsonWrapper::Without => false,
                };
                let printed = match found.as_slice() {
                    _ if wraps => Json::Array(found.into()).printed(),
                    [] => return Ok(Outcome::Empty("Empty result")),
                    [one] if is_one => one.printed(),
                    [_] => return Ok(Outcome::Error("Result is neither object nor array".to_owned())),
                    _ => return Ok(Outcome::Error("Result consists of multiple items".to_owned())),
                };
                memory::check_string(printed.len())?;
                inputs.env.make(printed.len())?;
                Ok(Outcome::Value(Value::text(printed)))
            }
            JsonFunction::Value => Ok(match found.as_slice() {
                [] => Outcome::Empty("Result is empty"),
                [one] if one.is_nested() => Outcome::Error("Extracted JSON value is either object or array".to_owned()),
                [Json::Null] => Outcome::Value(Value::Null),
                [one] => self.scalar(one, ty),
                _ => Outcome::Error("Result consists of multiple items".to_owned()),
            }),
        }
    }

    fn scalar(&self, found: &Json, ty: &Type) -> Outcome {
        let cast = |value: Value, from: Primitive| match types::cast(&value, &from.into(), ty) {
            Value::Null => Outcome::Error(format!("Failed to cast extracted JSON value to target type {ty}")),
            value => Outcome::Value(value),
        };
        let Type::Primitive(wanted) = ty.unwrap_optional() else { return Outcome::Value(Value::Null) };
        match (wanted, found) {
            (Primitive::Utf8, found) if self.is_converted => {
                Outcome::Value(found.scalar().map_or(Value::Null, Value::text))
            }
            (Primitive::Utf8, Json::Text(text)) => Outcome::Value(Value::Text(Arc::clone(text))),
            (Primitive::String, Json::Text(text)) => Outcome::Value(Value::bytes(text.as_bytes())),
            (Primitive::Bool, Json::Bool(truth)) => Outcome::Value(Value::Bool(*truth)),
            (Primitive::Utf8 | Primitive::String | Primitive::Bool, _) => mismatch(),
            (number, Json::Number(found)) if number.is_integer() => {
                cast(Value::Double(found.double()), Primitive::Double)
            }
            (Primitive::Float | Primitive::Double, Json::Number(found)) => {
                cast(Value::Double(found.double()), Primitive::Double)
            }
            // What is left are times.
            (_, Json::Number(found)) => match integer(*found) {
                Some(number) => cast(Value::Int(number), Primitive::Int64),
                None => mismatch(),
            },
            _ => mismatch(),
        }
    }

    /// What the call gives: what was found, or what its clauses say.
    fn settled(&self, outcome: Outcome, ty: &Type, at: Position, inputs: &Inputs<'_>) -> Result<Value> {
        match outcome {
            Outcome::Value(value) => Ok(value),
            Outcome::Empty(message) => match &self.on_empty {
                Case::Default(default) => match cast_default(default, ty, inputs)? {
                    Some(value) => Ok(value),
                    None => {
                        let message = format!("Failed to cast default value from ON EMPTY clause to target type {ty}");
                        self.settled(Outcome::Error(message), ty, at, inputs)
                    }
                },
                case => self.fixed(case, message, at),
            },
            Outcome::Error(message) => match &self.on_error {
                Case::Default(default) => match cast_default(default, ty, inputs)? {
                    Some(value) => Ok(value),
                    None => {
                        let message = format!("Failed to cast default value from ON ERROR clause to target type {ty}");
                        self.fixed(&Case::Error, &message, at)
                    }
                },
                case => self.fixed(case, &message, at),
            },
        }
    }

    fn fixed(&self, case: &Case, message: &str, at: Position) -> Result<Value> {
        match case {
            Case::Error if self.function == JsonFunction::Value => {
                Err(terminated(at, "Condition violated", Some(&Value::bytes(message.as_bytes()))))
            }
            Case::Error => Err(terminated(at, message, None)),
            Case::Bool(truth) => Ok(Value::Bool(*truth)),
            Case::Text(text) => Ok(Value::text(*text)),
            Case::Null | Case::Default(_) => Ok(Value::Null),
        }
    }
}

fn mismatch() -> Outcome {
    Outcome::Error("Cannot convert extracted JSON value to target type".to_owned())
}

/// A number that is an integer, also where it is written as another one.
fn integer(number: Number) -> Option<i64> {
    match number {
        Number::Int(number) => Some(number),
        Number::Uint(number) => i64::try_from(number).ok(),
        Number::Double(number) => Some(number as i64).filter(|integer| *integer as f64 == number),
    }
}

/// A default in the type of the result; `None` if it cannot be cast to it.
fn cast_default(default: &Expr, ty: &Type, inputs: &Inputs<'_>) -> Result<Option<Value>> {
    let value = eval(default, inputs)?;
    if value.is_null() {
        return Ok(Some(Value::Null));
    }
    Ok(Some(types::cast(&value, &default.ty, ty)).filter(|value| !value.is_null()))
}
