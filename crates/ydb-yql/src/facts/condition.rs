//! A condition to what it says of columns.

use super::scope::Names;
use super::value::{met, operands, resolved, set_of, truth};
use super::{ColumnRef, End, Equality, Met, Node, Place};
use crate::ast::{Arg, BinaryOp, Call, CompareOp, Expr, ExprKind, InSet, Literal, TypeExpr, TypeExprKind, UnaryOp};
use crate::error::Span;

/// Where a condition stands, which decides what may be added to it.
#[derive(Clone, Copy)]
enum Within {
    /// It is all of a WHERE or an ON, or one operand of an AND.
    Conjunction,
    /// It is an operand of something else that holds only if this one does.
    Alone,
    /// It is a part of this comparison, as in `NOT (a <> 1)`; of none that must hold if there is none here.
    Comparison(Option<Place>),
}

impl Within {
    /// The place of a comparison there.
    fn place(self, comparison: &Expr) -> Option<Place> {
        match self {
            Within::Conjunction => Some(Place { span: comparison.span, is_alone: false }),
            Within::Alone => Some(Place { span: comparison.span, is_alone: true }),
            Within::Comparison(place) => place,
        }
    }

    /// One alternative of several.
    fn alternative(self) -> Self {
        match self {
            Within::Conjunction | Within::Alone => Within::Alone,
            Within::Comparison(_) => Within::Comparison(None),
        }
    }

    /// One operand of an AND.
    fn operand(self) -> Self {
        match self {
            Within::Conjunction | Within::Alone => Within::Conjunction,
            Within::Comparison(place) => Within::Comparison(place),
        }
    }

    /// All of an argument.
    fn argument(self) -> Self {
        match self {
            Within::Conjunction | Within::Alone => Within::Alone,
            Within::Comparison(place) => Within::Comparison(place),
        }
    }
}

/// How two values are compared.
#[derive(Clone, Copy)]
enum Relation {
    /// By `=`, which never holds of NULL.
    Equal,
    /// By `IS NOT DISTINCT FROM`, which holds of two NULLs.
    Same,
    /// By `<`, `<=`, `>` or `>=`.
    Order,
    /// By `<>`: two ranges, which are nearly all rows.
    Other,
}

impl From<CompareOp> for Relation {
    fn from(op: CompareOp) -> Self {
        match op {
            CompareOp::Eq => Relation::Equal,
            CompareOp::NotEq => Relation::Other,
            CompareOp::Less | CompareOp::LessEq | CompareOp::Greater | CompareOp::GreaterEq => Relation::Order,
        }
    }
}

/// What the condition of a WHERE or an ON says of the columns of a scope.
pub(super) fn node(condition: &Expr, names: &Names<'_>) -> Node {
    Reader { names }.node(condition, Within::Conjunction)
}

/// A conjunction of these: one within it is a part of it.
pub(super) fn all(nodes: impl IntoIterator<Item = Node>) -> Node {
    let mut flat = Vec::new();
    for node in nodes {
        match node {
            Node::All(inner) => flat.extend(inner),
            node => flat.push(node),
        }
    }
    Node::All(flat)
}

/// A condition that no row meets: an OR of nothing. YDB need not read a row for it.
const NEVER: Node = Node::Any(Vec::new());

struct Reader<'r> {
    names: &'r Names<'r>,
}

