//! `JSON_VALUE`, `JSON_EXISTS` and `JSON_QUERY`. The values are those of YDB's module Json2, as
//! `yql_opt_json_peephole_physical` puts them together.
//!
//! A path finds values, finds nothing, or ends with an error. JSON_VALUE must find one scalar, and JSON_QUERY must find
//! one array or object. A scalar is read as the kind of the wanted type (a number as a double, a time from an integer),
//! and is then cast to that type. A value of another kind is an error, and a cast without a result is an error, too. A
//! default is also cast. If the cast of the default for an empty result has no result, the default for an error is
//! used. If the cast of the default for an error has no result, the call ends the query.

use std::sync::Arc;

use super::jsonpath::{Json, Number, Path, PathFailure};
use super::types::{primitive, resolve};
use super::{Compiler, Env, Expr, ExprKind, JsonCall, JsonCase, JsonVariable, boolean, error, memory};
use crate::error::{Position, Result};
use crate::types::{self, Primitive, Type, Value, cast_type};
use crate::work::tick;
use crate::yql::ast::{self, JsonFunction, JsonWrapper};

enum JsonOutcome {
    Value(Value),
    Empty(&'static str),
    Error(String),
}

/// Reason why a call ends the query: the event, and the message of YDB's `Ensure`, which is part of JSON_VALUE.
pub(super) struct JsonEnding {
    pub(super) what: String,
    pub(super) message: Option<Value>,
}

/// Value of a call, or the reason why it ends the query.
type Settled = std::result::Result<Value, JsonEnding>;

/// Function that evaluates an expression.
type Eval<'e> = &'e mut dyn FnMut(&Expr) -> Result<Value>;

/// Evaluates a call, whose value has the optional type `ty`.
pub(super) fn settle(call: &JsonCall, ty: &Type, env: &Env, eval: Eval<'_>) -> Result<Settled> {
    let json = eval(&call.json)?;
    let Some(text) = json.as_bytes().and_then(|bytes| std::str::from_utf8(bytes).ok()) else {
        return Ok(Ok(Value::Null));
    };
    let is_document = *call.json.ty.unwrap_optional() == Type::Primitive(Primitive::JsonDocument);
    env.make(text.len())?;
    // Every stored Json is valid.
    let Some(whole) = Json::parse(text, is_document) else { return Ok(Ok(Value::Null)) };
    let mut variables = Vec::with_capacity(call.variables.len());
    // If a name has several values, the last one counts. The path takes the first value that it finds, so they are
    // reversed.
    for (name, variable) in call.variables.iter().rev() {
        variables.push((Arc::clone(name), variable.json(env, eval)?));
    }
    let mut spend = |count: usize| {
        tick(count)?;
        env.make(count.saturating_mul(size_of::<Json>()))
    };
    let outcome = match call.path.find(&whole, &variables, &mut spend) {
        Ok(found) => call.outcome(found, ty, env)?,
        Err(PathFailure::Path(error)) => JsonOutcome::Error(format!("Error executing jsonpath:\n{error}\n")),
        Err(PathFailure::Stopped(error)) => return Err(error),
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
    fn outcome(&self, found: Vec<Json>, ty: &Type, env: &Env) -> Result<JsonOutcome> {
        match self.function {
            JsonFunction::Exists => Ok(JsonOutcome::Value(Value::Bool(!found.is_empty()))),
            JsonFunction::Query => {
                let is_one = matches!(found.as_slice(), [one] if one.is_nested());
                let wraps = match self.wrapper {
                    JsonWrapper::Unconditional => true,
                    JsonWrapper::Conditional => !is_one,
                    JsonWrapper::Without => false,
                };
                let printed = match found.as_slice() {
                    _ if wraps => Json::Array(found.into()).printed(),
                    [] => return Ok(JsonOutcome::Empty("Empty result")),
                    [one] if is_one => one.printed(),
                    [_] => return Ok(JsonOutcome::Error("Result is neither object nor array".to_owned())),
                    _ => return Ok(JsonOutcome::Error("Result consists of multiple items".to_owned())),
                };
                memory::check_string(printed.len())?;
                env.make(printed.len())?;
                Ok(JsonOutcome::Value(Value::text(printed)))
            }
            JsonFunction::Value => Ok(match found.as_slice() {
                [] => JsonOutcome::Empty("Result is empty"),
                [one] if one.is_nested() => {
                    JsonOutcome::Error("Extracted JSON value is either object or array".to_owned())
                }
                [Json::Null] => JsonOutcome::Value(Value::Null),
                [one] => self.scalar(one, ty),
                _ => JsonOutcome::Error("Result consists of multiple items".to_owned()),
            }),
        }
    }

    fn scalar(&self, found: &Json, ty: &Type) -> JsonOutcome {
        let cast = |value: Value, from: Primitive| match types::cast(&value, &from.into(), ty) {
            Value::Null => JsonOutcome::Error(format!("Failed to cast extracted JSON value to target type {ty}")),
            value => JsonOutcome::Value(value),
        };
        let Type::Primitive(wanted) = ty.unwrap_optional() else { return JsonOutcome::Value(Value::Null) };
        match (wanted, found) {
            (Primitive::Utf8, found) if self.is_converted => {
                JsonOutcome::Value(found.scalar().map_or(Value::Null, Value::text))
            }
            (Primitive::Utf8, Json::Text(text)) => JsonOutcome::Value(Value::Text(Arc::clone(text))),
            (Primitive::String, Json::Text(text)) => JsonOutcome::Value(Value::bytes(text.as_bytes())),
            (Primitive::Bool, Json::Bool(truth)) => JsonOutcome::Value(Value::Bool(*truth)),
            (Primitive::Utf8 | Primitive::String | Primitive::Bool, _) => mismatch(),
            (number, Json::Number(found)) if number.is_integer() => {
                cast(Value::Double(found.double()), Primitive::Double)
            }
            (Primitive::Float | Primitive::Double, Json::Number(found)) => {
                cast(Value::Double(found.double()), Primitive::Double)
            }
            // All remaining types are times.
            (_, Json::Number(found)) => match integer(*found) {
                Some(number) => cast(Value::Int(number), Primitive::Int64),
                None => mismatch(),
            },
            _ => mismatch(),
        }
    }

    /// Returns the value that the path found, or the value that the clauses of the call give instead.
    fn settled(&self, outcome: JsonOutcome, ty: &Type, eval: Eval<'_>) -> Result<Settled> {
        let failed = |clause| format!("Failed to cast default value from {clause} clause to target type {ty}");
        let message = match outcome {
            JsonOutcome::Value(value) => return Ok(Ok(value)),
            JsonOutcome::Empty(message) => match &self.on_empty {
                JsonCase::Default(default) => match cast_default(default, ty, eval)? {
                    Some(value) => return Ok(Ok(value)),
                    None => failed("ON EMPTY"),
                },
                case => return Ok(self.fixed(case, message)),
            },
            JsonOutcome::Error(message) => message,
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
                Err(JsonEnding { what, message })
            }
            JsonCase::Error => Err(JsonEnding { what: message.to_owned(), message: None }),
            JsonCase::Bool(truth) => Ok(Value::Bool(*truth)),
            JsonCase::Text(text) => Ok(Value::text(*text)),
            JsonCase::Null | JsonCase::Default(_) => Ok(Value::Null),
        }
    }
}

fn mismatch() -> JsonOutcome {
    JsonOutcome::Error("Cannot convert extracted JSON value to target type".to_owned())
}

/// Converts a number to an integer if it has an integer value, in whatever form it is written.
fn integer(number: Number) -> Option<i64> {
    match number {
        Number::Int(number) => Some(number),
        Number::Uint(number) => i64::try_from(number).ok(),
        Number::Double(number) => Some(number as i64).filter(|integer| *integer as f64 == number),
    }
}

/// Casts a default to the type of the result. Returns `None` if the cast has no result.
fn cast_default(default: &Expr, ty: &Type, eval: Eval<'_>) -> Result<Option<Value>> {
    let value = eval(default)?;
    if value.is_null() {
        return Ok(Some(Value::Null));
    }
    Ok(Some(types::cast(&value, &default.ty, ty)).filter(|value| !value.is_null()))
}

impl Compiler<'_> {
    pub(super) fn json(&mut self, call: &ast::JsonCall, at: Position) -> Result<Expr> {
        let json = self.expr(&call.json)?;
        let json = if json.ty == Type::Null { Expr::null(Primitive::Json.into(), json.at) } else { json };
        if !matches!(inner(&json.ty), Some(Primitive::Json | Primitive::JsonDocument)) {
            return error(
                json.at,
                format!("Expected Json, Json?, JsonDocument or JsonDocument?, but got: {}", json.ty),
            );
        }
        let path = path(&call.path)?;
        let mut variables = Vec::new();
        for (name, value) in &call.passing {
            variables.push((Arc::clone(&name.name), self.json_variable(value)?));
        }
        let ty = match (call.function, &call.returning) {
            (JsonFunction::Exists, _) => boolean(false),
            (JsonFunction::Query, _) => Primitive::Json.into(),
            (JsonFunction::Value, None) => Primitive::Utf8.into(),
            (JsonFunction::Value, Some(returning)) => {
                let ty = resolve(returning)?;
                let is_scalar = |ty: Primitive| matches!(ty, Primitive::Utf8 | Primitive::String | Primitive::Bool);
                if !matches!(ty, Type::Primitive(ty) if ty.is_number() || ty.is_date() || is_scalar(ty)) {
                    // The text is UNVERIFIED: the text for column tables names the function of column tables.
                    let message = "Returning argument of JsonValue callable supports only Utf8, String, Bool, date and \
                                   numeric types";
                    return error(at, message);
                }
                ty
            }
        };
        let mut case = |case: &Option<ast::JsonCase>| match case {
            None | Some(ast::JsonCase::Null | ast::JsonCase::Unknown) => match (call.function, case) {
                (JsonFunction::Exists, None) => Ok(JsonCase::Bool(false)),
                _ => Ok(JsonCase::Null),
            },
            Some(ast::JsonCase::Error) => Ok(JsonCase::Error),
            Some(ast::JsonCase::Bool(truth)) => Ok(JsonCase::Bool(*truth)),
            Some(ast::JsonCase::EmptyArray) => Ok(JsonCase::Text("[]")),
            Some(ast::JsonCase::EmptyObject) => Ok(JsonCase::Text("{}")),
            Some(ast::JsonCase::Default(value)) => {
                let value = self.expr(value)?;
                if value.ty == Type::Null {
                    return Ok(JsonCase::Null);
                }
                match cast_type(&value.ty, &ty) {
                    Some(_) => Ok(JsonCase::Default(value)),
                    None => error(value.at, format!("Cannot cast type {} into {ty}", value.ty)),
                }
            }
        };
        let (on_empty, on_error) = (case(&call.on_empty)?, case(&call.on_error)?);
        let (function, is_converted) = (call.function, call.returning.is_none());
        let wrapper = call.wrapper;
        let call = JsonCall { function, json, path, variables, is_converted, wrapper, on_empty, on_error };
        Ok(Expr::new(ty.optional(), at, ExprKind::Json(Box::new(call))))
    }

