//! Comparisons of SQL, which are three-valued.

use std::cmp::Ordering;

use crate::types::{self, Type, Value};
use crate::yql::ast::CompareOp;

/// A value with its type.
pub(super) type Typed<'v> = (&'v Value, &'v Type);

/// The result of a comparison; `None` is NULL.
pub(super) fn compare(op: CompareOp, (a, a_type): Typed<'_>, (b, b_type): Typed<'_>) -> Option<bool> {
    let test = match op {
        CompareOp::Eq => return types::equal(a, a_type, b, b_type),
        CompareOp::NotEq => return types::equal(a, a_type, b, b_type).map(|equal| !equal),
        CompareOp::Less => Ordering::is_lt,
        CompareOp::LessEq => Ordering::is_le,
        CompareOp::Greater => Ordering::is_gt,
        CompareOp::GreaterEq => Ordering::is_ge,
    };
    types::ordered(a, a_type, b, b_type, test)
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