impl Reader<'_> {
    fn node(&self, condition: &Expr, within: Within) -> Node {
        if let Some(holds) = self.truth(condition) {
            return if holds { Node::Nothing } else { NEVER };
        }
        match &condition.kind {
            ExprKind::Binary { first, rest } => match rest[0].op {
                BinaryOp::And => all(operands(first, rest).map(|operand| self.node(operand, within.operand()))),
                BinaryOp::Or => {
                    let each = |operand: &Expr| self.node(operand, within.alternative());
                    self.alternatives(condition, operands(first, rest), false, each)
                }
                BinaryOp::Compare(op) => match &rest[..] {
                    [right] => self.compare(first, op.into(), &right.expr, within.place(condition)),
                    // `a = b = c` compares `a = b` with `c`.
                    _ => Node::Nothing,
                },
                BinaryOp::IsNotDistinctFrom if rest.len() == 1 => {
                    self.compare(first, Relation::Same, &rest[0].expr, within.place(condition))
                }
                // `COALESCE(condition, false)`.
                BinaryOp::Coalesce if rest.iter().all(|operand| is_false(&operand.expr)) => {
                    self.node(first, within.argument())
                }
                _ => Node::Nothing,
            },
            ExprKind::In { expr, set, negated: false } => self.is_in(expr, set, within.place(condition)),
            ExprKind::Between { .. } => self.between(condition, false, within.place(condition)),
            ExprKind::Like { expr, pattern, escape, negated: false, ignore_case: false } => {
                match (self.columns(expr), prefix(pattern, escape.is_some())) {
                    (Some(columns), Some(true)) => bounded(columns, Vec::new(), within.place(condition)),
                    (Some(columns), None) => Node::Unknown(columns),
                    _ => Node::Nothing,
                }
            }
            ExprKind::IsNull { expr, negated } => self.is_null(expr, *negated, within.place(condition)),
            ExprKind::Call(call) => self.function(call, within),
            ExprKind::Tuple(items) if items.len() == 1 => self.node(&items[0], within.argument()),
            ExprKind::Column { .. } => self.flag(condition),
            ExprKind::Unary { op: UnaryOp::Not, expr } => self.opposite(expr, within.place(condition)),
            _ => Node::Nothing,
        }
    }

    /// One of several conditions holds, or the opposite of one. What never holds is left out, and beside what always does
    /// the others say nothing.
    fn alternatives<'e>(
        &self,
        condition: &Expr,
        operands: impl Iterator<Item = &'e Expr>,
        opposite: bool,
        each: impl Fn(&'e Expr) -> Node,
    ) -> Node {
        let mut nodes = Vec::new();
        for operand in operands {
            match self.truth(operand) {
                None => nodes.push(each(operand)),
                // No test of YDB says whether it sees that a branch with columns never holds.
                Some(truth) if truth == opposite && !self.names.used(operand).is_empty() => nodes.push(NEVER),
                Some(truth) if truth == opposite => {}
                Some(_) => return Node::Nothing,
            }
        }
        match nodes.len() {
            0 => NEVER,
            1 => nodes.remove(0),
            _ => self.apart(Node::Any(nodes), condition),
        }
    }

    /// A column that is a condition, or the opposite of one, is a Bool that has one value.
    fn flag(&self, column: &Expr) -> Node {
        match self.columns(column) {
            Some(columns) => fixed(columns, Vec::new(), None, None, false),
            None => Node::Nothing,
        }
    }

    /// `a BETWEEN b AND c`, where the column may be any of the three. Outside of it there are two ranges.
    fn between(&self, condition: &Expr, opposite: bool, place: Option<Place>) -> Node {
        let ExprKind::Between { expr, low, high, negated, symmetric } = &condition.kind else { return Node::Nothing };
        let is_within = *negated == opposite;
        let by = || self.names.used(low).into_iter().chain(self.names.used(high)).collect();
        match self.columns(expr) {
            Some(columns) if *symmetric => Node::Unknown(columns),
            Some(columns) if items(expr).is_some() && !is_within => Node::Unknown(columns),
            Some(columns) if self.is_real(low) || self.is_real(high) => bounded_by_real(columns, by()),
            Some(columns) => bounded(columns, by(), place),
            // `5 BETWEEN lower AND upper`: `lower <= 5 AND upper >= 5`.
            None if is_within && !*symmetric => all([low, high].map(|end| match self.columns(end) {
                Some(columns) => bounded(columns, self.names.used(expr), place),
                None => Node::Nothing,
            })),
            None => Node::Nothing,
        }
    }

    /// What a condition says that the server must take apart. Of one that is about several sources, it is not certain that
    /// the server makes a condition for each of them.
    fn apart(&self, node: Node, condition: &Expr) -> Node {
        let mut sources = self.names.used(condition).into_iter().filter_map(|column| column.source);
        let first = sources.next();
        if sources.all(|source| Some(source) == first) { node } else { doubtful(node) }
    }

    /// What the opposite of a condition says: YDB reads `NOT (a < 5)` as `a >= 5`, and applies De Morgan's laws. Whatever
    /// follows from it is added beside the NOT, at its place.
    fn opposite(&self, condition: &Expr, place: Option<Place>) -> Node {
        if let Some(holds) = self.truth(condition) {
            return if holds { NEVER } else { Node::Nothing };
        }
        match &condition.kind {
            ExprKind::Binary { first, rest } => match (rest[0].op, &rest[..]) {
                (BinaryOp::And, _) => {
                    self.alternatives(condition, operands(first, rest), true, |operand| self.opposite(operand, None))
                }
                (BinaryOp::Or, _) => {
                    let each = operands(first, rest).map(|operand| self.opposite(operand, place));
                    self.apart(all(each), condition)
                }
                // Of tuples nothing is certain.
                (BinaryOp::Compare(_), _) if items(first).is_some() => Node::Unknown(self.names.used(condition)),
                (BinaryOp::Compare(op), [right]) => {
                    let op = match op {
                        CompareOp::Eq => CompareOp::NotEq,
                        CompareOp::NotEq => CompareOp::Eq,
                        CompareOp::Less => CompareOp::GreaterEq,
                        CompareOp::LessEq => CompareOp::Greater,
                        CompareOp::Greater => CompareOp::LessEq,
                        CompareOp::GreaterEq => CompareOp::Less,
                    };
                    self.compare(first, op.into(), &right.expr, place)
                }
                (BinaryOp::IsDistinctFrom, [right]) => self.compare(first, Relation::Same, &right.expr, place),
                _ => Node::Nothing,
            },
            ExprKind::In { expr, set, negated: true } => self.is_in(expr, set, place),
            ExprKind::Between { .. } => self.between(condition, true, place),
            ExprKind::Unary { op: UnaryOp::Not, expr } => self.node(expr, Within::Comparison(place)),
            ExprKind::Tuple(items) if items.len() == 1 => self.opposite(&items[0], place),
            ExprKind::IsNull { expr, negated } => self.is_null(expr, !negated, place),
            ExprKind::Column { .. } => self.flag(condition),
            _ => Node::Nothing,
        }
    }

    /// A comparison, which may say something of either side.
    fn compare(&self, left: &Expr, relation: Relation, right: &Expr, place: Option<Place>) -> Node {
        if matches!(relation, Relation::Same | Relation::Equal)
            && let (Some(lefts), Some(rights)) = (items(left), items(right))
            && lefts.len() == rights.len()
        {
            return all(lefts.iter().zip(rights).map(|(left, right)| self.compare(left, relation, right, place)));
        }
        // `(a = 3) = true` is `a = 3`; whether YDB makes a range of it, no test says.
        if matches!(relation, Relation::Equal | Relation::Other) {
            for (condition, value) in [(left, right), (right, left)] {
                if let Some(value) = self.truth(value).filter(|_| is_condition(condition)) {
                    return doubtful(match value == matches!(relation, Relation::Equal) {
                        true => self.node(condition, Within::Comparison(None)),
                        false => self.opposite(condition, None),
                    });
                }
            }
        }
        let side = |columns: Option<Vec<ColumnRef>>, value: &Expr| {
            let (columns, by) = (columns?, self.names.used(value));
            match relation {
                // Of tuples YDB makes no range.
                Relation::Other if columns.len() > 1 => return Some(Node::Nothing),
                Relation::Order | Relation::Other if self.is_real(value) => return Some(bounded_by_real(columns, by)),
                Relation::Order | Relation::Other => return Some(bounded(columns, by, place)),
                Relation::Equal | Relation::Same => {}
            }
            let met = match self.declared(value).filter(|ty| is_real_type(ty)) {
                Some(ty) => Met::Cast(ty.clone()),
                None => met(value, self.names),
            };
            let of_null = matches!(relation, Relation::Same) && may_be_null(&met);
            Some(fixed(columns, by, place, Some((met, value.span)), of_null))
        };
        let sides = [side(self.columns(left), right), side(self.columns(right), left)];
        let mut sides: Vec<Node> = sides.into_iter().flatten().collect();
        match sides.len() {
            0 => self.partly(left, right),
            1 => sides.remove(0),
            // Both hold: the columns of each side are those of the other.
            _ => all(sides),
        }
    }

    /// `column IN ..`.
    fn is_in(&self, expr: &Expr, set: &InSet, place: Option<Place>) -> Node {
        let Some(columns) = self.columns(expr) else { return self.partly(expr, expr) };
        let (by, span) = match set {
            InSet::Items(items) => (items.iter().flat_map(|item| self.names.used(item)).collect(), Span::default()),
            InSet::Expr(expr) => (self.names.used(expr), expr.span),
            InSet::Query(_) => (Vec::new(), Span::default()),
        };
        fixed(columns, by, place, set_of(set, self.names).map(|met| (met, span)), false)
    }

    /// `IS [NOT] NULL`. The rows with NULL lie together, before all others.
    fn is_null(&self, expr: &Expr, negated: bool, place: Option<Place>) -> Node {
        match self.columns(expr) {
            Some(columns) if columns.len() > 1 || items(expr).is_some() => Node::Unknown(columns),
            Some(columns) if negated => ended(columns, Vec::new(), place, End::Null),
            Some(columns) => Node::Fixed { columns, by: Vec::new(), value: None, of_null: true },
            None => Node::Nothing,
        }
    }

    /// Functions that the server takes for a condition, or may take for one.
    fn function(&self, call: &Call, within: Within) -> Node {
        let arguments: Vec<&Expr> =
            call.args.iter().filter_map(|arg| if let Arg::Value(expr) = arg { Some(expr) } else { None }).collect();
        let name = call.name.name.to_ascii_lowercase().replace('_', "");
        match (call.module.is_some(), name.as_str(), &arguments[..]) {
            (false, "coalesce" | "nvl", [condition, otherwise]) if is_false(otherwise) => {
                self.node(condition, within.argument())
            }
            // No test of YDB says whether it makes a range of this.
            (false, "if", [condition, then, ..]) => match (self.truth(condition), arguments.get(2)) {
                (Some(true), _) => doubtful(self.node(then, Within::Comparison(None))),
                (Some(false), Some(otherwise)) => doubtful(self.node(otherwise, Within::Comparison(None))),
                _ => Node::Nothing,
            },
            (_, "startswith", [of, _]) => self.columns(of).map_or(Node::Nothing, Node::Unknown),
            _ => Node::Nothing,
        }
    }

    /// The columns of a side of a comparison that is a column, or a tuple of columns.
    fn columns(&self, side: &Expr) -> Option<Vec<ColumnRef>> {
        match items(side) {
            Some(items) => items.iter().map(|item| self.names.column(item)).collect(),
            None => self.names.column(side).map(|column| vec![column]),
        }
    }

    /// What a comparison says of tuples that have columns and something else: nothing is certain of it.
    fn partly(&self, left: &Expr, right: &Expr) -> Node {
        let columns = [left, right].into_iter().filter_map(items).flatten();
        let columns: Vec<ColumnRef> = columns.filter_map(|item| self.names.column(item)).collect();
        if columns.is_empty() { Node::Nothing } else { Node::Unknown(columns) }
    }

    /// Returns `true` if the text shows that a value is a Float or a Double.
    fn is_real(&self, value: &Expr) -> bool {
        match &value.kind {
            ExprKind::Literal(Literal::Real { .. }) => true,
            ExprKind::Unary { op: UnaryOp::Plus | UnaryOp::Minus, expr } => self.is_real(expr),
            ExprKind::Tuple(items) if items.len() == 1 => self.is_real(&items[0]),
            ExprKind::Cast { ty, .. } => is_real_type(ty),
            _ => self.declared(value).is_some_and(is_real_type),
        }
    }

    /// The type of a parameter that the text declares.
    fn declared(&self, value: &Expr) -> Option<&TypeExpr> {
        match &value.kind {
            ExprKind::Named(name) => self.names.declared.get(&name.name).copied(),
            _ => None,
        }
    }

    /// Returns `true` if a condition without columns and parameters always holds, or never; `None` of any other. Names
    /// are followed once: one may stand for an expression that has it.
    fn truth(&self, condition: &Expr) -> Option<bool> {
        match &condition.kind {
            ExprKind::Named(_) => truth(resolved(condition, self.names)?, &|_| None),
            _ => truth(condition, &|named| self.truth(named)),
        }
    }
}

