//! How two values of a path compare.

use super::json::Json;
use super::tree::Compare;

/// Numbers that differ by less are equal.
pub(super) const EPSILON: f64 = 1e-20;

/// Whether a comparison of two values holds; `None` if they cannot be compared.
///
/// Null equals null, and no other comparison with it holds. Strings compare by their bytes, false is below true. Arrays
/// and objects compare with nothing, and so do values of different types.
pub(super) fn compared(compare: Compare, left: &Json, right: &Json) -> Option<bool> {
    if left.is_nested() || right.is_nested() {
        return None;
    }
    match (left, right) {
        (Json::Null, Json::Null) => Some(compare == Compare::Equal),
        (Json::Null, _) | (_, Json::Null) => Some(false),
        (Json::Bool(left), Json::Bool(right)) => Some(ordered(compare, left, right)),
        (Json::Text(left), Json::Text(right)) => Some(ordered(compare, left.as_bytes(), right.as_bytes())),
        (Json::Number(left), Json::Number(right)) => {
            let (left, right) = (left.double(), right.double());
            let (less, greater) = (right - left > EPSILON, left - right > EPSILON);
            let equal = (left - right).abs() <= EPSILON;
            Some(match compare {
                Compare::Equal => equal,
                Compare::NotEqual => !equal,
                Compare::Less => less,
                Compare::LessEqual => !greater,
                Compare::Greater => greater,
                Compare::GreaterEqual => !less,
            })
        }
        _ => None,
    }
}

fn ordered<T: Ord + ?Sized>(compare: Compare, left: &T, right: &T) -> bool {
    let order = left.cmp(right);
    match compare {
        Compare::Equal => order.is_eq(),
        Compare::NotEqual => order.is_ne(),
        Compare::Less => order.is_lt(),
        Compare::LessEqual => order.is_le(),
        Compare::Greater => order.is_gt(),
        Compare::GreaterEqual => order.is_ge(),
    }
}
