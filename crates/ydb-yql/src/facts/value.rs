//! Columns and the values that they are compared with, as far as the text shows them.

use super::scope::Names;
use super::{Comparison, Met};
use crate::ast::{
    Arg, BinaryOp, CompareOp, Expr, ExprKind, Ident, InSet, Literal, Operand, TypeExpr, TypeExprKind, UnaryOp,
    children, descendants,
};

/// Most names that are followed when a name stands for another name.
const MAX_NAMES: usize = 8;

/// Returns a value that is met in the text. A name that the text binds is replaced by its value.
pub(super) fn met(value: &Expr, names: &Names<'_>) -> Met {
    match &value.kind {
        ExprKind::Literal(literal) => Met::Literal(literal.clone()),
        ExprKind::Cast { ty, .. } => Met::Cast(ty.clone()),
        ExprKind::Column { .. } => Met::Column,
        ExprKind::Named(name) => match resolved(value, names) {
            Some(Expr { kind: ExprKind::Named(name), .. }) => Met::Named(name.clone()),
            Some(bound) if is_value(bound) => met(bound, names),
            Some(_) => Met::Other,
            // The names stand for each other.
            None => Met::Exact(vec![name.clone()]),
        },
        _ => {
            let mut parameters = Vec::new();
            if is_exact(value, names, &mut parameters) { Met::Exact(parameters) } else { Met::Other }
        }
    }
}

/// Returns the values after IN; `None` if they come from a query or depend on a column.
pub(super) fn set_of(set: &InSet, names: &Names<'_>) -> Option<Met> {
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

/// Returns the kind of an expression that has several values: `[a, b]`, `{a, b}`, `(a, b)`, or a call such as
/// `AsList(a, b)`.
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

/// Returns the items of a list that the text writes out: `[a, b]`, `AsList(a, b)`, `(a, b)`.
fn items(list: &Expr) -> Option<Vec<&Expr>> {
    match &list.kind {
        ExprKind::List(items) | ExprKind::Tuple(items) => Some(items.iter().collect()),
        ExprKind::Call(call) if call.module.is_none() && call.name.name.eq_ignore_ascii_case("AsList") => {
            call.args.iter().map(|arg| if let Arg::Value(item) = arg { Some(item) } else { None }).collect()
        }
        _ => None,
    }
}

/// Follows a name to a parameter or an expression; `None` if names stand for each other.
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

/// Returns `true` if an expression is one value, and not the rows of a query.
fn is_value(expr: &Expr) -> bool {
    is_flat(expr) && !matches!(expr.kind, ExprKind::Tuple(_) | ExprKind::List(_) | ExprKind::Struct(_))
}

/// Returns `true` if an expression gives integers whenever its columns and parameters are integers. Adds the parameters
/// to `parameters`. An equality of an integer with a Double may hold for several integers, which have several hashes.
fn is_exact(expr: &Expr, names: &Names<'_>, parameters: &mut Vec<Ident>) -> bool {
    const KEEPING: [&str; 9] = ["abs", "coalesce", "just", "length", "len", "max_of", "min_of", "nvl", "unwrap"];
    let is_kept = match &expr.kind {
        ExprKind::Literal(literal) => return matches!(literal, Literal::Integer { .. } | Literal::Null),
        ExprKind::Column { .. } => return true,
        ExprKind::Cast { ty, .. } | ExprKind::BitCast { ty, .. } => return is_whole(ty),
        ExprKind::Named(name) => {
            let parameter = match resolved(expr, names) {
                Some(Expr { kind: ExprKind::Named(name), .. }) => name,
                Some(bound) => return is_value(bound) && is_exact(bound, names, parameters),
                None => name,
            };
            parameters.push(parameter.clone());
            return true;
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

/// Returns `true` for a call of a length function: its result is a number for any argument.
fn is_length(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Call(call) if call.name.name.to_ascii_lowercase().starts_with("len"))
}

/// Returns `true` if a type has no fractions.
fn is_whole(ty: &TypeExpr) -> bool {
    match &ty.kind {
        TypeExprKind::Name(name) => {
            !["float", "double", "dynumber", "decimal"].iter().any(|real| name.name.eq_ignore_ascii_case(real))
        }
        TypeExprKind::Optional(inner) => is_whole(inner),
        _ => false,
    }
}

/// Returns `true` if all names in an expression belong to its scope: the expression has no query and no lambda.
fn is_flat(expr: &Expr) -> bool {
    !descendants(expr).any(|expr| match &expr.kind {
        ExprKind::Subquery(_) | ExprKind::Exists(_) | ExprKind::Lambda { .. } | ExprKind::Let { .. } => true,
        ExprKind::In { set, .. } => matches!(**set, InSet::Query(_)),
        _ => false,
    })
}

/// Kinds of literals. YDB converts or compares types of one kind, at least sometimes. Lists, tuples and sets are kinds,
/// too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum LiteralKind {
    Number,
    Text,
    Bool,
    Time,
    Uuid,
    List,
    Tuple,
    Set,
}

impl LiteralKind {
    /// All kinds, in the order of their numbers.
    pub const ALL: [Self; 8] =
        [Self::Number, Self::Text, Self::Bool, Self::Time, Self::Uuid, Self::List, Self::Tuple, Self::Set];

    /// Returns `true` if a literal of this kind has several values, which no column holds.
    pub const fn is_several(self) -> bool {
        matches!(self, Self::List | Self::Tuple | Self::Set)
    }

    /// Returns `true` if YDB certainly refuses a value of the kind `other` for this kind. Numbers and times are never
    /// refused.
    pub const fn refuses(self, other: Self) -> bool {
        !matches!((self, other), (Self::Number, Self::Time) | (Self::Time, Self::Number)) && self as u8 != other as u8
    }

    /// Returns the kind as messages name it, with its article: `a number`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Number => "a number",
            Self::Text => "a string",
            Self::Bool => "a bool",
            Self::Time => "a time",
            Self::Uuid => "a UUID",
            Self::List => "a list",
            Self::Tuple => "a tuple",
            Self::Set => "a set in braces",
        }
    }

    /// Returns the kind of a type; `None` for a type without a known kind.
    pub(super) fn of_type(ty: &TypeExpr) -> Option<Self> {
        let name = match &ty.kind {
            TypeExprKind::Name(name) => name.name.to_ascii_lowercase(),
            TypeExprKind::Optional(inner) => return Self::of_type(inner),
            TypeExprKind::Decimal { .. } => return Some(Self::Number),
            _ => return None,
        };
        Some(match name.as_str() {
            "bool" => Self::Bool,
            "utf8" | "text" | "string" | "bytes" => Self::Text,
            "uuid" => Self::Uuid,
            "float" | "double" => Self::Number,
            name if name.starts_with("int") && !name.starts_with("interval") || name.starts_with("uint") => {
                Self::Number
            }
            name if ["date", "timestamp", "interval"].iter().any(|time| name.starts_with(time)) => Self::Time,
            _ => return None,
        })
    }
}