/// An equality. Of a member of a struct, nothing is certain.
fn fixed(
    columns: Vec<ColumnRef>,
    by: Vec<ColumnRef>,
    place: Option<Place>,
    value: Option<(Met, Span)>,
    of_null: bool,
) -> Node {
    if columns.iter().any(|column| column.doubtful) {
        return Node::Unknown(columns);
    }
    let (met, span) = value.filter(|_| columns.len() == 1).unzip();
    let value = place.map(|place| Equality { place, met, span: span.unwrap_or_default() });
    Node::Fixed { columns, by, value, of_null }
}

fn bounded(columns: Vec<ColumnRef>, by: Vec<ColumnRef>, place: Option<Place>) -> Node {
    ended(columns, by, place, End::Value)
}

/// A bound that may be a fraction, of which nothing follows for a column of integers.
fn bounded_by_real(columns: Vec<ColumnRef>, by: Vec<ColumnRef>) -> Node {
    ended(columns, by, None, End::Real)
}

fn ended(columns: Vec<ColumnRef>, by: Vec<ColumnRef>, place: Option<Place>, end: End) -> Node {
    match columns.iter().any(|column| column.doubtful) {
        true => Node::Unknown(columns),
        false => Node::Bounded { columns, by, place, end },
    }
}

/// Returns `true` if a type is Float or Double.
fn is_real_type(ty: &TypeExpr) -> bool {
    match &ty.kind {
        TypeExprKind::Name(name) => ["float", "double"].iter().any(|real| name.name.eq_ignore_ascii_case(real)),
        TypeExprKind::Optional(inner) => is_real_type(inner),
        _ => false,
    }
}

