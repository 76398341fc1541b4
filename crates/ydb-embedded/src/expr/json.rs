//! The values of `JSON_VALUE`, `JSON_EXISTS` and `JSON_QUERY`, as the module Json2 of YDB computes them and
//! `yql_opt_json_peephole_physical` puts them together.
//!
//! A path finds values, or nothing, or ends with an error. What is found must be one scalar for JSON_VALUE, and one array
//! or object for JSON_QUERY. A scalar is read by the kind of the type that is wanted (a number as a double, a time from an
//! integer), and then cast to it: a value of another kind is an error, and so is a cast without a result. A default is
//! cast, too; where that has no result, the default for an empty result gives way to that for an error, which has none.

use std::sync::Arc;

use super::jsonpath::{Failure, Json, Number};
use super::node::{JsonCall, JsonCase, JsonVariable};
use super::{Env, Expr, memory};
use crate::error::Result;
use crate::types::{self, Primitive, Type, Value};
use crate::work::tick;
use crate::yql::ast::{JsonFunction, JsonWrapper};

/// What a function has found.
enum Outcome {
    Value(Value),
    Empty(&'static str),
    Error(String),
}

/// Why a call ends the query: what happened, and the message of YDB's `Ensure`, which JSON_VALUE is made of.
pub(super) struct Ending {
    pub(super) what: String,
    pub(super) message: Option<Value>,
}

/// A value, or the end of the query.
type Settled = std::result::Result<Value, Ending>;

/// How expressions are computed, which is the evaluation's business.
type Eval<'e> = &'e mut dyn FnMut(&Expr) -> Result<Value>;

/// The value of a call, of an optional type.
pub(super) fn settle(call: &JsonCall, ty: &Type, env: &Env, eval: Eval<'_>) -> Result<Settled> {
    let json = eval(&call.json)?;
    let Some(text) = json.as_bytes().and_then(|bytes| std::str::from_utf8(bytes).ok()) else {
        return Ok(Ok(Value::Null));
    };
    let is_document = *call.json.ty.unwrap_optional() == Type::Primitive(Primitive::JsonDocument);
    env.make(text.len())?;
    // What is stored in a Json is one.
    let Some(whole) = Json::parse(text, is_document) else { return Ok(Ok(Value::Null)) };
    let mut variables = Vec::with_capacity(call.variables.len());
    // Of two values of one name the later one counts, and the path takes the first it finds.
    for (name, variable) in call.variables.iter().rev() {
        variables.push((Arc::clone(name), variable.json(env, eval)?));
    }
    let mut spend = |count: usize| {
        tick(count)?;
        env.make(count.saturating_mul(size_of::<Json>()))
    };
    let outcome = match call.path.find(&whole, &variables, &mut spend) {
        Ok(found) => call.outcome(found, ty, env)?,
        Err(Failure::Path(error)) => Outcome::Error(format!("Error executing jsonpath:\n{error}\n")),
        Err(Failure::Stopped(error)) => return Err(error),
    };
    call.settled(outcome, ty, eval)
}

impl JsonVariable {
    fn json(&self, env: &Env, eval: Eval<'_>) -> Result<Json> {
        let value = eval(&self.value)?;
        Ok(match &value {
            Value::Bool(truth) => Json::Bool(*truth),
            Value::Int(number) => Json::double(*number as f64),
            Value::Uint(number) => Json::double(*number as f64),
            Value::Float(number) => Json::double(f64::from(*number)),
            Value::Double(number) => Json::double(*number),
            Value::Text(text) if self.is_json => {
                env.make(text.len())?;
                Json::parse(text, false).unwrap_or(Json::Null)
            }
            Value::Text(text) => Json::Text(Arc::clone(text)),
            _ => Json::Null,
        })
    }
}

impl JsonCall {
    fn outcome(&self, found: Vec<Json>, ty: &Type, env: &Env) -> Result<Outcome> {
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
                env.make(printed.len())?;
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
    fn settled(&self, outcome: Outcome, ty: &Type, eval: Eval<'_>) -> Result<Settled> {
        let failed = |clause| format!("Failed to cast default value from {clause} clause to target type {ty}");
        let message = match outcome {
            Outcome::Value(value) => return Ok(Ok(value)),
            Outcome::Empty(message) => match &self.on_empty {
                JsonCase::Default(default) => match cast_default(default, ty, eval)? {
                    Some(value) => return Ok(Ok(value)),
                    None => failed("ON EMPTY"),
                },
                case => return Ok(self.fixed(case, message)),
            },
            Outcome::Error(message) => message,
        };
        Ok(match &self.on_error {
            JsonCase::Default(default) => match cast_default(default, ty, eval)? {
                Some(value) => Ok(value),
                None => self.fixed(&JsonCase::Error, &failed("ON ERROR")),
            },
            case => self.fixed(case, &message),
        })
    }

    fn fixed(&self, case: &JsonCase, message: &str) -> Settled {
        match case {
            JsonCase::Error if self.function == JsonFunction::Value => {
                let (what, message) = ("Condition violated".to_owned(), Some(Value::bytes(message.as_bytes())));
                Err(Ending { what, message })
            }
            JsonCase::Error => Err(Ending { what: message.to_owned(), message: None }),
            JsonCase::Bool(truth) => Ok(Value::Bool(*truth)),
            JsonCase::Text(text) => Ok(Value::text(*text)),
            JsonCase::Null | JsonCase::Default(_) => Ok(Value::Null),
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
fn cast_default(default: &Expr, ty: &Type, eval: Eval<'_>) -> Result<Option<Value>> {
    let value = eval(default)?;
    if value.is_null() {
        return Ok(Some(Value::Null));
    }
    Ok(Some(types::cast(&value, &default.ty, ty)).filter(|value| !value.is_null()))
}
