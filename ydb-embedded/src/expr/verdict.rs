//! Comparisons of SQL: three-valued, with a shortcut for values of one type whose storage alone decides.

use std::cmp::Ordering;

use crate::types::{self, Type, Value};

/// The comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are the operators' own")]
pub enum CompareOp {
    Eq,
    NotEq,
    Less,
    LessEq,
    Greater,
    GreaterEq,
}

impl CompareOp {
    /// The operator as YQL's messages spell it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Eq => "==",
            Self::NotEq => "!=",
            Self::Less => "<",
            Self::LessEq => "<=",
            Self::Greater => ">",
            Self::GreaterEq => ">=",
        }
    }

    /// The operator with its sides swapped.
    pub const fn flip(self) -> Self {
        match self {
            Self::Eq => Self::Eq,
            Self::NotEq => Self::NotEq,
            Self::Less => Self::Greater,
            Self::LessEq => Self::GreaterEq,
            Self::Greater => Self::Less,
            Self::GreaterEq => Self::LessEq,
        }
    }
}

/// A value with its type.
pub(super) type Typed<'v> = (&'v Value, &'v Type);

/// The result of a comparison; `None` is NULL.
pub(super) fn compare(op: CompareOp, left: Typed<'_>, right: Typed<'_>) -> Option<bool> {
    if let Some(ordering) = plain(left, right) {
        return Some(match op {
            CompareOp::Eq => ordering.is_eq(),
            CompareOp::NotEq => ordering.is_ne(),
            CompareOp::Less => ordering.is_lt(),
            CompareOp::LessEq => ordering.is_le(),
            CompareOp::Greater => ordering.is_gt(),
            CompareOp::GreaterEq => ordering.is_ge(),
        });
    }
    let ((a, a_type), (b, b_type)) = (left, right);
    match op {
        CompareOp::Eq => types::equal(a, a_type, b, b_type),
        CompareOp::NotEq => types::equal(a, a_type, b, b_type).map(|equal| !equal),
        CompareOp::Less => types::less(a, a_type, b, b_type),
        CompareOp::LessEq => types::less_or_equal(a, a_type, b, b_type),
        CompareOp::Greater => types::less(b, b_type, a, a_type),
        CompareOp::GreaterEq => types::less_or_equal(b, b_type, a, a_type),
    }
}

/// Whether two values are equal; `None` is NULL.
pub(super) fn equal(left: Typed<'_>, right: Typed<'_>) -> Option<bool> {
    compare(CompareOp::Eq, left, right)
}

/// Whether two values are the same where NULL equals NULL.
pub(super) fn same((a, a_type): Typed<'_>, (b, b_type): Typed<'_>) -> bool {
    match (a, b) {
        (Value::Null, Value::Null) => true,
        (Value::Null, _) | (_, Value::Null) => false,
        (Value::Items(x), Value::Items(y)) if a_type.unwrap_optional() == b_type.unwrap_optional() => {
            x.len() == y.len() && types::key_cmp(a, b).is_eq()
        }
        _ => equal((a, a_type), (b, b_type)) == Some(true),
    }
}

/// The order of two present values, if they are of one type and their storage alone decides.
fn plain((a, a_type): Typed<'_>, (b, b_type): Typed<'_>) -> Option<Ordering> {
    match (a, b) {
        (Value::Text(a), Value::Text(b)) if is_utf8(a_type) && is_utf8(b_type) => Some(a.as_bytes().cmp(b.as_bytes())),
        (Value::Bytes(a), Value::Bytes(b)) => Some(a.cmp(b)),
        (Value::Int(a), Value::Int(b)) if a_type.unwrap_optional() == b_type.unwrap_optional() => Some(a.cmp(b)),
        (Value::Uint(a), Value::Uint(b)) if a_type.unwrap_optional() == b_type.unwrap_optional() => Some(a.cmp(b)),
        _ => None,
    }
}

fn is_utf8(ty: &Type) -> bool {
    *ty.unwrap_optional() == Type::Primitive(types::Primitive::Utf8)
}
