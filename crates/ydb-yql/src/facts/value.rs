//! The values that columns are compared with: what the text shows of each.

use super::Met;
use super::children::children;
use super::kind::LiteralKind;
use super::scope::Names;
use crate::ast::{Arg, BinaryOp, Expr, ExprKind, Ident, InSet, Literal, TypeExpr, TypeExprKind, UnaryOp};

/// How many names that stand for names are followed.
const MAX_NAMES: usize = 8;

/// A value. A name that the text binds is what it is bound to.
pub(super) fn met(value: &Expr, names: &Names<'_>) -> Met {
    match &value.kind {
        ExprKind::Literal(literal) => Met::Literal(literal.clone()),
        ExprKind::Cast { ty, .. } => Met::Cast(ty.clone()),
        ExprKind::Column { .. } => Met::Column,
        ExprKind::Named(name) => match resolved(value, names) {
            Some(Expr { kind: ExprKind::Named(name), .. }) => Met::Named(name.clone()),
            Some(bound) if is_value(bound) => met(bound, names),
            Some(_) => Met::Other,
            // Names that stand for each other.
            None => Met::Exact(vec![name.clone()]),
        },
        _ => {
            let mut parameters = Vec::new();
            if is_exact(value, names, &mut parameters) { Met::Exact(parameters) } else { Met::Other }
        }
    }
}

/// The values after IN, if they are not those of a query and no column decides them.
pub(super) fn set(set: &InSet, names: &Names<'_>) -> Option<Met> {
    let listed = match set {
        InSet::Items(items) => items.iter().collect(),
        InSet::Expr(list) => match resolved(list, names)? {
            Expr { kind: ExprKind::Named(name), .. } => return Some(Met::List(name.clone())),
            Expr { kind: ExprKind::Subquery(_), .. } => return None,
            list => match items(list) {
                Some(items) => items,
                None => return Some(Met::Computed),
            },
        },
        InSet::Query(_) => return None,
    };
    let item = |item: &&Expr| (is_flat(item) && names.used(item).is_empty()).then(|| (met(item, names), item.span));
    listed.iter().map(item).collect::<Option<_>>().map(Met::Items)
}

/// The kind of an expression that is several values: `[a, b]`, `{a, b}`, `(a, b)`, and the same as a call.
pub(super) fn several(value: &Expr) -> Option<LiteralKind> {
    const CALLS: [(&str, LiteralKind); 5] = [
        ("AsList", LiteralKind::List),
        ("AsTuple", LiteralKind::Tuple),
        ("AsSet", LiteralKind::Set),
        ("AsDict", LiteralKind::Set),
        ("ToSet", LiteralKind::Set),
    ];
    match &value.kind {
        ExprKind::List(_) => Some(LiteralKind::List),
        ExprKind::Tuple(_) => Some(LiteralKind::Tuple),
        ExprKind::Dict(_) => Some(LiteralKind::Set),
        ExprKind::Call(call) if call.module.is_none() => {
            CALLS.iter().find(|(name, _)| call.name.name.eq_ignore_ascii_case(name)).map(|(_, kind)| *kind)
        }
        _ => None,
    }
}

/// The items of a list that the text writes: `[a, b]`, `AsList(a, b)`, `(a, b)`.
fn items(list: &Expr) -> Option<Vec<&Expr>> {
    match &list.kind {
        ExprKind::List(items) | ExprKind::Tuple(items) => Some(items.iter().collect()),
        ExprKind::Call(call) if call.module.is_none() && call.name.name.eq_ignore_ascii_case("AsList") => {
            call.args.iter().map(|arg| if let Arg::Value(item) = arg { Some(item) } else { None }).collect()
        }
        _ => None,
    }
}

/// What a name stands for in the end: a parameter, or an expression. `None` of names that stand for each other.
pub(super) fn resolved<'e>(mut value: &'e Expr, names: &Names<'e>) -> Option<&'e Expr> {
    for _ in 0..MAX_NAMES {
        let ExprKind::Named(name) = &value.kind else { return Some(value) };
        match names.bound.get(&name.name) {
            Some(bound) => value = bound,
            None => return Some(value),
        }
    }
    None
}

/// Whether an expression is one value, and not the rows of a query.
fn is_value(expr: &Expr) -> bool {
    is_flat(expr) && !matches!(expr.kind, ExprKind::Tuple(_) | ExprKind::List(_) | ExprKind::Struct(_))
}

/// Whether the values of an expression are integers if those of its columns and its parameters are. An equality of an
/// integer with a Double may hold for several integers, which have several hashes.
fn is_exact(expr: &Expr, names: &Names<'_>, parameters: &mut Vec<Ident>) -> bool {
    const KEEPING: [&str; 9] = ["abs", "coalesce", "just", "length", "len", "max_of", "min_of", "nvl", "unwrap"];
    let is_kept = match &expr.kind {
        ExprKind::Literal(literal) => return matches!(literal, Literal::Integer { .. } | Literal::Null),
        ExprKind::Column { .. } => return true,
        ExprKind::Cast { ty, .. } | ExprKind::BitCast { ty, .. } => return is_whole(ty),
        ExprKind::Named(name) => {
            return match resolved(expr, names) {
                Some(Expr { kind: ExprKind::Named(name), .. }) => {
                    parameters.push(name.clone());
                    true
                }
                Some(bound) if is_value(bound) => is_exact(bound, names, parameters),
                Some(_) => false,
                None => {
                    parameters.push(name.clone());
                    true
                }
            };
        }
        ExprKind::Unary { op: UnaryOp::Minus | UnaryOp::Plus | UnaryOp::BitNot, .. } => true,
        ExprKind::Binary { rest, .. } => {
            rest.iter().all(|operand| operand.op.is_arithmetic() || operand.op == BinaryOp::Coalesce)
        }
        ExprKind::Call(call) => {
            call.module.is_none()
                && call.over.is_none()
                && KEEPING.iter().any(|name| call.name.name.eq_ignore_ascii_case(name))
        }
        _ => false,
    };
    let mut is_exact_inside = is_kept;
    if is_kept && !is_length(expr) {
        children(expr, &mut |child| is_exact_inside = is_exact_inside && is_exact(child, names, parameters));
    }
    is_exact_inside
}

/// Whether the result is a number, whatever the argument is.
fn is_length(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Call(call) if call.name.name.to_ascii_lowercase().starts_with("len"))
}

/// Whether the values of a type are no fractions.
fn is_whole(ty: &TypeExpr) -> bool {
    match &ty.kind {
        TypeExprKind::Name(name) => {
            !["float", "double", "dynumber", "decimal"].iter().any(|real| name.name.eq_ignore_ascii_case(real))
        }
        TypeExprKind::Optional(inner) => is_whole(inner),
        _ => false,
    }
}

/// Whether all names in an expression are those of its scope: there is no query and no lambda in it.
pub(super) fn is_flat(expr: &Expr) -> bool {
    let mut waiting = vec![expr];
    while let Some(expr) = waiting.pop() {
        match &expr.kind {
            ExprKind::Subquery(_) | ExprKind::Exists(_) | ExprKind::Lambda { .. } | ExprKind::Let { .. } => {
                return false;
            }
            ExprKind::In { set, .. } if matches!(**set, InSet::Query(_)) => return false,
            _ => children(expr, &mut |child| waiting.push(child)),
        }
    }
    true
}
