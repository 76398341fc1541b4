//! Expressions as YDB's plans show them (`PrettyExprStr` of `plan_utils.cpp`): implicit and explicit casts are left out,
//! and columns are members of `item`.

use crate::exec::OutputColumn;
use crate::expr::{CompareOp, Expr, ExprKind};
use crate::plan::steps::Plan;
use crate::types::{ArithmeticOperator, Type, Value, to_text};

/// The text of an expression over rows; `None` if it has a part whose text is not known.
pub(super) fn text(expr: &Expr, columns: &[OutputColumn], plan: &Plan) -> Option<String> {
    let of = |expr: &Expr| text(expr, columns, plan);
    let all = |items: &[Expr], word: &str| Some(items.iter().map(of).collect::<Option<Vec<_>>>()?.join(word));
    match &expr.kind {
        ExprKind::Const(value) => constant(value, &expr.ty),
        ExprKind::Column(position) => columns.get(*position).map(|column| format!("item.{}", column.name)),
        ExprKind::Param(position) => plan.params.get(*position).map(|(name, _)| format!("${name}")),
        ExprKind::Convert(inner) | ExprKind::Cast(inner) | ExprKind::Just(inner) => of(inner),
        ExprKind::Coalesce(items) => items.first().and_then(of),
        ExprKind::And(items) => all(items, " And "),
        ExprKind::Or(items) => all(items, " Or "),
        ExprKind::Xor(items) => all(items, " Xor "),
        ExprKind::IsNull(inner) => Some(format!("Not {}", exists(inner, &of)?)),
        ExprKind::Not(inner) => match &inner.kind {
            ExprKind::IsNull(inner) => exists(inner, &of),
            _ => Some(format!("Not {}", of(inner)?)),
        },
        ExprKind::Compare(op, pair) => {
            let sign = match op {
                CompareOp::Eq => "==",
                CompareOp::NotEq => "!=",
                CompareOp::Less => "<",
                CompareOp::LessEq => "<=",
                CompareOp::Greater => ">",
                CompareOp::GreaterEq => ">=",
            };
            Some(format!("{} {sign} {}", of(&pair[0])?, of(&pair[1])?))
        }
        ExprKind::Arithmetic(first, rest) => {
            let mut text = operand(first, None, &of)?;
            let mut last = last_sign(first);
            for calculation in rest {
                let sign = sign(calculation.op)?;
                if binds_less(last, sign) {
                    text = format!("({text})");
                }
                text = format!("{text} {sign} {}", operand(&calculation.right, Some(sign), &of)?);
                last = Some(sign);
            }
            Some(text)
        }
        ExprKind::In(_) => Some("SqlIn".to_owned()),
        _ => None,
    }
}

fn exists(inner: &Expr, of: &impl Fn(&Expr) -> Option<String>) -> Option<String> {
    Some(format!("Exist({})", of(inner)?))
}

/// A constant: numbers as they are, all other literals in quotes.
fn constant(value: &Value, ty: &Type) -> Option<String> {
    match (value, ty.unwrap_optional()) {
        (Value::Null, _) => None,
        (_, Type::Primitive(primitive)) if primitive.is_integer() => Some(to_text(value, ty.unwrap_optional())),
        (_, Type::Primitive(_) | Type::Decimal { .. }) => Some(format!("\"{}\"", literal(value, ty)?)),
        _ => None,
    }
}

/// The atom of a literal: dates and intervals are numbers there. UNVERIFIED: that computed ranges show them so, too.
pub(super) fn literal(value: &Value, ty: &Type) -> Option<String> {
    Some(match value {
        Value::Null => return None,
        Value::Int(number) => number.to_string(),
        Value::Uint(number) => number.to_string(),
        Value::Text(text) => text.to_string(),
        // As `RemoveForbiddenChars` does.
        Value::Bytes(bytes) => std::str::from_utf8(bytes).unwrap_or("Non-UTF8 string").to_owned(),
        other => to_text(other, ty.unwrap_optional()),
    })
}

/// An operand of an operator, in parentheses if it binds less.
fn operand(expr: &Expr, sign: Option<&'static str>, of: &impl Fn(&Expr) -> Option<String>) -> Option<String> {
    let text = of(expr)?;
    let less = sign.is_some_and(|sign| binds_less(last_sign(expr), sign));
    Some(if less { format!("({text})") } else { text })
}

/// The operator that is applied last.
fn last_sign(expr: &Expr) -> Option<&'static str> {
    match &expr.kind {
        ExprKind::Arithmetic(_, rest) => rest.last().and_then(|calculation| sign(calculation.op)),
        _ => None,
    }
}

fn binds_less(inner: Option<&str>, outer: &str) -> bool {
    matches!(inner, Some("+" | "-")) && matches!(outer, "*" | "/")
}

const fn sign(op: ArithmeticOperator) -> Option<&'static str> {
    match op {
        ArithmeticOperator::Add => Some("+"),
        ArithmeticOperator::Sub => Some("-"),
        ArithmeticOperator::Mul => Some("*"),
        ArithmeticOperator::Div => Some("/"),
        ArithmeticOperator::Mod => Some("%"),
        _ => None,
    }
}
