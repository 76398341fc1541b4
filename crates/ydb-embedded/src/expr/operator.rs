//! Compiler of operators, which computes the types of their results.

use std::sync::Arc;

use super::coerce::{coerce, promote};
use super::eval::terminated;
use super::patterns::LikePattern;
use super::{
    Calculation, CompareOp, Expr, ExprKind, Like, Mismatch, Regexp, boolean, error, not as negation, patterns,
};
use crate::error::{Error, Position, Result};
use crate::expr::types::primitive;
use crate::types::{ArithmeticOperator, Primitive, Type, Value, arithmetic_type, bit_not_type, common_type, sign_type};
use crate::yql::ast::BinaryOp;

pub(super) fn binary(op: BinaryOp, left: Expr, right: Expr, at: Position) -> Result<Expr> {
    match op {
        BinaryOp::Compare(op) => super::compare::compare(op, left, right, at),
        BinaryOp::IsDistinctFrom => super::compare::distinct(left, right, at),
        BinaryOp::IsNotDistinctFrom => super::compare::distinct(left, right, at).map(negation),
        BinaryOp::Or | BinaryOp::And | BinaryOp::Xor | BinaryOp::Coalesce | BinaryOp::Concat => {
            many(op, vec![left, right], at)
        }
        BinaryOp::BitAnd => bits(ArithmeticOperator::BitAnd, left, right, at),
        BinaryOp::BitOr => bits(ArithmeticOperator::BitOr, left, right, at),
        BinaryOp::BitXor => bits(ArithmeticOperator::BitXor, left, right, at),
        BinaryOp::ShiftLeft => shift(ArithmeticOperator::ShiftLeft, left, right, at),
        BinaryOp::ShiftRight => shift(ArithmeticOperator::ShiftRight, left, right, at),
        BinaryOp::RotateLeft => shift(ArithmeticOperator::RotateLeft, left, right, at),
        BinaryOp::RotateRight => shift(ArithmeticOperator::RotateRight, left, right, at),
        BinaryOp::Add => arithmetic(ArithmeticOperator::Add, left, right, at),
        BinaryOp::Sub => arithmetic(ArithmeticOperator::Sub, left, right, at),
        BinaryOp::Mul => arithmetic(ArithmeticOperator::Mul, left, right, at),
        BinaryOp::Div => arithmetic(ArithmeticOperator::Div, left, right, at),
        BinaryOp::Mod => arithmetic(ArithmeticOperator::Mod, left, right, at),
    }
}

/// Returns `true` if a chain of this operator becomes one node.
pub(super) const fn takes_many(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Or | BinaryOp::And | BinaryOp::Xor | BinaryOp::Coalesce | BinaryOp::Concat)
}

/// Compiles an operator for which `takes_many` is `true`, over two operands or more.
pub(super) fn many(op: BinaryOp, operands: Vec<Expr>, at: Position) -> Result<Expr> {
    match op {
        BinaryOp::Coalesce => coalesce(operands, at),
        BinaryOp::Concat => concat(operands, at),
        _ => junction(op, operands, at),
    }
}

/// Returns `true` if a boolean operand is optional. Fails if the operand is not a boolean.
pub(super) fn logical(expr: &Expr) -> Result<bool> {
    match (&expr.ty, primitive(&expr.ty)) {
        (Type::Null, _) => Ok(true),
        (ty, Some(Primitive::Bool)) => Ok(ty.is_optional()),
        (ty, _) => error(expr.at, format!("Expected data type: Bool, but got: {ty}")),
    }
}

pub(super) fn not(operand: Expr, at: Position) -> Result<Expr> {
    let ty = boolean(logical(&operand)?);
    Ok(Expr::new(ty, at, ExprKind::Not(Box::new(operand))))
}

fn junction(op: BinaryOp, operands: Vec<Expr>, at: Position) -> Result<Expr> {
    let mut optional = false;
    let mut items = Vec::with_capacity(operands.len());
    for operand in operands {
        optional |= logical(&operand)?;
        match (op, operand.kind) {
            (BinaryOp::And, ExprKind::And(inner)) | (BinaryOp::Or, ExprKind::Or(inner)) => items.extend(inner),
            (_, kind) => items.push(Expr { kind, ..operand }),
        }
    }
    let items = items.into();
    let kind = match op {
        BinaryOp::And => ExprKind::And(items),
        BinaryOp::Or => ExprKind::Or(items),
        _ => ExprKind::Xor(items),
    };
    Ok(Expr::new(boolean(optional), at, kind))
}

