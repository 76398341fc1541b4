//! Facts that YDB's explained plans report about the key ranges that it extracts from a condition.
//!
//! The terms of a [`KeyAccess`](crate::exec::KeyAccess) say which keys are read. An explained plan also says how many
//! columns of the key have conditions, how many leading columns have single values, how many ranges are expected, and
//! which conditions are still checked row by row: `UsedPrefixLen`, `PointPrefixLen`, `ExpectedMaxRanges` and
//! `PrunedLambda` of YDB's `extract_predicate_impl.cpp`.

use std::collections::BTreeMap;
use std::ops::Range;

use super::access::{alternatives, column, has, items, make_ranges, opposite, or_false};
use crate::exec::{Atom, MAX_RANGES, Term};
use crate::expr::{CompareOp, Expr, ExprKind, In, InSet, conjuncts};
use crate::types::Value;

#[derive(Clone, Debug)]
pub struct Extraction {
    /// The alternatives of each condition from which ranges are made.
    pub conditions: Vec<Vec<Term>>,
    /// Number of leading key columns that have conditions.
    pub used: usize,
    /// Number of leading key columns that have single values.
    pub points: usize,
    /// Largest number of ranges; `None` if it depends on a parameter.
    pub ranges: Option<usize>,
    /// Conditions that the ranges do not imply.
    pub rest: Vec<Expr>,
}

impl Extraction {
    /// Extracts ranges from a condition. Returns `None` if every key is read. `key` is the position of each key column
    /// in the condition's rows.
    pub fn of(key: &[usize], predicate: &Expr) -> Option<Self> {
        let mut rest = conjuncts(predicate.clone());
        let about_key = rest.iter().map(|condition| (condition.clone(), alternatives(condition, key)));
        let (about_key, conditions): (Vec<Expr>, Vec<_>) =
            about_key.filter(|(_, terms)| !terms.iter().any(Vec::is_empty)).unzip();
        let predicate = Expr::new(predicate.ty.clone(), predicate.at, ExprKind::And(about_key.into()));
        let terms = alternatives(&predicate, key);
        if !make_ranges(&terms) {
            return None;
        }
        let prefix = |term: &Term, fits: &dyn Fn(&Atom) -> bool| {
            (0..key.len()).take_while(|&column| term.iter().any(|atom| has(atom, column) && fits(atom))).count()
        };
        let used = extent(&predicate, key).filter(|extent| extent.start == 0).map_or(0, |extent| extent.end);
        let points = terms.iter().map(|term| prefix(term, &is_point)).min().unwrap_or(used);
        let ranges = ranges(&predicate, key, used);
        // From this number of ranges on, YDB checks the whole condition on each row.
        if ranges.is_some_and(|ranges| ranges < MAX_RANGES) {
            rest.retain(|condition| !is_exact(condition, key) || !is_implied(&alternatives(condition, key), points));
        }
        Some(Self { conditions, used, points, ranges, rest })
    }
}

/// Returns the consecutive key columns for which a condition gives ranges (YDB's `DoRebuildRangeForIndexKeys`). The
/// conditions of an AND are chained column by column, even if the columns before do not have single values. An OR has
/// such columns only if all its alternatives begin with the same column.
fn extent(expr: &Expr, key: &[usize]) -> Option<Range<usize>> {
    match &expr.kind {
        _ if expr.is_constant() => Some(0..1),
        ExprKind::And(items) => {
            let mut parts: Vec<Range<usize>> = items.iter().filter_map(|item| extent(item, key)).collect();
            parts.sort_by_key(|part| (part.start, part.end));
            let first = parts.first()?.start;
            // End positions of the chains of columns that further columns may continue.
            let mut ends: Vec<usize> = Vec::new();
            for part in &parts {
                match ends.iter().position(|end| *end == part.start) {
                    _ if part.start == first => ends.push(part.end),
                    Some(chain) => ends[chain] = part.end,
                    None => {}
                }
            }
            Some(first..ends.into_iter().max()?)
        }
        ExprKind::Or(items) => {
            let mut parts = items.iter().map(|item| extent(item, key));
            let first = parts.next()??;
            parts.try_fold(first, |all, part| {
                part.filter(|part| part.start == all.start).map(|part| all.start..all.end.max(part.end))
            })
        }
        ExprKind::Coalesce(items) => extent(or_false(items)?, key),
        ExprKind::Not(inner) => match &inner.kind {
            ExprKind::And(items) => extent(&opposite(inner, ExprKind::Or, items), key),
            ExprKind::Or(items) => extent(&opposite(inner, ExprKind::And, items), key),
            ExprKind::Not(inner) => extent(inner, key),
            _ => columns_of(expr, key),
        },
        _ => columns_of(expr, key),
    }
}

/// Returns the key columns of one comparison: the first one, and those that follow it in the key without a gap.
fn columns_of(comparison: &Expr, key: &[usize]) -> Option<Range<usize>> {
    let terms = alternatives(comparison, key);
    let named = |column: usize| terms.iter().flatten().any(|atom| has(atom, column));
    if terms.iter().any(Vec::is_empty) {
        return None;
    }
    let start = (0..key.len()).find(|&column| named(column))?;
    Some(start..start + (start..key.len()).take_while(|&column| named(column)).count())
}