/// The same, where nothing is certain.
pub(super) fn doubtful(node: Node) -> Node {
    match node {
        Node::All(nodes) => Node::All(nodes.into_iter().map(doubtful).collect()),
        Node::Any(nodes) => Node::Any(nodes.into_iter().map(doubtful).collect()),
        Node::Fixed { columns, .. } | Node::Bounded { columns, .. } | Node::Unknown(columns) => Node::Unknown(columns),
        Node::Nothing => Node::Nothing,
    }
}

/// Returns `true` if a value may be NULL, as far as the text shows.
const fn may_be_null(value: &Met) -> bool {
    !matches!(value, Met::Literal(literal) if !matches!(literal, Literal::Null))
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

/// Returns `true` if a pattern begins with a constant string; `None` if that is not known.
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

/// Returns `true` if an expression is one that gives a Bool, and not a column or a value.
fn is_condition(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Tuple(items) if items.len() == 1 => is_condition(&items[0]),
        ExprKind::Binary { rest, .. } => matches!(rest[0].op, BinaryOp::And | BinaryOp::Or | BinaryOp::Compare(_)),
        ExprKind::In { .. } | ExprKind::Between { .. } | ExprKind::IsNull { .. } => true,
        ExprKind::Unary { op: UnaryOp::Not, .. } => true,
        _ => false,
    }
}

fn is_false(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Literal(Literal::Bool(false)))
}