/// Collector of the comparisons of one scope.
#[derive(Default)]
pub(super) struct Compared {
    pub(super) found: Vec<Comparison>,
    groups: u32,
}

impl Compared {
    /// Adds the comparisons of a condition that holds for each row.
    pub(super) fn condition(&mut self, expr: &Expr, names: &Names<'_>) {
        let group = self.group();
        self.within(expr, names, Some(group));
    }

    /// Adds the comparisons of an expression that is no condition on the rows.
    pub(super) fn expr(&mut self, expr: &Expr, names: &Names<'_>) {
        self.within(expr, names, None);
    }

    fn group(&mut self) -> u32 {
        self.groups += 1;
        self.groups
    }

    fn within(&mut self, expr: &Expr, names: &Names<'_>, group: Option<u32>) {
        match &expr.kind {
            ExprKind::Binary { first, rest } if matches!(rest[0].op, BinaryOp::And | BinaryOp::Or) => {
                let is_or = rest[0].op == BinaryOp::Or;
                for operand in std::iter::once(&**first).chain(rest.iter().map(|operand| &operand.expr)) {
                    let group = if is_or { group.map(|_| self.group()) } else { group };
                    self.within(operand, names, group);
                }
                return;
            }
            ExprKind::Binary { first, rest } if rest.len() == 1 => {
                if let BinaryOp::Compare(op) = rest[0].op {
                    let group = group.filter(|_| op == CompareOp::Eq);
                    self.alone(first, &rest[0].expr, names, group);
                    self.alone(&rest[0].expr, first, names, group);
                }
            }
            ExprKind::Between { expr: column, low, high, .. } => {
                self.alone(column, low, names, None);
                self.alone(column, high, names, None);
            }
            ExprKind::In { expr: column, set, negated } => {
                let group = group.filter(|_| !negated);
                match &**set {
                    InSet::Items(items) => {
                        items.iter().for_each(|item| self.pair(column, item, names, None));
                        self.set(column, set_of(set, names), names, group);
                    }
                    InSet::Expr(Expr { kind: ExprKind::Named(list), .. }) => {
                        self.set(column, Some(Met::List(list.clone())), names, group);
                    }
                    InSet::Expr(_) | InSet::Query(_) => {}
                }
            }
            _ => {}
        }
        children(expr, &mut |child| self.within(child, names, None));
    }

    /// Adds a comparison of a column with a list of values.
    fn set(&mut self, column: &Expr, value: Option<Met>, names: &Names<'_>, group: Option<u32>) {
        if let (Some(column), Some(value)) = (names.column(column).filter(|column| !column.doubtful), value) {
            self.found.push(Comparison { column, value, group });
        }
    }

    /// Adds a comparison of a column with one value.
    fn alone(&mut self, column: &Expr, value: &Expr, names: &Names<'_>, group: Option<u32>) {
        match (several(value), names.column(column).filter(|column| !column.doubtful)) {
            (Some(kind), Some(column)) => {
                self.found.push(Comparison { column, value: Met::Several(kind, value.at), group: None });
            }
            _ => self.pair(column, value, names, group),
        }
    }

    fn pair(&mut self, column: &Expr, value: &Expr, names: &Names<'_>, group: Option<u32>) {
        let Some(column) = names.column(column).filter(|column| !column.doubtful) else { return };
        let value = match &value.kind {
            ExprKind::Named(name) => Met::Named(name.clone()),
            _ => met(value, names),
        };
        self.found.push(Comparison { column, value, group });
    }
}

/// Returns the truth of a condition without columns and parameters: `true` if it always holds, `false` if it never
/// holds, `None` if that is not known. `of_name` returns the truth of a name in the condition.
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
            (BinaryOp::Compare(op), [right]) => Some(op.test()(integer(first)?.cmp(&integer(&right.expr)?))),
            _ => None,
        },
        _ => None,
    }
}

/// Computes an expression of small integers, which cannot overflow in any type.
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

/// Returns the operands of a chain of one operator.
pub(super) fn operands<'e>(first: &'e Expr, rest: &'e [Operand]) -> impl Iterator<Item = &'e Expr> {
    std::iter::once(first).chain(rest.iter().map(|operand| &operand.expr))
}