const fn is_point(atom: &Atom) -> bool {
    matches!(atom, Atom::Compare { op: CompareOp::Eq, .. } | Atom::IsNull(_) | Atom::In { .. })
}

/// Returns `true` if the ranges imply all atoms: all columns before an atom's column have single values. The first
/// `points` columns have single values in any case.
fn is_implied(terms: &[Term], points: usize) -> bool {
    terms.iter().all(|term| {
        let fixed = |column: usize| column < points || term.iter().any(|atom| has(atom, column) && is_point(atom));
        let reached = |column: usize| (0..column).all(fixed);
        term.iter().all(|atom| match atom {
            Atom::Constant(_) => true,
            Atom::In { columns, .. } => columns.iter().all(|column| column.is_some_and(reached)),
            Atom::Compare { column, .. }
            | Atom::IsNull(column)
            | Atom::IsNotNull(column)
            | Atom::StartsWith { column, .. } => reached(*column),
        })
    })
}

/// Returns `true` if the alternatives of a condition are equivalent to it.
fn is_exact(expr: &Expr, key: &[usize]) -> bool {
    let is_column = |side: &Expr| match items(side) {
        Some(items) => items.iter().all(|item| column(item, key).is_some()),
        None => column(side, key).is_some(),
    };
    expr.is_constant()
        || match &expr.kind {
            ExprKind::And(items) | ExprKind::Or(items) => items.iter().all(|item| is_exact(item, key)),
            ExprKind::Not(inner) => !matches!(inner.kind, ExprKind::In(_) | ExprKind::Like(_)) && is_exact(inner, key),
            ExprKind::Compare(_, pair) => {
                is_column(&pair[0]) && pair[1].is_constant() || is_column(&pair[1]) && pair[0].is_constant()
            }
            ExprKind::In(lookup) => is_column(&lookup.needle),
            ExprKind::IsNull(inner) => is_column(inner),
            ExprKind::Column(_) => is_column(expr),
            ExprKind::Call { args, .. } => !alternatives(expr, key).iter().any(Vec::is_empty) && is_column(&args[0]),
            ExprKind::Like(like) => match (&like.compiled, &like.pattern.kind) {
                (Some(pattern), ExprKind::Const(value)) => {
                    let (prefix, whole) = pattern.prefix();
                    is_column(&like.text) && (whole || is_text(value, &format!("{prefix}%")))
                }
                _ => false,
            },
            _ => false,
        }
}

fn is_text(value: &Value, text: &str) -> bool {
    match value {
        Value::Text(own) => **own == *text,
        Value::Bytes(own) => **own == *text.as_bytes(),
        _ => false,
    }
}

/// Returns the largest number of ranges that a condition makes for the first `used` key columns (YDB's
/// `CalcMaxRanges`): 1 if it has no ranges, `None` if it depends on a parameter.
fn ranges(expr: &Expr, key: &[usize], used: usize) -> Option<usize> {
    match &expr.kind {
        _ if expr.is_constant() => Some(1),
        ExprKind::And(items) => {
            // Conditions on the same column narrow each other: the column counts once.
            let mut by_column = BTreeMap::new();
            let mut product: usize = 1;
            for item in items {
                let count = ranges(item, key, used)?;
                match only_column(item, key) {
                    Some(column) if column < used => {
                        let most = by_column.entry(column).or_insert(count);
                        *most = count.max(*most);
                    }
                    Some(_) => {}
                    None => product = product.checked_mul(count)?,
                }
            }
            by_column.values().try_fold(product, |product, count| product.checked_mul(*count))
        }
        ExprKind::Or(items) => items.iter().try_fold(0, |sum: usize, item| sum.checked_add(ranges(item, key, used)?)),
        ExprKind::Coalesce(items) => or_false(items).map_or(Some(1), |condition| ranges(condition, key, used)),
        ExprKind::In(lookup) => {
            if alternatives(expr, key).iter().any(Vec::is_empty) {
                Some(1)
            } else {
                size(lookup)
            }
        }
        ExprKind::Compare(op, pair) if matches!(pair[0].kind, ExprKind::Items(_)) => {
            // `(a, b) <= (x, y)` is `(a, b) < (x, y) OR (a, b) = (x, y)`.
            let equal = matches!(op, CompareOp::LessEq | CompareOp::GreaterEq);
            Some(alternatives(expr, key).len() + usize::from(equal))
        }
        _ => Some(alternatives(expr, key).len()),
    }
}

/// Returns the key column that a condition is about; `None` if it names several columns, or none.
fn only_column(expr: &Expr, key: &[usize]) -> Option<usize> {
    let mut columns = expr.columns().into_iter();
    let position = columns.next()?;
    key.iter().position(|own| *own == position).filter(|_| columns.next().is_none())
}

/// Returns the number of items of an IN whose list the query contains.
fn size(lookup: &In) -> Option<usize> {
    match &lookup.set {
        InSet::Items(items) => Some(items.len()),
        InSet::Constant(set) => Some(set.sorted.len()),
        InSet::List(_) => None,
    }
}
