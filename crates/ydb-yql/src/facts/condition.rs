//! Conversion of a condition into facts about columns.

use super::scope::Names;
use super::value::{met, operands, resolved, set_of, truth};
use super::{ColumnRef, End, Equality, Met, Node, Place};
use crate::ast::{Arg, BinaryOp, Call, CompareOp, Expr, ExprKind, InSet, Literal, TypeExpr, TypeExprKind, UnaryOp};
use crate::error::Span;

/// Surroundings of a condition. They decide what may be added to it.
#[derive(Clone, Copy)]
enum Within {
    /// The condition is all of a WHERE or an ON, or one operand of an AND.
    Conjunction,
    /// The condition is an operand of an expression that holds only if the condition does.
    Alone,
    /// The condition is a part of this comparison, as in `NOT (a <> 1)`. With `None`, no comparison
    /// around the condition must hold: nothing may be added.
    Comparison(Option<Place>),
}

impl Within {
    /// Returns the place of a comparison in these surroundings.
    fn place(self, comparison: &Expr) -> Option<Place> {
        match self {
            Within::Conjunction => Some(Place { span: comparison.span, is_alone: false }),
            Within::Alone => Some(Place { span: comparison.span, is_alone: true }),
            Within::Comparison(place) => place,
        }
    }

    /// Returns the surroundings of one operand of an OR.
    fn alternative(self) -> Self {
        if let Within::Comparison(_) = self { Within::Comparison(None) } else { Within::Alone }
    }

    /// Returns the surroundings of one operand of an AND.
    fn operand(self) -> Self {
        if let Within::Comparison(_) = self { self } else { Within::Conjunction }
    }

    /// Returns the surroundings of a whole argument, as in `COALESCE(condition, false)`.
    fn argument(self) -> Self {
        if let Within::Comparison(_) = self { self } else { Within::Alone }
    }
}

/// Kinds of comparisons of two values.
#[derive(Clone, Copy)]
enum Relation {
    /// `=`, which never holds for NULL.
    Equal,
    /// `IS NOT DISTINCT FROM`, which holds for two NULLs.
    Same,
    /// `<`, `<=`, `>` or `>=`.
    Order,
    /// `<>`: two ranges, which are nearly all rows.
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

/// Returns the facts that the condition of a WHERE or an ON states about the columns of a scope.
pub(super) fn node(condition: &Expr, names: &Names<'_>) -> Node {
    Reader { names }.node(condition, Within::Conjunction)
}

/// Returns the conjunction of nodes; conjunctions within it are flattened.
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

/// Condition that no row meets: an OR of nothing. YDB need not read a row for it.
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
                // `COALESCE(condition, false)` holds when `condition` does.
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

    /// Returns the facts of an OR, or of the opposite of an AND (`opposite`). An operand that never holds is left out.
    /// If an operand always holds, the other operands say nothing.
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
                // YDB's tests do not show that it sees that a branch with columns never holds.
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

    /// Returns the fact of a Bool column that is a condition, or its opposite: the column equals one value.
    fn flag(&self, column: &Expr) -> Node {
        match self.columns(column) {
            Some(columns) => fixed(columns, Vec::new(), None, None, false),
            None => Node::Nothing,
        }
    }

    /// Returns the facts of `a BETWEEN b AND c`, where the column may be any of the three. `NOT BETWEEN` has two
    /// ranges.
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

    /// Returns the facts of a condition that the server must split. If the condition is about several sources, the
    /// facts are uncertain: the server may not make a condition for each source.
    fn apart(&self, node: Node, condition: &Expr) -> Node {
        let mut sources = self.names.used(condition).into_iter().filter_map(|column| column.source);
        let first = sources.next();
        if sources.all(|source| Some(source) == first) { node } else { doubtful(node) }
    }

    /// Returns the facts that the opposite of a condition states. YDB reads `NOT (a < 5)` as `a >= 5`, and applies De
    /// Morgan's laws. A condition that follows from the facts is added beside the NOT, at `place`.
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
                // Nothing is certain about tuples.
                (BinaryOp::Compare(_), _) if items(first).is_some() => Node::Unknown(self.names.used(condition)),
                (BinaryOp::Compare(op), [right]) => self.compare(first, op.negated().into(), &right.expr, place),
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