    /// Compiles a value that paths refer to by its name: a number, a time (a number for paths), a text, a truth value
    /// or JSON.
    fn json_variable(&mut self, value: &ast::Expr) -> Result<JsonVariable> {
        let value = self.expr(value)?;
        let is_json = match inner(&value.ty) {
            Some(Primitive::Json) => true,
            Some(Primitive::Utf8 | Primitive::Bool) => false,
            Some(ty) if ty.is_number() || ty.is_date() => false,
            None if value.ty == Type::Null => false,
            // The text is UNVERIFIED.
            _ => return error(value.at, format!("A value of type {} cannot be passed to a path", value.ty)),
        };
        Ok(JsonVariable { value, is_json })
    }
}

/// Returns the primitive type of a value, which may be optional.
fn inner(ty: &Type) -> Option<Primitive> {
    match ty {
        Type::Optional(inner) if inner.is_optional() => None,
        other => primitive(other),
    }
}

/// Parses the path in a literal. The text around the reason is UNVERIFIED.
fn path(literal: &ast::Expr) -> Result<Arc<Path>> {
    let ast::ExprKind::Literal(ast::Literal::String { bytes, .. }) = &literal.kind else {
        return error(literal.at, "Expected a literal string as the path of JSON");
    };
    let Ok(text) = std::str::from_utf8(bytes) else { return error(literal.at, "Invalid json path: it is not UTF-8") };
    match Path::parse(text) {
        Ok(path) => Ok(Arc::new(path)),
        Err(mistake) => error(literal.at, format!("Invalid json path: {mistake}")),
    }
}