/// Compiles `BETWEEN` into two comparisons, or four if it is symmetric.
pub(super) fn between(expr: Expr, low: Expr, high: Expr, symmetric: bool, negated: bool, at: Position) -> Result<Expr> {
    let inside = |low: Expr, high: Expr| {
        let from = super::compare::compare(CompareOp::GreaterEq, expr.clone(), low, at)?;
        let to = super::compare::compare(CompareOp::LessEq, expr.clone(), high, at)?;
        binary(BinaryOp::And, from, to, at)
    };
    let mut found = inside(low.clone(), high.clone())?;
    if symmetric {
        found = binary(BinaryOp::Or, found, inside(high, low)?, at)?;
    }
    Ok(if negated { negation(found) } else { found })
}

/// Compiles a unary plus, whose operand must be a number.
pub(super) fn plus(operand: Expr, at: Position) -> Result<Expr> {
    signed_operand(&operand, at)?;
    Ok(operand)
}

pub(super) fn negate(operand: Expr, at: Position) -> Result<Expr> {
    signed_operand(&operand, at)?;
    if operand.ty == Type::Null {
        return Ok(operand);
    }
    Ok(Expr::new(operand.ty.clone(), at, ExprKind::Negate(Box::new(operand))))
}

fn signed_operand(operand: &Expr, at: Position) -> Result<()> {
    if sign_type(&operand.ty).is_some() {
        return Ok(());
    }
    error(at, format!("Expected numeric, decimal or interval type, but got: {}", operand.ty))
}

pub(super) fn bit_not(operand: Expr, at: Position) -> Result<Expr> {
    match bit_not_type(&operand.ty) {
        Some(Type::Null) => Ok(operand),
        Some(ty) => Ok(Expr::new(ty, at, ExprKind::BitNot(Box::new(operand)))),
        None => error(at, format!("Expected unsigned data type, but got: {}", operand.ty)),
    }
}

fn bits(op: ArithmeticOperator, left: Expr, right: Expr, at: Position) -> Result<Expr> {
    match arithmetic_type(op, &left.ty, &right.ty) {
        Some(ty) => Ok(calculation(op, ty, left, right, at)),
        None => {
            let unsigned = |expr: &&Expr| primitive(&expr.ty).is_some_and(Primitive::is_unsigned_integer);
            let wrong = if unsigned(&&left) { &right } else { &left };
            error(at, format!("Expected unsigned data type, but got: {}", wrong.ty))
        }
    }
}

fn shift(op: ArithmeticOperator, left: Expr, right: Expr, at: Position) -> Result<Expr> {
    if left.ty == Type::Null {
        return Ok(left);
    }
    if !primitive(&left.ty).is_some_and(Primitive::is_integer) {
        return error(left.at, format!("Unsupported type: {}", left.ty));
    }
    let count_at = right.at;
    let Ok(right) = coerce(right, &Primitive::Uint8.into()) else {
        return error(count_at, "Shift count must be Uint8");
    };
    match arithmetic_type(op, &left.ty, &right.ty) {
        Some(ty) => Ok(calculation(op, ty, left, right, at)),
        None => error(at, format!("Unsupported type: {}", left.ty)),
    }
}

/// Returns a calculation, or the literal NULL if an operand is the literal NULL. A calculation on the left is
/// continued.
fn calculation(op: ArithmeticOperator, ty: Type, mut left: Expr, right: Expr, at: Position) -> Expr {
    if ty == Type::Null {
        return Expr::constant(ty, at, Value::Null);
    }
    let next = Calculation { op, right, ty: ty.clone() };
    if let ExprKind::Arithmetic(_, rest) = &mut left.kind {
        rest.push(next);
        return Expr { ty, at, ..left };
    }
    Expr::new(ty, at, ExprKind::Arithmetic(Box::new(left), vec![next]))
}

