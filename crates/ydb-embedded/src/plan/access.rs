//! Key ranges, first half: finds the keys for which a condition can be true.
//!
//! A condition becomes a list of alternatives ([`Term`]s). Each alternative is a list of simple conditions on key
//! columns ([`Atom`]s) that all hold. For a table with the key (a, b):
//!
//! ```text
//! a = 1 AND (b < 5 OR b = $x)      {a = 1, b < 5}  {a = 1, b = $x}
//! (a, b) > (1, 2)                  {a > 1}  {a = 1, b > 2}
//! a = 1 AND f(c)                   {a = 1}          nothing is known of c
//! a = 1 OR c = 2                   {a = 1}  {}      the empty term: every key must be read
//! ```
//!
//! A condition that the planner does not understand becomes the empty term, which excludes no key. The terms may
//! therefore include too many keys, but never too few, and the scan still checks the whole condition on each row.
//!
//! Values stay expressions here because a plan does not depend on the values of parameters. Each run evaluates them
//! when `exec/access.rs` turns the terms into key ranges.

use std::sync::Arc;

use crate::catalog::Table;
use crate::exec::{Atom, KeyAccess, Term, is_ordered_like};
use crate::expr::{self, CompareOp, Expr, ExprKind, In, InSet};
use crate::types::{Primitive, Type, Value};

/// Largest number of alternatives from which key ranges are made. A condition with more is only checked row by row.
const MAX_TERMS: usize = 1024;

/// Returns the keys for which a predicate can be true. `key` is the position of each key column in the predicate's
/// rows.
pub(super) fn of(table: &Arc<Table>, key: &[usize], predicate: &Expr) -> KeyAccess {
    let terms = alternatives(predicate, key);
    KeyAccess { terms: make_ranges(&terms).then_some(terms), ..KeyAccess::all(table) }
}

/// Returns `true` if key ranges can be made from the alternatives: each alternative has a condition on the first key
/// column, or names no column at all. YDB does not look at values here: even an alternative that can never hold makes
/// it read all keys.
pub(super) fn make_ranges(terms: &[Term]) -> bool {
    let leads = |term: &Term| term.iter().any(|atom| has(atom, 0));
    let constant = |term: &Term| !term.is_empty() && term.iter().all(|atom| matches!(atom, Atom::Constant(_)));
    terms.iter().all(|term| leads(term) || constant(term)) && (terms.is_empty() || terms.iter().any(leads))
}

/// Returns `true` if an atom is about a column of the key.
pub(super) fn has(atom: &Atom, wanted: usize) -> bool {
    match atom {
        Atom::Compare { column, .. }
        | Atom::IsNull(column)
        | Atom::IsNotNull(column)
        | Atom::StartsWith { column, .. } => *column == wanted,
        Atom::In { columns, .. } => columns.contains(&Some(wanted)),
        Atom::Constant(_) => false,
    }
}

/// Returns the alternatives of a condition. An empty term excludes no key.
pub(super) fn alternatives(expr: &Expr, key: &[usize]) -> Vec<Term> {
    // YDB computes literals before it looks for ranges.
    if expr.is_literal()
        && let Some(value) = expr::constant(expr)
    {
        return if value == Value::Bool(true) { one(None) } else { Vec::new() };
    }
    if expr.is_constant() {
        return one(Some(Atom::Constant(expr.clone())));
    }
    match &expr.kind {
        ExprKind::And(items) => {
            let mut terms: Vec<Term> = vec![Vec::new()];
            for item in items {
                let more = alternatives(item, key);
                if terms.len() * more.len() > MAX_TERMS {
                    continue;
                }
                if let [only] = &more[..] {
                    terms.iter_mut().for_each(|term| term.extend(only.iter().cloned()));
                    continue;
                }
                terms = terms
                    .iter()
                    .flat_map(|term| more.iter().map(move |other| term.iter().chain(other).cloned().collect()))
                    .collect();
            }
            terms
        }
        ExprKind::Or(items) => {
            let mut terms = Vec::new();
            for item in items {
                terms.extend(alternatives(item, key));
                if terms.len() > MAX_TERMS {
                    return one(None);
                }
            }
            terms
        }
        ExprKind::Coalesce(items) => match or_false(items) {
            Some(condition) => alternatives(condition, key),
            None => one(None),
        },
        ExprKind::Compare(op, pair) => compare(*op, &pair[0], &pair[1], key),
        ExprKind::IsNull(inner) => match column(inner, key) {
            // A column whose type is not optional is never NULL.
            Some(_) if !inner.ty.is_optional() => Vec::new(),
            column => one(column.map(Atom::IsNull)),
        },
        ExprKind::Not(inner) => negated(inner, key),
        ExprKind::Column(_) if is_bool(&expr.ty) => is(expr, true, key),
        ExprKind::In(lookup) => membership(lookup, key),
        ExprKind::Call { name, args, .. } if name.eq_ignore_ascii_case("StartsWith") && args.len() == 2 => {
            let column = column(&args[0], key).filter(|_| args[1].is_constant());
            one(column.map(|column| Atom::StartsWith { column, value: args[1].clone() }))
        }
        ExprKind::Like(like) => match (&like.compiled, column(&like.text, key)) {
            (Some(pattern), Some(column)) if !like.ignore_case => {
                let (prefix, whole) = pattern.prefix();
                if prefix.is_empty() && !whole {
                    return one(None);
                }
                let ty = like.text.ty.unwrap_optional().clone();
                let value = match ty {
                    Type::Primitive(Primitive::Utf8) => Value::text(prefix),
                    _ => Value::bytes(prefix.as_bytes()),
                };
                let value = Expr { ty, at: like.pattern.at, kind: ExprKind::Const(value) };
                // A pattern without a wildcard is an equality.
                one(Some(if whole {
                    Atom::Compare { column, op: CompareOp::Eq, value }
                } else {
                    Atom::StartsWith { column, value }
                }))
            }
            _ => one(None),
        },
        _ => one(None),
    }
}

