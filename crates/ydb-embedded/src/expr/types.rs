//! Types as they are written: resolves names, aliases and constructors into types.

use crate::error::{Error, Position, Result};
use crate::types::decimal::MAX_PRECISION;
use crate::types::{self, Primitive, Type};
use crate::yql::ast::{Expr, ExprKind, Literal, TypeExpr, TypeExprKind};

/// Resolves a written type.
pub fn resolve(written: &TypeExpr) -> Result<Type> {
    match &written.kind {
        TypeExprKind::Name(name) => resolve_name(&name.name, written.at),
        TypeExprKind::Decimal { precision, scale } => decimal(precision, scale),
        // An optional of an optional is a type of its own. `Type::optional` would not wrap a type twice.
        TypeExprKind::Optional(inner) => Ok(Type::Optional(resolve(inner)?.into())),
        TypeExprKind::List(item) => Ok(Type::List(resolve(item)?.into())),
        TypeExprKind::Tuple(items) => Ok(Type::Tuple(items.iter().map(resolve).collect::<Result<_>>()?)),
        TypeExprKind::Struct(members) => {
            let members = members.iter().map(|(name, ty)| Ok((name.name.clone(), resolve(ty)?)));
            Ok(Type::new_struct(members.collect::<Result<_>>()?))
        }
        TypeExprKind::Dict(key, value) => Ok(Type::Dict(resolve(key)?.into(), resolve(value)?.into())),
    }
}

fn resolve_name(name: &str, at: Position) -> Result<Type> {
    match &*name.to_ascii_lowercase() {
        "void" => return Ok(Type::Void),
        "null" => return Ok(Type::Null),
        "emptylist" => return Ok(Type::EmptyList),
        "emptydict" => return Ok(Type::EmptyDict),
        _ => {}
    }
    match types::parse_name(name) {
        Some(primitive) => Ok(primitive.into()),
        // The text is UNVERIFIED.
        None => Err(Error::type_annotation(at, format!("Unknown simple type '{name}'"))),
    }
}

/// Returns the integer type for the name of a serial type.
pub fn serial(name: &str) -> Option<Primitive> {
    match &*name.to_ascii_lowercase() {
        "smallserial" | "serial2" => Some(Primitive::Int16),
        "serial" | "serial4" => Some(Primitive::Int32),
        "bigserial" | "serial8" => Some(Primitive::Int64),
        _ => None,
    }
}

pub fn decimal(precision: &Expr, scale: &Expr) -> Result<Type> {
    let (digits, fraction) = (integer(precision)?, integer(scale)?);
    if digits == 0 || digits > MAX_PRECISION.into() {
        return Err(Error::type_annotation(precision.at, format!("Invalid decimal precision: {digits}")));
    }
    if fraction > digits {
        let text = format!("Invalid decimal parameters: ({digits},{fraction})");
        return Err(Error::type_annotation(scale.at, text));
    }
    // Both numbers are at most 35.
    let narrow = |number: u64| u8::try_from(number).unwrap_or(u8::MAX);
    Ok(Type::Decimal { precision: narrow(digits), scale: narrow(fraction) })
}

fn integer(expr: &Expr) -> Result<u64> {
    match &expr.kind {
        ExprKind::Literal(Literal::Integer { value, .. }) => Ok(*value),
        _ => Err(Error::type_annotation(expr.at, "Expected integer literal as parameter of Decimal")),
    }
}

/// Returns the primitive type, also of an optional primitive type.
pub(crate) fn primitive(ty: &Type) -> Option<Primitive> {
    ty.unwrap_optional().primitive()
}

#[cfg(test)]
mod tests {
    use super::{resolve, serial};
    use crate::error::Position;
    use crate::types::{Primitive, Type};
    use crate::yql::ast::{Expr, ExprKind, Ident, Literal, TypeExpr, TypeExprKind};

    fn at() -> Position {
        Position { line: 1, column: 0 }
    }

    fn name(name: &str) -> TypeExpr {
        TypeExpr { at: at(), kind: TypeExprKind::Name(Ident::new(name, at())) }
    }

    fn number(value: u64) -> Box<Expr> {
        Box::new(Expr::new(at(), ExprKind::Literal(Literal::Integer { value, suffix: None })))
    }

    fn decimal(precision: u64, scale: u64) -> TypeExpr {
        let kind = TypeExprKind::Decimal { precision: number(precision), scale: number(scale) };
        TypeExpr { at: at(), kind }
    }

    #[test]
    fn names_and_aliases() {
        for (written, ty) in [
            ("Int32", Primitive::Int32),
            ("Text", Primitive::Utf8),
            ("bytes", Primitive::String),
            ("TIMESTAMP", Primitive::Timestamp),
        ] {
            assert_eq!(resolve(&name(written)).unwrap(), Type::from(ty), "{written}");
        }
        assert_eq!(resolve(&decimal(35, 10)).unwrap(), Type::Decimal { precision: 35, scale: 10 });
        assert!(resolve(&decimal(36, 0)).is_err());
        assert!(resolve(&decimal(5, 6)).is_err());
        assert!(resolve(&name("Serial")).is_err());
        assert_eq!(serial("BigSerial"), Some(Primitive::Int64));
        assert_eq!(serial("Serial2"), Some(Primitive::Int16));
    }
}