fn arithmetic(op: ArithmeticOperator, left: Expr, right: Expr, at: Position) -> Result<Expr> {
    if let Some(ty) = arithmetic_type(op, &left.ty, &right.ty) {
        return Ok(calculation(op, ty, left, right, at));
    }
    for operand in [&left, &right] {
        if !operand.ty.unwrap_optional().is_data() {
            return error(operand.at, format!("Expected data or optional of data, but got: {}", operand.ty));
        }
    }
    let (a, b) = (left.ty.unwrap_optional(), right.ty.unwrap_optional());
    let is_decimal = |ty: &Type| ty.decimal().is_some();
    error(
        at,
        match op {
            ArithmeticOperator::Add if is_decimal(a) && is_decimal(b) => "Cannot add different decimals.".to_owned(),
            ArithmeticOperator::Sub if is_decimal(a) && is_decimal(b) => {
                "Cannot substract different decimals.".to_owned()
            }
            _ if is_decimal(a) && is_decimal(b) => format!("Cannot calculate with different decimals: {a} != {b}"),
            ArithmeticOperator::Mul if is_decimal(a) => format!("Cannot operate with decimal and {}", right.ty),
            ArithmeticOperator::Mul if is_decimal(b) => format!("Cannot operate with decimal and {}", left.ty),
            ArithmeticOperator::Sub => format!("Cannot substract type {} and {}", left.ty, right.ty),
            ArithmeticOperator::Mul => format!("Cannot multiply type {} and {}", left.ty, right.ty),
            ArithmeticOperator::Div => format!("Cannot divide type {} and {}", left.ty, right.ty),
            ArithmeticOperator::Mod => format!("Cannot mod type {} and {}", left.ty, right.ty),
            _ => format!("Cannot add type {} and {}", left.ty, right.ty),
        },
    )
}

/// Compiles `||`. The result is Utf8 if all operands are Utf8.
fn concat(operands: Vec<Expr>, at: Position) -> Result<Expr> {
    if operands.iter().any(|operand| operand.ty == Type::Null) {
        return Ok(Expr::new(Type::Null, at, ExprKind::Const(Value::Null)));
    }
    let mut all_text = true;
    for operand in &operands {
        match primitive(&operand.ty) {
            Some(ty) if ty.is_string() => all_text &= ty == Primitive::Utf8,
            _ => return error(operand.at, format!("Expected (optional) String or Utf8, but got: {}", operand.ty)),
        }
    }
    let ty = Type::from(if all_text { Primitive::Utf8 } else { Primitive::String });
    let ty = if operands.iter().any(|operand| operand.ty.is_optional()) { ty.optional() } else { ty };
    Ok(Expr::new(ty, at, ExprKind::Concat(operands.into())))
}

/// Compiles COALESCE: the first value that is not NULL.
pub(super) fn coalesce(items: Vec<Expr>, at: Position) -> Result<Expr> {
    let mut kept: Vec<Expr> = Vec::with_capacity(items.len());
    for item in items {
        if item.ty == Type::Null {
            continue;
        }
        let settled = !item.ty.is_optional();
        kept.push(item);
        // After a value that is never NULL, no value is evaluated.
        if settled {
            break;
        }
    }
    let Some(last) = kept.last() else {
        return Ok(Expr::new(Type::Null, at, ExprKind::Const(Value::Null)));
    };
    let optional = last.ty.is_optional();
    if kept.len() == 1 {
        return Ok(kept.swap_remove(0));
    }
    let mut ty = kept[0].ty.unwrap_optional().clone();
    for item in &kept[1..] {
        ty = match common_literal_type(&ty, item) {
            Some(ty) => ty,
            None => {
                return error(
                    at,
                    format!("Uncompatible coalesce types: first type is {}, second type is {}", kept[0].ty, item.ty),
                );
            }
        };
    }
    let items = kept
        .into_iter()
        .map(|item| {
            let wanted = if item.ty.is_optional() { ty.clone().optional() } else { ty.clone() };
            promote(item, &wanted)
        })
        .collect::<Vec<_>>();
    let ty = if optional { ty.optional() } else { ty };
    Ok(Expr::new(ty, at, ExprKind::Coalesce(items.into())))
}

/// Returns the common type of `ty` and an expression's type without its `Optional`. A literal takes the type `ty` if it
/// fits.
fn common_literal_type(ty: &Type, item: &Expr) -> Option<Type> {
    let other = item.ty.unwrap_optional();
    if other == ty {
        return Some(ty.clone());
    }
    if matches!(item.kind, ExprKind::Const(_)) && coerce(item.clone(), ty).is_ok() {
        return Some(ty.clone());
    }
    common_type(ty, other)
}