/// Returns the condition of `COALESCE(condition, false)`, which is true exactly where the condition is true.
pub(super) fn or_false(items: &[Expr]) -> Option<&Expr> {
    match items {
        [condition, Expr { kind: ExprKind::Const(Value::Bool(false)), .. }] => Some(condition),
        _ => None,
    }
}

fn is_bool(ty: &Type) -> bool {
    matches!(ty.unwrap_optional(), Type::Primitive(Primitive::Bool))
}

/// Returns a single alternative: this atom, or every key if there is none.
fn one(atom: Option<Atom>) -> Vec<Term> {
    vec![atom.into_iter().collect()]
}

/// Returns the alternative "this Bool column equals `wanted`".
fn is(expr: &Expr, wanted: bool, key: &[usize]) -> Vec<Term> {
    let value = Expr::constant(Type::Primitive(Primitive::Bool), expr.at, Value::Bool(wanted));
    one(column(expr, key).map(|column| Atom::Compare { column, op: CompareOp::Eq, value }))
}

fn negated(inner: &Expr, key: &[usize]) -> Vec<Term> {
    match &inner.kind {
        // A type that is not optional has no NULL, and YDB replaces the test with its result before it looks for
        // ranges.
        ExprKind::IsNull(tested) => one(column(tested, key).filter(|_| tested.ty.is_optional()).map(Atom::IsNotNull)),
        ExprKind::Column(_) if is_bool(&inner.ty) => is(inner, false, key),
        ExprKind::Not(inner) => alternatives(inner, key),
        // De Morgan's laws hold for NULL, too.
        ExprKind::And(items) => alternatives(&opposite(inner, ExprKind::Or, items), key),
        ExprKind::Or(items) => alternatives(&opposite(inner, ExprKind::And, items), key),
        // Neither a comparison nor its opposite is true for NULL.
        ExprKind::Compare(op, pair) if !matches!(pair[0].kind, ExprKind::Items(_)) => {
            compare(op.negated(), &pair[0], &pair[1], key)
        }
        _ => one(None),
    }
}

/// Returns the negated items, combined by `kind`: the other one of AND and OR.
pub(super) fn opposite(expr: &Expr, kind: fn(Box<[Expr]>) -> ExprKind, items: &[Expr]) -> Expr {
    let negated = |item: &Expr| Expr::new(item.ty.clone(), item.at, ExprKind::Not(Box::new(item.clone())));
    Expr::new(expr.ty.clone(), expr.at, kind(items.iter().map(negated).collect()))
}

/// Returns the position in the key of the column that an expression is, directly or below an implicit conversion.
pub(super) fn column(expr: &Expr, key: &[usize]) -> Option<usize> {
    match &expr.kind {
        ExprKind::Column(position) => key.iter().position(|own| own == position),
        ExprKind::Convert(inner) => column(inner, key),
        _ => None,
    }
}

