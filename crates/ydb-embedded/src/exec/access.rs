//! Key ranges, second half: evaluates the terms of a plan, and turns them into the ranges of keys to read.
//!
//! [`plan/access.rs`](crate::plan::access) turns a condition into terms. The terms are alternatives, and each term is a
//! list of conditions on key columns that hold together. This module evaluates their values. Take the key (a, b, c) and
//! the condition `a IN (1, 2) AND b >= 5 AND c = 7`:
//!
//! 1. Each condition narrows the [`ColumnCondition`] of its column: a is 1 or 2, b begins at 5, c is 7.
//! 2. The columns are taken in key order. Single values multiply the prefixes found so far: (1), (2). The first column
//!    with a range ends the prefixes: from (1, 5) to the end of (1), and from (2, 5) to the end of (2).
//! 3. Conditions on later columns (c = 7) cannot narrow a range of keys any more; the scan checks them on each row. A
//!    column without conditions ends the prefixes, too. If the first column has no conditions, every key is read.
//! 4. The spans of all terms are encoded to bytes. Spans that overlap or touch are merged, so no row is read twice.
//!
//! A value that the column's type cannot hold (for example an Int64 compared with a Uint8 column) becomes an open end,
//! or excludes everything ([`fit`]). The ranges may hold more keys than the condition wants, but never fewer.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::ops::Bound;
use std::sync::Arc;

use super::condition::{ColumnCondition, Fitted, Member, fit};
use crate::catalog::Table;
use crate::error::Result;
use crate::expr::{CompareOp, Env, Expr, ExprKind, InSet, Inputs, eval};
use crate::storage::{KeyRange, key, successor, union};
use crate::types::{Type, Value, key_cmp};
use crate::work::tick;

/// Maximum number of ranges, as in YDB (`ExtractPredicateRangesLimit` of `table_service_config.proto`). A list of more
/// values restricts nothing, more combinations of values end with the column before, and more alternatives read
/// everything.
pub const MAX_RANGES: usize = 10_000;

/// Maximum number of ranges for `IN (SELECT ..)`, which bounds the memory. YDB looks up these rows like those of a
/// join, without a limit.
const MAX_LOOKUPS: usize = 100_000;

/// Keys that a read visits: all keys, or the keys that fit one of the terms. The keys of all wanted rows are among
/// them.
#[derive(Clone, Debug)]
pub struct KeyAccess {
    /// Types of the key's columns, in key order.
    pub key_types: Vec<Type>,
    /// `true` for each column of the key that may be NULL.
    pub nullable: Vec<bool>,
    /// Alternative terms. `None` means all keys, and an empty list means no key.
    pub terms: Option<Vec<Term>>,
}

/// Conditions that must all hold.
pub type Term = Vec<Atom>;

/// Condition on the key. Columns are positions in the key.
#[derive(Clone, Debug)]
pub enum Atom {
    /// `column op value`, with a value that can be evaluated without a row.
    Compare {
        column: usize,
        op: CompareOp,
        value: Expr,
    },
    IsNull(usize),
    IsNotNull(usize),
    /// `column IN set`, or `(column, column) IN set` if `tuple` is `true`. `None` among the columns is an element of
    /// the tuple that is not a key column. `ty` is the type of the needle.
    In {
        columns: Vec<Option<usize>>,
        tuple: bool,
        set: InSet,
        ty: Type,
    },
    StartsWith {
        column: usize,
        value: Expr,
    },
    /// Condition that can be evaluated without a row.
    Constant(Expr),
}

impl KeyAccess {
    pub fn all(table: &Arc<Table>) -> Self {
        let nullable = table.key.iter().map(|&column| !table.columns[column].not_null).collect();
        Self { key_types: table.key_types().cloned().collect(), nullable, terms: None }
    }

