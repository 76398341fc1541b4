//! Conditions that the text decides: literals, comparisons of small integers, and NOT, AND and OR of these.

use crate::ast::{BinaryOp, CompareOp, Expr, ExprKind, Literal, Operand, UnaryOp};

/// Whether a condition without columns and parameters always holds, or never, given the truth of the names in it; `None` of
/// any other condition.
pub(super) fn truth(condition: &Expr, of_name: &dyn Fn(&Expr) -> Option<bool>) -> Option<bool> {
    match &condition.kind {
        ExprKind::Literal(Literal::Bool(value)) => Some(*value),
        ExprKind::Named(_) => of_name(condition),
        ExprKind::Tuple(items) if items.len() == 1 => truth(&items[0], of_name),
        ExprKind::Unary { op: UnaryOp::Not, expr } => truth(expr, of_name).map(|truth| !truth),
        ExprKind::Binary { first, rest } => match (rest[0].op, &rest[..]) {
            (BinaryOp::And | BinaryOp::Or, _) => {
                let decides = matches!(rest[0].op, BinaryOp::Or);
                let all: Vec<Option<bool>> = operands(first, rest).map(|operand| truth(operand, of_name)).collect();
                match all.contains(&Some(decides)) {
                    true => Some(decides),
                    false => all.iter().all(Option::is_some).then_some(!decides),
                }
            }
            (BinaryOp::Compare(op), [right]) => {
                let order = integer(first)?.cmp(&integer(&right.expr)?);
                Some(match op {
                    CompareOp::Eq => order.is_eq(),
                    CompareOp::NotEq => order.is_ne(),
                    CompareOp::Less => order.is_lt(),
                    CompareOp::LessEq => order.is_le(),
                    CompareOp::Greater => order.is_gt(),
                    CompareOp::GreaterEq => order.is_ge(),
                })
            }
            _ => None,
        },
        _ => None,
    }
}

/// The value of an expression of small integers, which has no overflow in any type.
fn integer(expr: &Expr) -> Option<i64> {
    let value = match &expr.kind {
        ExprKind::Literal(Literal::Integer { value, .. }) => i64::try_from(*value).ok()?,
        ExprKind::Tuple(items) if items.len() == 1 => integer(&items[0])?,
        ExprKind::Unary { op: UnaryOp::Minus, expr } => integer(expr)?.checked_neg()?,
        ExprKind::Unary { op: UnaryOp::Plus, expr } => integer(expr)?,
        ExprKind::Binary { first, rest } => {
            let mut value = integer(first)?;
            for operand in rest {
                let right = integer(&operand.expr)?;
                value = match operand.op {
                    BinaryOp::Add => value.checked_add(right)?,
                    BinaryOp::Sub => value.checked_sub(right)?,
                    BinaryOp::Mul => value.checked_mul(right)?,
                    _ => return None,
                };
            }
            value
        }
        _ => return None,
    };
    (value.unsigned_abs() <= 1 << 30).then_some(value)
}

/// The operands of a chain of one operator.
pub(super) fn operands<'e>(first: &'e Expr, rest: &'e [Operand]) -> impl Iterator<Item = &'e Expr> {
    std::iter::once(first).chain(rest.iter().map(|operand| &operand.expr))
}
