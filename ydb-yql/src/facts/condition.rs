//! A condition to what it says of columns.

use super::scope::Names;
use super::{ColumnRef, Node};
use crate::ast::{Arg, BinaryOp, Call, CompareOp, Expr, ExprKind, InSet, Literal, Operand, UnaryOp};

/// What a condition says of the columns of a scope.
pub(super) fn node(condition: &Expr, names: &Names<'_>) -> Node {
    match &condition.kind {
        ExprKind::Binary { first, rest } => match rest[0].op {
            BinaryOp::And => Node::All(each(first, rest, names)),
            BinaryOp::Or => apart(Node::Any(each(first, rest, names)), condition, names),
            BinaryOp::Compare(op) => match &rest[..] {
                [right] => compare(first, op, &right.expr, names),
                // `a = b = c` compares `a = b` with `c`.
                _ => Node::Nothing,
            },
            BinaryOp::IsNotDistinctFrom if rest.len() == 1 => compare(first, CompareOp::Eq, &rest[0].expr, names),
            // `COALESCE(condition, false)`.
            BinaryOp::Coalesce if rest.iter().all(|operand| is_false(&operand.expr)) => node(first, names),
            _ => Node::Nothing,
        },
        ExprKind::In { expr, set, negated: false } => within(expr, set, names),
        ExprKind::Between { expr, low, high, negated: false, symmetric } => {
            let by = names.used(low).into_iter().chain(names.used(high)).collect();
            match (columns(expr, names), symmetric) {
                (Some(columns), false) => Node::Bounded { columns, by },
                (Some(columns), true) => Node::Unknown(columns),
                (None, _) => Node::Nothing,
            }
        }
        ExprKind::Like { expr, pattern, escape, negated: false, ignore_case: false } => {
            match (columns(expr, names), prefix(pattern, escape.is_some())) {
                (Some(columns), Some(true)) => Node::Bounded { columns, by: Vec::new() },
                (Some(columns), None) => Node::Unknown(columns),
                _ => Node::Nothing,
            }
        }
        // The rows with NULL lie together.
        ExprKind::IsNull { expr, negated: false } => match columns(expr, names) {
            Some(columns) => Node::Fixed { columns, by: Vec::new() },
            None => Node::Nothing,
        },
        ExprKind::Call(call) => function(call, names),
        ExprKind::Tuple(items) if items.len() == 1 => node(&items[0], names),
        // A column that is a Bool.
        ExprKind::Column { .. } => Node::Unknown(names.used(condition)),
        ExprKind::Unary { op: UnaryOp::Not, expr } => opposite(expr, names),
        _ => Node::Nothing,
    }
}

/// What a condition says that the server must take apart. Of one that is about several sources, it is not certain that the
/// server makes a condition for each of them.
fn apart(node: Node, condition: &Expr, names: &Names<'_>) -> Node {
    let mut sources = names.used(condition).into_iter().filter_map(|column| column.source);
    let first = sources.next();
    if sources.all(|source| Some(source) == first) { node } else { doubtful(node) }
}

/// The same, where nothing is certain.
fn doubtful(node: Node) -> Node {
    match node {
        Node::All(nodes) => Node::All(nodes.into_iter().map(doubtful).collect()),
        Node::Any(nodes) => Node::Any(nodes.into_iter().map(doubtful).collect()),
        Node::Fixed { columns, .. } | Node::Bounded { columns, .. } | Node::Unknown(columns) => Node::Unknown(columns),
        Node::Nothing => Node::Nothing,
    }
}

/// What the opposite of a condition says: YDB reads `NOT (a < 5)` as `a >= 5`, and applies De Morgan's laws.
fn opposite(condition: &Expr, names: &Names<'_>) -> Node {
    let each = |first, rest: &[Operand]| {
        std::iter::once(first)
            .chain(rest.iter().map(|operand| &operand.expr))
            .map(|expr| opposite(expr, names))
            .collect()
    };
    match &condition.kind {
        ExprKind::Binary { first, rest } => match (rest[0].op, &rest[..]) {
            (BinaryOp::And, _) => apart(Node::Any(each(&**first, rest)), condition, names),
            (BinaryOp::Or, _) => apart(Node::All(each(&**first, rest)), condition, names),
            // Of tuples nothing is certain.
            (BinaryOp::Compare(_), _) if items(first).is_some() => Node::Unknown(names.used(condition)),
            (BinaryOp::Compare(op), [right]) => {
                let op = match op {
                    CompareOp::Eq => CompareOp::NotEq,
                    CompareOp::NotEq => CompareOp::Eq,
                    CompareOp::Less => CompareOp::GreaterEq,
                    CompareOp::LessEq => CompareOp::Greater,
                    CompareOp::Greater => CompareOp::LessEq,
                    CompareOp::GreaterEq => CompareOp::Less,
                };
                compare(first, op, &right.expr, names)
            }
            _ => Node::Nothing,
        },
        ExprKind::Unary { op: UnaryOp::Not, expr } => node(expr, names),
        ExprKind::Tuple(items) if items.len() == 1 => opposite(&items[0], names),
        ExprKind::IsNull { expr, negated: true } => match columns(expr, names) {
            Some(columns) => Node::Fixed { columns, by: Vec::new() },
            None => Node::Nothing,
        },
        ExprKind::Column { .. } => Node::Unknown(names.used(condition)),
        _ => Node::Nothing,
    }
}