    /// Returns the maximum number of ranges for these terms.
    fn limit(&self) -> usize {
        let of_query = |atom: &Atom| match atom {
            Atom::In { set: InSet::List(list), .. } => matches!(list.kind, ExprKind::Subquery(_)),
            _ => false,
        };
        if self.terms.iter().flatten().flatten().any(of_query) { MAX_LOOKUPS } else { MAX_RANGES }
    }

    /// Returns `true` if all rows read have the same value in this column of the key.
    pub fn is_fixed(&self, column: usize) -> bool {
        let fixes =
            |atom: &Atom| matches!(atom, Atom::Compare { column: own, op: CompareOp::Eq, .. } if *own == column);
        match &self.terms {
            Some(terms) => matches!(&terms[..], [term] if term.iter().any(fixes)),
            None => false,
        }
    }
}

/// Keys that follow one another in key order, given by values of the key's first columns.
#[derive(Clone, Debug, PartialEq)]
pub struct KeySpan {
    /// Beginning of the span. A prefix means all keys that begin with it.
    pub from: Bound<Vec<Value>>,
    /// End of the span. A prefix means all keys that begin with it.
    pub to: Bound<Vec<Value>>,
}

/// Returns the ranges of keys to read, in key order.
pub fn ranges(access: &KeyAccess, env: &Env) -> Result<Vec<KeyRange>> {
    let Some(spans) = unmerged(access, env)? else { return Ok(vec![KeyRange::all()]) };
    let encoded = spans.iter().map(|span| tick(1).map(|()| encode(span, &access.key_types)));
    let ranges = union(encoded.collect::<Result<_>>()?)?;
    Ok(if ranges.len() > access.limit() { vec![KeyRange::all()] } else { ranges })
}

/// Returns the spans of keys to read, in key order, as values. `None` means all keys.
pub fn spans(access: &KeyAccess, env: &Env) -> Result<Option<Vec<KeySpan>>> {
    let Some(spans) = unmerged(access, env)? else { return Ok(None) };
    let ranges: Vec<KeyRange> = spans.iter().map(|span| encode(span, &access.key_types)).collect();
    let merged = union(ranges.clone())?;
    if merged.len() > access.limit() {
        return Ok(None);
    }
    // Each end of a merged range is an end of one of the ranges before the merge.
    let places = || ranges.iter().enumerate().rev();
    let from: HashMap<&Bound<_>, usize> = places().map(|(place, range)| (&range.from, place)).collect();
    let to: HashMap<&Bound<_>, usize> = places().map(|(place, range)| (&range.to, place)).collect();
    let with = |merged: &KeyRange| {
        let (from, to) = (from.get(&merged.from)?, to.get(&merged.to)?);
        Some(KeySpan { from: spans[*from].from.clone(), to: spans[*to].to.clone() })
    };
    Ok(Some(merged.iter().filter_map(with).collect()))
}

/// Returns the values of the first `columns` columns of the keys that are read. In these columns, all keys must have
/// single values.
pub(super) fn prefixes(access: &KeyAccess, columns: usize, env: &Env) -> Result<Vec<Vec<Value>>> {
    if columns == 0 {
        return Ok(vec![Vec::new()]);
    }
    let mut prefixes: Vec<Vec<Value>> = Vec::new();
    for span in unmerged(access, env)?.unwrap_or_default() {
        if let Bound::Included(mut values) | Bound::Excluded(mut values) = span.from {
            values.truncate(columns);
            prefixes.push(values);
        }
    }
    let order = |a: &Vec<Value>, b: &Vec<Value>| {
        let pairs = a.iter().zip(b).map(|(a, b)| key_cmp(a, b));
        pairs.fold(Ordering::Equal, Ordering::then)
    };
    prefixes.sort_by(order);
    prefixes.dedup_by(|a, b| order(a, b).is_eq());
    Ok(prefixes)
}

fn unmerged(access: &KeyAccess, env: &Env) -> Result<Option<Vec<KeySpan>>> {
    let Some(terms) = &access.terms else { return Ok(None) };
    let mut spans = Vec::new();
    for term in terms {
        let mut columns = vec![ColumnCondition::default(); access.key_types.len()];
        if !restrict(&mut columns, term, access, env, &mut spans)? {
            return Ok(None);
        }
    }
    Ok(Some(spans))
}

