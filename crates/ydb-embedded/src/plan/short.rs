//! Which queries are so short that it takes longer to move them to another thread than to run them.
//!
//! The answer holds whatever the tables contain and whatever is sent as parameters: some rows by their whole keys, and
//! expressions without loops. What is not known to be short is not.

use super::steps::{Plan, Step};
use crate::exec::{Access, Atom, Rel, RelKind};
use crate::expr::{CompareOp, Expr, ExprKind, InSet};
use crate::types::Type;

/// The most steps of a short query, rows of its VALUES, keys of a read.
const FEW: usize = 16;

impl Plan {
    /// Whether it runs in microseconds.
    pub fn is_short(&self) -> bool {
        let is_plain = |ty: &Type| matches!(ty.unwrap_optional(), Type::Primitive(_) | Type::Decimal { .. });
        self.params.iter().all(|(_, ty)| is_plain(ty))
            && self.steps.len() <= FEW
            && self.steps.iter().all(is_short_step)
    }
}

fn is_short_step(step: &Step) -> bool {
    match step {
        Step::Result(rel) | Step::Discard(rel) => is_short_rel(rel),
        Step::Write(write) => is_short_rel(&write.source),
        Step::Subquery(_) | Step::Scheme(_) | Step::ShowCreate(_) => false,
    }
}

fn is_short_rel(rel: &Rel) -> bool {
    match &rel.kind {
        RelKind::Unit => true,
        RelKind::Values(rows) => rows.len() <= FEW && rows.iter().flatten().all(is_short_expr),
        RelKind::Scan(scan) => {
            scan.index.is_none() && is_few_keys(&scan.access) && scan.predicate.iter().all(is_short_expr)
        }
        RelKind::Filter { input, predicate } => is_short_expr(predicate) && is_short_rel(input),
        RelKind::Project { input, exprs } => exprs.iter().all(is_short_expr) && is_short_rel(input),
        RelKind::Limit { input, .. } => is_short_rel(input),
        _ => false,
    }
}

/// Whether each alternative is one whole key.
fn is_few_keys(access: &Access) -> bool {
    let is_given = |column: usize, atom: &Atom| match atom {
        Atom::Compare { column: given, op: CompareOp::Eq, value } => *given == column && is_short_expr(value),
        _ => false,
    };
    let is_key = |term: &Vec<Atom>| {
        let given = |column: usize| term.iter().any(|atom| is_given(column, atom));
        term.len() <= FEW && (0..access.key_types.len()).all(given)
    };
    access.terms.as_ref().is_some_and(|terms| terms.len() <= FEW && terms.iter().all(is_key))
}

fn is_short_expr(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Const(_) | ExprKind::Column(_) | ExprKind::Param(_) => true,
        ExprKind::Convert(operand)
        | ExprKind::Cast(operand)
        | ExprKind::Not(operand)
        | ExprKind::Negate(operand)
        | ExprKind::IsNull(operand)
        | ExprKind::Just(operand) => is_short_expr(operand),
        ExprKind::And(items) | ExprKind::Or(items) | ExprKind::Coalesce(items) => items.iter().all(is_short_expr),
        ExprKind::Compare(_, pair) => pair.iter().all(is_short_expr),
        ExprKind::Arithmetic(first, rest) => {
            rest.len() <= FEW && is_short_expr(first) && rest.iter().all(|next| is_short_expr(&next.right))
        }
        ExprKind::In(lookup) => is_short_expr(&lookup.needle) && matches!(lookup.set, InSet::Constant(_)),
        _ => false,
    }
}