    /// Returns the facts of a comparison, which may be about a column on either side.
    fn compare(&self, left: &Expr, relation: Relation, right: &Expr, place: Option<Place>) -> Node {
        if matches!(relation, Relation::Same | Relation::Equal)
            && let (Some(lefts), Some(rights)) = (items(left), items(right))
            && lefts.len() == rights.len()
        {
            return all(lefts.iter().zip(rights).map(|(left, right)| self.compare(left, relation, right, place)));
        }
        // `(a = 3) = true` is `a = 3`. YDB's tests do not show that it makes a range of this.
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
                // YDB makes no range of tuples.
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
            // Both facts hold: each side has columns.
            _ => all(sides),
        }
    }

    /// Returns the facts of `column IN ..`.
    fn is_in(&self, expr: &Expr, set: &InSet, place: Option<Place>) -> Node {
        let Some(columns) = self.columns(expr) else { return self.partly(expr, expr) };
        let (by, span) = match set {
            InSet::Items(items) => (items.iter().flat_map(|item| self.names.used(item)).collect(), Span::default()),
            InSet::Expr(expr) => (self.names.used(expr), expr.span),
            InSet::Query(_) => (Vec::new(), Span::default()),
        };
        fixed(columns, by, place, set_of(set, self.names).map(|met| (met, span)), false)
    }

    /// Returns the facts of `IS [NOT] NULL`. The rows with NULL lie together, before all other rows.
    fn is_null(&self, expr: &Expr, negated: bool, place: Option<Place>) -> Node {
        match self.columns(expr) {
            Some(columns) if columns.len() > 1 || items(expr).is_some() => Node::Unknown(columns),
            Some(columns) if negated => ended(columns, Vec::new(), place, End::Null),
            Some(columns) => Node::Fixed { columns, by: Vec::new(), value: None, of_null: true },
            None => Node::Nothing,
        }
    }

    /// Returns the facts of a call of a function that the server treats, or may treat, as a condition.
    fn function(&self, call: &Call, within: Within) -> Node {
        let arguments: Vec<&Expr> =
            call.args.iter().filter_map(|arg| if let Arg::Value(expr) = arg { Some(expr) } else { None }).collect();
        let name = call.name.name.to_ascii_lowercase().replace('_', "");
        match (call.module.is_some(), name.as_str(), &arguments[..]) {
            (false, "coalesce" | "nvl", [condition, otherwise]) if is_false(otherwise) => {
                self.node(condition, within.argument())
            }
            // YDB's tests do not show that it makes a range of this.
            (false, "if", [condition, then, ..]) => match (self.truth(condition), arguments.get(2)) {
                (Some(true), _) => doubtful(self.node(then, Within::Comparison(None))),
                (Some(false), Some(otherwise)) => doubtful(self.node(otherwise, Within::Comparison(None))),
                _ => Node::Nothing,
            },
            (_, "startswith", [of, _]) => self.columns(of).map_or(Node::Nothing, Node::Unknown),
            _ => Node::Nothing,
        }
    }

    /// Returns the columns of one side of a comparison, if it is a column or a tuple of columns.
    fn columns(&self, side: &Expr) -> Option<Vec<ColumnRef>> {
        match items(side) {
            Some(items) => items.iter().map(|item| self.names.column(item)).collect(),
            None => self.names.column(side).map(|column| vec![column]),
        }
    }

    /// Returns the columns of tuples that have other items as well: the comparison may bound these columns.
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

    /// Returns the type of a parameter that the text declares.
    fn declared(&self, value: &Expr) -> Option<&TypeExpr> {
        match &value.kind {
            ExprKind::Named(name) => self.names.declared.get(&name.name).copied(),
            _ => None,
        }
    }

    /// Returns `true` if a condition without columns and parameters always holds, `false` if it never holds, and `None`
    /// for any other condition. Follows a name only once, because a name may stand for an expression with that name.
    fn truth(&self, condition: &Expr) -> Option<bool> {
        match &condition.kind {
            ExprKind::Named(_) => truth(resolved(condition, self.names)?, &|_| None),
            _ => truth(condition, &|named| self.truth(named)),
        }
    }
}

/// Returns the fact that columns equal a value. If a column may be a struct before its member, the fact is `Unknown`.
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

/// Returns the fact that a Float or a Double bounds columns. It bounds no column of integers.
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

/// Returns the node with each fact about columns replaced by `Unknown`.
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

/// Returns the items of a tuple.
fn items(expr: &Expr) -> Option<Vec<&Expr>> {
    match &expr.kind {
        ExprKind::Tuple(items) => Some(items.iter().collect()),
        ExprKind::Call(call) if call.module.is_none() && call.name.name.eq_ignore_ascii_case("AsTuple") => {
            call.args.iter().map(|arg| if let Arg::Value(expr) = arg { Some(expr) } else { None }).collect()
        }
        _ => None,
    }
}

/// Returns `true` if a LIKE pattern begins with a constant string; `None` if that is not known.
fn prefix(pattern: &Expr, escapes: bool) -> Option<bool> {
    match &pattern.kind {
        ExprKind::Literal(Literal::String { bytes, .. }) if !escapes => {
            Some(!matches!(bytes.first(), None | Some(b'%' | b'_')))
        }
        ExprKind::Literal(Literal::String { .. }) => None,
        // The server knows the value of the parameter, but plans without it.
        _ => Some(false),
    }
}

/// Returns `true` if an expression is a condition, such as a comparison, and not a column or a value.
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