/// Adds the spans of one term. Returns `false` if the term does not limit the key's first column.
fn restrict(
    columns: &mut [ColumnCondition],
    term: &Term,
    access: &KeyAccess,
    env: &Env,
    spans: &mut Vec<KeySpan>,
) -> Result<bool> {
    let inputs = Inputs::new(&[], env);
    let mut tuples: Vec<(&Vec<Option<usize>>, Vec<Member>)> = Vec::new();
    for atom in term {
        let possible = match atom {
            Atom::Constant(condition) => matches!(eval(condition, &inputs)?, Value::Bool(true)),
            Atom::IsNull(column) => columns[*column].keep_points(vec![Value::Null]),
            Atom::IsNotNull(column) => columns[*column].exclude_null(),
            Atom::Compare { column, op, value } => {
                let key_type = &access.key_types[*column];
                let fitted = match fit(eval(value, &inputs)?, &value.ty, key_type) {
                    // Conditions compare values of such a type as texts, and the order of the texts is not that of the
                    // values.
                    Fitted::Exact(_) if *op != CompareOp::Eq && key_type.image().is_some() => Fitted::Unknown,
                    fitted => fitted,
                };
                columns[*column].compare(*op, fitted)
            }
            Atom::StartsWith { column, value } => {
                let fitted = fit(eval(value, &inputs)?, &value.ty, &access.key_types[*column]);
                columns[*column].starts_with(fitted)
            }
            Atom::In { columns: parts, tuple, set, ty } => {
                let members = members(set, ty, &inputs)?;
                if members.len() > access.limit() {
                    true
                } else if *tuple {
                    tuples.push((parts, members));
                    true
                } else if let Some(Some(column)) = parts.first() {
                    columns[*column].keep_any(members, &access.key_types[*column])?
                } else {
                    true
                }
            }
        };
        if !possible {
            return Ok(true);
        }
    }
    expand(columns, &tuples, access, spans)
}