fn compare(op: CompareOp, left: &Expr, right: &Expr, key: &[usize]) -> Vec<Term> {
    if let (Some(left_items), Some(right_items)) = (items(left), items(right))
        && left_items.len() == right_items.len()
    {
        return lexicographic(op, &left_items, &right_items, key);
    }
    let atom = |side: &Expr, op: CompareOp, other: &Expr| {
        let column = column(side, key).filter(|_| other.is_constant() && is_ordered(&other.ty, side))?;
        Some(Atom::Compare { column, op, value: other.clone() })
    };
    if op == CompareOp::NotEq {
        // Two ranges; NULL is in neither.
        let below = compare(CompareOp::Less, left, right, key);
        let above = compare(CompareOp::Greater, left, right, key);
        return below.into_iter().chain(above).collect();
    }
    one(atom(left, op, right).or_else(|| atom(right, op.flip(), left)))
}

/// Returns `true` if values of a type sort in the same order as the column that `side` is.
fn is_ordered(values: &Type, side: &Expr) -> bool {
    match &side.kind {
        ExprKind::Convert(inner) => is_ordered(values, inner),
        _ => is_ordered_like(values, &side.ty),
    }
}

/// Returns the elements of a tuple that is written out or constant.
pub(super) fn items(expr: &Expr) -> Option<Vec<Expr>> {
    match (&expr.kind, &expr.ty) {
        (ExprKind::Items(items), Type::Tuple(_)) => Some(items.to_vec()),
        (ExprKind::Convert(inner), Type::Tuple(_)) => items(inner),
        (_, Type::Tuple(types)) if expr.is_constant() => {
            let part = |(i, ty): (usize, &Type)| Expr {
                ty: ty.clone(),
                at: expr.at,
                kind: ExprKind::Member(Box::new(expr.clone()), i),
            };
            Some(types.iter().enumerate().map(part).collect())
        }
        _ => None,
    }
}

/// Returns the alternatives of a tuple comparison: `(a, b) < (x, y)` is `a < x OR a = x AND b < y`.
fn lexicographic(op: CompareOp, left: &[Expr], right: &[Expr], key: &[usize]) -> Vec<Term> {
    let all_equal = |parts: usize| -> Term {
        let pairs = left.iter().zip(right).take(parts);
        pairs.flat_map(|(a, b)| only(compare(CompareOp::Eq, a, b, key))).collect()
    };
    let strict = match op {
        CompareOp::Eq => return vec![all_equal(left.len())],
        CompareOp::NotEq => return one(None),
        CompareOp::Less | CompareOp::LessEq => CompareOp::Less,
        CompareOp::Greater | CompareOp::GreaterEq => CompareOp::Greater,
    };
    let mut terms = Vec::with_capacity(left.len());
    for (i, (a, b)) in left.iter().zip(right).enumerate() {
        let op = if i + 1 == left.len() { op } else { strict };
        let mut term = all_equal(i);
        term.extend(only(compare(op, a, b, key)));
        terms.push(term);
    }
    terms
}

/// Returns the only alternative of a comparison, or an empty term if there are several.
fn only(terms: Vec<Term>) -> Term {
    match <[Term; 1]>::try_from(terms) {
        Ok([term]) => term,
        Err(_) => Term::new(),
    }
}

fn membership(lookup: &In, key: &[usize]) -> Vec<Term> {
    let constant = match &lookup.set {
        InSet::Items(items) => items.iter().all(Expr::is_constant),
        InSet::Constant(_) => true,
        InSet::List(list) => list.is_constant(),
    };
    let of_set: Vec<&Type> = match &lookup.set {
        InSet::Items(items) => items.iter().map(|item| &item.ty).collect(),
        InSet::Constant(_) => vec![&lookup.needle.ty],
        InSet::List(list) => match list.ty.unwrap_optional() {
            Type::List(item) | Type::Dict(item, _) => vec![&**item],
            _ => Vec::new(),
        },
    };
    // The key column of one part of the needle, if the values for it sort in the order of that column.
    let part = |side: &Expr, at: Option<usize>| {
        let is_ordered = |values: &&Type| match (values.unwrap_optional(), at) {
            (Type::Tuple(types), Some(at)) => types.get(at).is_some_and(|ty| is_ordered(ty, side)),
            (values, _) => is_ordered(values, side),
        };
        column(side, key).filter(|_| of_set.iter().all(is_ordered))
    };
    let (columns, tuple) = match items(&lookup.needle) {
        Some(items) => (items.iter().enumerate().map(|(at, item)| part(item, Some(at))).collect(), true),
        None => (vec![part(&lookup.needle, None)], false),
    };
    if !constant || columns.iter().all(Option::is_none) {
        return one(None);
    }
    one(Some(Atom::In { columns, tuple, set: lookup.set.clone(), ty: lookup.needle.ty.clone() }))
}
