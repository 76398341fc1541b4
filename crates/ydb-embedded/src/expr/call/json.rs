//! `JSON_VALUE`, `JSON_EXISTS` and `JSON_QUERY`: their types, as YDB's `type_ann_core` has them.

use std::sync::Arc;

use crate::error::{Position, Result};
use crate::expr::compiler::{Compiler, boolean, error};
use crate::expr::jsonpath::Path;
use crate::expr::types::{primitive, resolve};
use crate::expr::{Expr, ExprKind, JsonCall, JsonCase as Case, JsonVariable};
use crate::types::{Primitive, Type, cast_type};
use crate::yql::ast::{self, JsonCase, JsonFunction};

impl Compiler<'_> {
    /// A function of JSON.
    pub(in crate::expr) fn json(&mut self, call: &ast::JsonCall, at: Position) -> Result<Expr> {
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
                if !is_returned(&ty) {
                    // The text is UNVERIFIED: the one for column tables names its own function.
                    let message = "Returning argument of JsonValue callable supports only Utf8, String, Bool, date and \
                                   numeric types";
                    return error(at, message);
                }
                ty
            }
        };
        let mut case = |case: &Option<JsonCase>| match case {
            None | Some(JsonCase::Null | JsonCase::Unknown) => match (call.function, case) {
                (JsonFunction::Exists, None) => Ok(Case::Bool(false)),
                _ => Ok(Case::Null),
            },
            Some(JsonCase::Error) => Ok(Case::Error),
            Some(JsonCase::Bool(truth)) => Ok(Case::Bool(*truth)),
            Some(JsonCase::EmptyArray) => Ok(Case::Text("[]")),
            Some(JsonCase::EmptyObject) => Ok(Case::Text("{}")),
            Some(JsonCase::Default(value)) => {
                let value = self.expr(value)?;
                if value.ty == Type::Null {
                    return Ok(Case::Null);
                }
                match cast_type(&value.ty, &ty) {
                    Some(_) => Ok(Case::Default(value)),
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

    /// A value that paths name: a number, a time, which is one to them, a text, a truth or JSON.
    fn json_variable(&mut self, value: &ast::Expr) -> Result<JsonVariable> {
        let value = self.expr(value)?;
        let is_json = match inner(&value.ty) {
            Some(Primitive::Json) => true,
            Some(Primitive::Utf8 | Primitive::Bool) => false,
            Some(ty) if is_number(ty) || is_time(ty) => false,
            None if value.ty == Type::Null => false,
            // The text is UNVERIFIED.
            _ => return error(value.at, format!("A value of type {} cannot be passed to a path", value.ty)),
        };
        Ok(JsonVariable { value, is_json })
    }
}

/// The primitive type of a value, optional or not.
fn inner(ty: &Type) -> Option<Primitive> {
    match ty {
        Type::Optional(inner) if inner.is_optional() => None,
        other => primitive(other),
    }
}

fn is_number(ty: Primitive) -> bool {
    ty.is_integer() || matches!(ty, Primitive::Float | Primitive::Double)
}

const fn is_time(ty: Primitive) -> bool {
    use Primitive::{Date, Date32, Datetime, Datetime64, Timestamp, Timestamp64};
    matches!(ty, Date | Date32 | Datetime | Datetime64 | Timestamp | Timestamp64)
}

fn is_returned(ty: &Type) -> bool {
    let Type::Primitive(ty) = ty else { return false };
    is_number(*ty) || is_time(*ty) || matches!(ty, Primitive::Utf8 | Primitive::String | Primitive::Bool)
}

/// The path of a literal. The text around the reason is UNVERIFIED.
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