/// Adds the spans for each combination of tuples, one tuple from each `(a, b) IN ..`. Returns `false` if a combination
/// does not limit the key's first column.
fn expand(
    columns: &[ColumnCondition],
    tuples: &[(&Vec<Option<usize>>, Vec<Member>)],
    access: &KeyAccess,
    spans: &mut Vec<KeySpan>,
) -> Result<bool> {
    let Some(((parts, members), rest)) = tuples.split_first() else {
        return Ok(build(columns, access, spans));
    };
    for (value, ty) in members {
        tick(1)?;
        let (Value::Items(items), Type::Tuple(types)) = (value, ty.unwrap_optional()) else { continue };
        let mut narrowed = columns.to_vec();
        let mut possible = true;
        for (i, part) in parts.iter().enumerate() {
            if let (Some(column), Some(item), Some(ty)) = (part, items.get(i), types.get(i)) {
                let fitted = fit(item.clone(), ty, &access.key_types[*column]);
                possible &= narrowed[*column].compare(CompareOp::Eq, fitted);
            }
        }
        if possible && !expand(&narrowed, rest, access, spans)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns the items of IN with their types. Items that are written one by one may have different types.
fn members(set: &InSet, needle: &Type, inputs: &Inputs<'_>) -> Result<Vec<Member>> {
    let of = |values: &[Value], ty: &Type| values.iter().map(|value| (value.clone(), ty.clone())).collect();
    Ok(match set {
        InSet::Constant(set) => of(&set.sorted, needle),
        InSet::Items(items) => {
            items.iter().map(|item| Ok((eval(item, inputs)?, item.ty.clone()))).collect::<Result<Vec<_>>>()?
        }
        InSet::List(list) => {
            let item = item_type(list).unwrap_or_else(|| needle.clone());
            match eval(list, inputs)? {
                Value::Items(items) => of(&items, &item),
                Value::Dict(pairs) => pairs.iter().map(|(key, _)| (key.clone(), item.clone())).collect(),
                _ => Vec::new(),
            }
        }
    })
}

fn item_type(list: &Expr) -> Option<Type> {
    match list.ty.unwrap_optional() {
        Type::List(item) | Type::Dict(item, _) => Some((**item).clone()),
        _ => None,
    }
}

/// Adds the spans that the columns' conditions make. Returns `false` if they do not limit the key's first column.
fn build(columns: &[ColumnCondition], access: &KeyAccess, spans: &mut Vec<KeySpan>) -> bool {
    let mut prefixes: Vec<Vec<Value>> = vec![Vec::with_capacity(columns.len())];
    let mut known = false;
    for (column, &nullable) in columns.iter().zip(&access.nullable) {
        match &column.points {
            Some(points) if prefixes.len().saturating_mul(points.len()) <= access.limit() => {
                let points: Vec<&Value> = points.iter().filter(|point| column.is_inside(point)).collect();
                prefixes = match &points[..] {
                    [only] => {
                        prefixes.iter_mut().for_each(|prefix| prefix.push((*only).clone()));
                        prefixes
                    }
                    points => prefixes
                        .iter()
                        .flat_map(|prefix| {
                            points.iter().map(move |&point| [&prefix[..], std::slice::from_ref(point)].concat())
                        })
                        .collect(),
                };
                known = true;
            }
            Some(_) => break,
            None if column.is_free(nullable) => break,
            None => {
                for prefix in prefixes {
                    spans.push(KeySpan { from: start(&prefix, column, nullable), to: end(&prefix, column) });
                }
                return true;
            }
        }
    }
    if known {
        let whole = |prefix: Vec<Value>| KeySpan { from: Bound::Included(prefix.clone()), to: Bound::Included(prefix) };
        spans.extend(prefixes.into_iter().map(whole));
    }
    known
}

fn start(prefix: &[Value], column: &ColumnCondition, nullable: bool) -> Bound<Vec<Value>> {
    let with = |value: &Value| [prefix, std::slice::from_ref(value)].concat();
    match &column.low {
        Some((low, true)) => Bound::Included(with(low)),
        Some((low, false)) => Bound::Excluded(with(low)),
        None if column.not_null && nullable => Bound::Excluded(with(&Value::Null)),
        None => Bound::Included(prefix.to_vec()),
    }
}

fn end(prefix: &[Value], column: &ColumnCondition) -> Bound<Vec<Value>> {
    let with = |value: &Value| [prefix, std::slice::from_ref(value)].concat();
    match &column.high {
        Some((high, true)) => Bound::Included(with(high)),
        Some((high, false)) => Bound::Excluded(with(high)),
        None if prefix.is_empty() => Bound::Unbounded,
        None => Bound::Included(prefix.to_vec()),
    }
}

fn encode(span: &KeySpan, types: &[Type]) -> KeyRange {
    let bytes = |values: &[Value]| key::encode(values, types);
    let after = |bytes: &[u8]| successor(bytes).map_or(Bound::Unbounded, Bound::Excluded);
    if let (Bound::Included(from), Bound::Included(to)) = (&span.from, &span.to)
        && from.len() == types.len()
        && from == to
    {
        return KeyRange::point(bytes(from));
    }
    let from = match &span.from {
        Bound::Included(values) => Bound::Included(bytes(values)),
        Bound::Excluded(values) => match successor(&bytes(values)) {
            Some(next) => Bound::Included(next),
            None => return KeyRange::empty(),
        },
        Bound::Unbounded => Bound::Unbounded,
    };
    let to = match &span.to {
        Bound::Included(values) => after(&bytes(values)),
        Bound::Excluded(values) => Bound::Excluded(bytes(values)),
        Bound::Unbounded => Bound::Unbounded,
    };
    KeyRange { from, to }
}