/// Compiles CASE: the first branch whose condition is true, or NULL if there is none and no `ELSE`.
pub(super) fn case(mut branches: Vec<(Expr, Expr)>, otherwise: Option<Expr>, at: Position) -> Result<Expr> {
    let otherwise = otherwise.unwrap_or_else(|| Expr::new(Type::Null, at, ExprKind::Const(Value::Null)));
    for (condition, _) in &branches {
        logical(condition)?;
    }
    let mut ty = otherwise.ty.clone();
    for (_, value) in &branches {
        ty = match common_type(&ty, &value.ty) {
            Some(ty) => ty,
            None => return error(at, format!("Uncompatible types of branches: {} and {ty}", value.ty)),
        };
    }
    for (_, value) in &mut branches {
        let taken = std::mem::replace(value, Expr::new(Type::Null, at, ExprKind::Const(Value::Null)));
        *value = promote(taken, &ty);
    }
    let otherwise = promote(otherwise, &ty);
    Ok(Expr::new(ty, at, ExprKind::Case(branches.into(), Box::new(otherwise))))
}

/// Compiles `LIKE` and `ILIKE`.
pub(super) fn like(text: Expr, pattern: Expr, escape: Option<Expr>, ignore_case: bool, at: Position) -> Result<Expr> {
    for operand in [&text, &pattern] {
        let fits = operand.ty == Type::Null || primitive(&operand.ty).is_some_and(Primitive::is_string);
        if !fits {
            return error(operand.at, format!("Expected (optional) String or Utf8, but got: {}", operand.ty));
        }
    }
    let escape = match escape {
        None => None,
        Some(escape) => Some(escape_char(&escape)?),
    };
    let compiled = match &pattern.kind {
        ExprKind::Const(value) if !value.is_null() => match LikePattern::of(value, escape, ignore_case) {
            Some(pattern) => Some(Arc::new(pattern)),
            None => return error(pattern.at, "LIKE pattern should not end with escape character"),
        },
        _ => None,
    };
    let ty = boolean(text.ty.is_optional() || pattern.ty.is_optional());
    let like = Like { text, pattern, compiled, escape, ignore_case };
    Ok(Expr::new(ty, at, ExprKind::Like(Box::new(like))))
}

/// Compiles `REGEXP` and `MATCH`. A NULL text does not match.
pub(super) fn regexp(text: Expr, pattern: Expr, whole: bool, at: Position) -> Result<Expr> {
    let mismatch = |position: usize, wrong: Mismatch| {
        let Mismatch { from, to } = wrong;
        Error::type_annotation(at, format!("Mismatch type argument #{position}, type diff: {from}!={to}"))
    };
    let text = coerce(text, &Type::from(Primitive::String).optional()).map_err(|wrong| mismatch(1, wrong))?;
    // The text of the error is UNVERIFIED: YDB takes the pattern as the configuration of its function.
    let pattern = coerce(pattern, &Primitive::String.into()).map_err(|wrong| mismatch(2, wrong))?;
    let compiled = match &pattern.kind {
        ExprKind::Const(value) => {
            let compiled = patterns::RegexpPattern::new(value.as_bytes().unwrap_or_default(), whole);
            Some(Arc::new(compiled.map_err(|reason| terminated(at, &reason, None))?))
        }
        _ => None,
    };
    Ok(Expr::new(boolean(false), at, ExprKind::Regexp(Box::new(Regexp { text, pattern, compiled, whole }))))
}

fn escape_char(escape: &Expr) -> Result<char> {
    let bytes = match &escape.kind {
        ExprKind::Const(Value::Bytes(bytes)) => &**bytes,
        ExprKind::Const(Value::Text(text)) => text.as_bytes(),
        _ => return error(escape.at, "Expected string literal as ESCAPE argument"),
    };
    let mut chars = std::str::from_utf8(bytes).unwrap_or_default().chars();
    match (chars.next(), chars.next()) {
        (Some('%' | '_'), None) => error(escape.at, "LIKE escape character may not be '%' or '_'"),
        (Some(single), None) => Ok(single),
        _ => error(escape.at, "Expected single escape character"),
    }
}