fn each(first: &Expr, rest: &[Operand], names: &Names<'_>) -> Vec<Node> {
    std::iter::once(first).chain(rest.iter().map(|operand| &operand.expr)).map(|expr| node(expr, names)).collect()
}

/// A comparison, which may say something of either side.
fn compare(left: &Expr, op: CompareOp, right: &Expr, names: &Names<'_>) -> Node {
    if op == CompareOp::NotEq {
        return Node::Nothing;
    }
    if op == CompareOp::Eq
        && let (Some(lefts), Some(rights)) = (items(left), items(right))
        && lefts.len() == rights.len()
    {
        return Node::All(lefts.iter().zip(rights).map(|(left, right)| compare(left, op, right, names)).collect());
    }
    let side = |columns: Option<Vec<ColumnRef>>, by: &Expr| {
        let (columns, by) = (columns?, names.used(by));
        Some(if op == CompareOp::Eq { Node::Fixed { columns, by } } else { Node::Bounded { columns, by } })
    };
    let mut sides: Vec<Node> =
        [side(columns(left, names), right), side(columns(right, names), left)].into_iter().flatten().collect();
    match sides.len() {
        0 => partly(left, right, names),
        1 => sides.remove(0),
        // Both hold: the columns of each side are those of the other.
        _ => Node::All(sides),
    }
}

/// `column IN ..`.
fn within(expr: &Expr, set: &InSet, names: &Names<'_>) -> Node {
    let Some(columns) = columns(expr, names) else { return partly(expr, expr, names) };
    let by = match set {
        InSet::Items(items) => items.iter().flat_map(|item| names.used(item)).collect(),
        InSet::Expr(expr) => names.used(expr),
        InSet::Query(_) => Vec::new(),
    };
    Node::Fixed { columns, by }
}

/// Functions that the server takes for a condition, or may take for one.
fn function(call: &Call, names: &Names<'_>) -> Node {
    let arguments: Vec<&Expr> =
        call.args.iter().filter_map(|arg| if let Arg::Value(expr) = arg { Some(expr) } else { None }).collect();
    let name = call.name.name.to_ascii_lowercase().replace('_', "");
    match (call.module.is_some(), name.as_str(), &arguments[..]) {
        (false, "coalesce" | "nvl", [condition, otherwise]) if is_false(otherwise) => node(condition, names),
        (false, "startswith", [of, _]) => columns(of, names).map_or(Node::Nothing, Node::Unknown),
        (true, "startswith", [of, _]) => columns(of, names).map_or(Node::Nothing, Node::Unknown),
        _ => Node::Nothing,
    }
}

/// The columns of a side of a comparison that is a column, or a tuple of columns.
fn columns(side: &Expr, names: &Names<'_>) -> Option<Vec<ColumnRef>> {
    match items(side) {
        Some(items) => items.iter().map(|item| names.column(item)).collect(),
        None => names.column(side).map(|column| vec![column]),
    }
}

/// What a comparison says of tuples that have columns and something else: nothing is certain of it.
fn partly(left: &Expr, right: &Expr, names: &Names<'_>) -> Node {
    let columns = [left, right].into_iter().filter_map(items).flatten().filter_map(|item| names.column(item));
    let columns: Vec<ColumnRef> = columns.collect();
    if columns.is_empty() { Node::Nothing } else { Node::Unknown(columns) }
}

/// The items of a tuple.
fn items(expr: &Expr) -> Option<Vec<&Expr>> {
    match &expr.kind {
        ExprKind::Tuple(items) => Some(items.iter().collect()),
        ExprKind::Call(call) if call.module.is_none() && call.name.name.eq_ignore_ascii_case("AsTuple") => {
            call.args.iter().map(|arg| if let Arg::Value(expr) = arg { Some(expr) } else { None }).collect()
        }
        _ => None,
    }
}

/// Whether a pattern begins with a constant string; `None` if that is not known.
fn prefix(pattern: &Expr, escapes: bool) -> Option<bool> {
    match &pattern.kind {
        ExprKind::Literal(Literal::String { bytes, .. }) if !escapes => {
            Some(!matches!(bytes.first(), None | Some(b'%' | b'_')))
        }
        ExprKind::Literal(Literal::String { .. }) => None,
        // The server knows the parameter, but plans without it.
        _ => Some(false),
    }
}

fn is_false(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Literal(Literal::Bool(false)))
}
