//! From the terms of a plan and the parameters at hand to ranges of keys.

use std::ops::Bound;

use crate::error::Result;
use crate::expr::{CompareOp, Expr, InSet};
use crate::expr::{Ctx, Env, eval};
use crate::plan::access::{Access, Atom, Term};
use crate::storage::{KeyRange, key, successor, union};
use crate::types::{Primitive, Type, Value, key_cmp};

/// More single keys than this are read as the range between the first and the last.
const MAX_POINTS: usize = 100_000;

/// Neighbouring keys, in the values of the key's first columns.
#[derive(Clone, Debug, PartialEq)]
pub struct KeySpan {
    /// Where it begins; a prefix stands for all keys that begin with it.
    pub from: Bound<Vec<Value>>,
    /// Where it ends, likewise.
    pub to: Bound<Vec<Value>>,
}

/// What is known of one key column.
#[derive(Clone, Debug, Default)]
struct Column {
    /// The only values it may have.
    points: Option<Vec<Value>>,
    low: Option<(Value, bool)>,
    high: Option<(Value, bool)>,
    /// NULL cannot be among them.
    not_null: bool,
}

/// One of the values behind IN, and its type.
type Member = (Value, Type);

/// A value in the type of a key column.
enum Fitted {
    /// The value.
    Exact(Value),
    /// Smaller than all values of the type.
    Below,
    /// Larger than all values of the type.
    Above,
    /// NULL: no comparison with it is true.
    Null,
    /// Of a type whose comparison with the column's the key order does not follow.
    Unknown,
}

/// The ranges of keys to read, in key order.
///
/// # Errors
///
/// Those of evaluating the values that the key is compared with.
pub fn ranges(access: &Access, env: &Env) -> Result<Vec<KeyRange>> {
    let Some(spans) = unmerged(access, env)? else { return Ok(vec![KeyRange::all()]) };
    Ok(union(spans.iter().map(|span| encode(span, &access.key_types)).collect()))
}

/// The same as values; `None` is all keys.
///
/// # Errors
///
/// As [`ranges`].
pub fn spans(access: &Access, env: &Env) -> Result<Option<Vec<KeySpan>>> {
    let Some(spans) = unmerged(access, env)? else { return Ok(None) };
    let ranges: Vec<KeyRange> = spans.iter().map(|span| encode(span, &access.key_types)).collect();
    let merged = union(ranges.clone());
    // Each end of a merged range is the end of one that it was made of.
    let with = |merged: &KeyRange| {
        let from = ranges.iter().position(|range| range.from == merged.from)?;
        let to = ranges.iter().position(|range| range.to == merged.to)?;
        Some(KeySpan { from: spans[from].from.clone(), to: spans[to].to.clone() })
    };
    Ok(Some(merged.iter().filter_map(with).collect()))
}

fn unmerged(access: &Access, env: &Env) -> Result<Option<Vec<KeySpan>>> {
    let Some(terms) = &access.terms else { return Ok(None) };
    let mut spans = Vec::new();
    for term in terms {
        let mut columns = vec![Column::default(); access.key_types.len()];
        if !restrict(&mut columns, term, access, env, &mut spans)? {
            return Ok(None);
        }
    }
    Ok(Some(spans))
}

/// Adds the spans of one term; false when the term says nothing of the key's first column.
fn restrict(columns: &mut [Column], term: &Term, access: &Access, env: &Env, spans: &mut Vec<KeySpan>) -> Result<bool> {
    let ctx = Ctx::new(&[], env);
    let mut tuples: Vec<(&Vec<Option<usize>>, Vec<Member>)> = Vec::new();
    for atom in term {
        let possible = match atom {
            Atom::Constant(condition) => matches!(eval(condition, &ctx)?, Value::Bool(true)),
            Atom::IsNull(column) => columns[*column].keep_points(vec![Value::Null]),
            Atom::IsNotNull(column) => columns[*column].exclude_null(),
            Atom::Compare { column, op, value } => {
                let key_type = &access.key_types[*column];
                let fitted = match fit(eval(value, &ctx)?, &value.ty, key_type) {
                    // Its text, by which conditions are put together here, does not sort as the numbers do.
                    Fitted::Exact(_) if *op != CompareOp::Eq && is_dynumber(key_type) => Fitted::Unknown,
                    fitted => fitted,
                };
                columns[*column].compare(*op, fitted)
            }
            Atom::StartsWith { column, value } => {
                let fitted = fit(eval(value, &ctx)?, &value.ty, &access.key_types[*column]);
                columns[*column].starts_with(fitted)
            }
            Atom::In { columns: parts, tuple, set, ty } => {
                let members = members(set, ty, &ctx)?;
                if *tuple {
                    tuples.push((parts, members));
                    true
                } else if let Some(Some(column)) = parts.first() {
                    columns[*column].keep_any(members, &access.key_types[*column])
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

/// Tries each tuple of each `(a, b) IN ..` in turn.
fn expand(
    columns: &[Column],
    tuples: &[(&Vec<Option<usize>>, Vec<Member>)],
    access: &Access,
    spans: &mut Vec<KeySpan>,
) -> Result<bool> {
    let Some(((parts, members), rest)) = tuples.split_first() else {
        return Ok(build(columns, access, spans));
    };
    for (value, ty) in members {
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

/// The items behind IN with their types, which differ where the items are written one by one.
fn members(set: &InSet, needle: &Type, ctx: &Ctx<'_>) -> Result<Vec<Member>> {
    let of = |values: &[Value], ty: &Type| values.iter().map(|value| (value.clone(), ty.clone())).collect();
    Ok(match set {
        InSet::Constant(set) => of(&set.sorted, needle),
        InSet::Items(items) => {
            items.iter().map(|item| Ok((eval(item, ctx)?, item.ty.clone()))).collect::<Result<Vec<_>>>()?
        }
        InSet::List(list) => {
            let item = item_type(list).unwrap_or_else(|| needle.clone());
            match eval(list, ctx)? {
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

impl Column {
    fn exclude_null(&mut self) -> bool {
        self.not_null = true;
        match &mut self.points {
            Some(points) => {
                points.retain(|point| !point.is_null());
                !points.is_empty()
            }
            None => true,
        }
    }

    fn keep_points(&mut self, mut points: Vec<Value>) -> bool {
        points.sort_by(key_cmp);
        points.dedup_by(|a, b| key_cmp(a, b).is_eq());
        if self.not_null {
            points.retain(|point| !point.is_null());
        }
        if let Some(known) = &self.points {
            points.retain(|point| known.binary_search_by(|other| key_cmp(other, point)).is_ok());
        }
        let possible = !points.is_empty();
        self.points = Some(points);
        possible
    }

    fn keep_any(&mut self, members: Vec<Member>, to: &Type) -> bool {
        let mut points = Vec::with_capacity(members.len());
        for (value, from) in members {
            match fit(value, &from, to) {
                Fitted::Exact(value) => points.push(value),
                Fitted::Below | Fitted::Above | Fitted::Null => {}
                Fitted::Unknown => return self.exclude_null(),
            }
        }
        self.keep_points(points)
    }

    fn compare(&mut self, op: CompareOp, value: Fitted) -> bool {
        let value = match (value, op) {
            (Fitted::Null, _) => return false,
            (Fitted::Unknown, _) | (_, CompareOp::NotEq) => return self.exclude_null(),
            (Fitted::Below, CompareOp::Greater | CompareOp::GreaterEq)
            | (Fitted::Above, CompareOp::Less | CompareOp::LessEq) => return self.exclude_null(),
            (Fitted::Below | Fitted::Above, _) => return false,
            (Fitted::Exact(value), _) => value,
        };
        match op {
            CompareOp::Eq => self.keep_points(vec![value]),
            CompareOp::Less => self.below(value, false),
            CompareOp::LessEq => self.below(value, true),
            CompareOp::Greater => self.above(value, false),
            CompareOp::GreaterEq => self.above(value, true),
            CompareOp::NotEq => true,
        }
    }

    fn starts_with(&mut self, value: Fitted) -> bool {
        let end = match &value {
            Fitted::Exact(Value::Bytes(bytes)) => successor(bytes).map(Value::bytes),
            Fitted::Exact(Value::Text(text)) => text_successor(text).map(Value::text),
            Fitted::Null => return false,
            _ => return self.exclude_null(),
        };
        let possible = self.compare(CompareOp::GreaterEq, value);
        possible && end.is_none_or(|end| self.below(end, false))
    }

    fn below(&mut self, value: Value, included: bool) -> bool {
        let tighter = match &self.high {
            None => true,
            Some((known, known_included)) => match key_cmp(&value, known) {
                std::cmp::Ordering::Less => true,
                std::cmp::Ordering::Equal => *known_included && !included,
                std::cmp::Ordering::Greater => false,
            },
        };
        if tighter {
            self.high = Some((value, included));
        }
        self.exclude_null()
    }

    fn above(&mut self, value: Value, included: bool) -> bool {
        let tighter = match &self.low {
            None => true,
            Some((known, known_included)) => match key_cmp(&value, known) {
                std::cmp::Ordering::Greater => true,
                std::cmp::Ordering::Equal => *known_included && !included,
                std::cmp::Ordering::Less => false,
            },
        };
        if tighter {
            self.low = Some((value, included));
        }
        self.exclude_null()
    }

    fn is_inside(&self, value: &Value) -> bool {
        let above = self.low.as_ref().is_none_or(|(low, included)| match key_cmp(value, low) {
            std::cmp::Ordering::Greater => true,
            std::cmp::Ordering::Equal => *included,
            std::cmp::Ordering::Less => false,
        });
        let below = self.high.as_ref().is_none_or(|(high, included)| match key_cmp(value, high) {
            std::cmp::Ordering::Less => true,
            std::cmp::Ordering::Equal => *included,
            std::cmp::Ordering::Greater => false,
        });
        above && below
    }

    const fn is_free(&self, nullable: bool) -> bool {
        self.points.is_none() && self.low.is_none() && self.high.is_none() && !(self.not_null && nullable)
    }
}

/// Adds the spans that the columns' conditions make; false when they make none.
fn build(columns: &[Column], access: &Access, spans: &mut Vec<KeySpan>) -> bool {
    let mut prefixes: Vec<Vec<Value>> = vec![Vec::with_capacity(columns.len())];
    let mut known = false;
    for (column, &nullable) in columns.iter().zip(&access.nullable) {
        match &column.points {
            Some(points) if prefixes.len().saturating_mul(points.len()) <= MAX_POINTS => {
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
            Some(points) => {
                let (Some(first), Some(last)) = (points.first(), points.last()) else { return true };
                for prefix in prefixes {
                    spans.push(KeySpan {
                        from: Bound::Included([&prefix[..], std::slice::from_ref(first)].concat()),
                        to: Bound::Included([&prefix[..], std::slice::from_ref(last)].concat()),
                    });
                }
                return true;
            }
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

fn start(prefix: &[Value], column: &Column, nullable: bool) -> Bound<Vec<Value>> {
    let with = |value: &Value| [prefix, std::slice::from_ref(value)].concat();
    match &column.low {
        Some((low, true)) => Bound::Included(with(low)),
        Some((low, false)) => Bound::Excluded(with(low)),
        None if column.not_null && nullable => Bound::Excluded(with(&Value::Null)),
        None => Bound::Included(prefix.to_vec()),
    }
}

fn end(prefix: &[Value], column: &Column) -> Bound<Vec<Value>> {
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

/// A value of one type in a key column's type.
fn fit(value: Value, from: &Type, to: &Type) -> Fitted {
    let (from, to) = (from.unwrap_optional(), to.unwrap_optional());
    if value.is_null() {
        return Fitted::Null;
    }
    if from == to {
        return Fitted::Exact(value);
    }
    match (from, to, value) {
        (Type::Primitive(Primitive::String), Type::Primitive(Primitive::Utf8), Value::Bytes(bytes)) => {
            match std::str::from_utf8(&bytes) {
                Ok(text) => Fitted::Exact(Value::text(text)),
                Err(_) => Fitted::Unknown,
            }
        }
        (Type::Primitive(Primitive::Utf8), Type::Primitive(Primitive::String), Value::Text(text)) => {
            Fitted::Exact(Value::bytes(text.as_bytes()))
        }
        (Type::Primitive(from), Type::Primitive(to), value) if from.is_integer() && to.is_integer() => {
            integer(&value, *to)
        }
        _ => Fitted::Unknown,
    }
}

fn is_dynumber(ty: &Type) -> bool {
    ty.unwrap_optional().primitive() == Some(Primitive::DyNumber)
}

fn integer(value: &Value, to: Primitive) -> Fitted {
    let wide = match value {
        Value::Int(number) => i128::from(*number),
        Value::Uint(number) => i128::from(*number),
        _ => return Fitted::Unknown,
    };
    let (min, max) = match to {
        Primitive::Int8 => (i128::from(i8::MIN), i128::from(i8::MAX)),
        Primitive::Int16 => (i128::from(i16::MIN), i128::from(i16::MAX)),
        Primitive::Int32 => (i128::from(i32::MIN), i128::from(i32::MAX)),
        Primitive::Int64 => (i128::from(i64::MIN), i128::from(i64::MAX)),
        Primitive::Uint8 => (0, i128::from(u8::MAX)),
        Primitive::Uint16 => (0, i128::from(u16::MAX)),
        Primitive::Uint32 => (0, i128::from(u32::MAX)),
        Primitive::Uint64 => (0, i128::from(u64::MAX)),
        _ => return Fitted::Unknown,
    };
    if wide < min {
        return Fitted::Below;
    }
    if wide > max {
        return Fitted::Above;
    }
    // Inside of the type's own range, so it fits the storage of its sign.
    match to {
        Primitive::Int8 | Primitive::Int16 | Primitive::Int32 | Primitive::Int64 => {
            i64::try_from(wide).map_or(Fitted::Unknown, |number| Fitted::Exact(Value::Int(number)))
        }
        _ => u64::try_from(wide).map_or(Fitted::Unknown, |number| Fitted::Exact(Value::Uint(number))),
    }
}

/// The smallest text above all that begin with `prefix`: UTF-8 sorts as its characters do.
fn text_successor(prefix: &str) -> Option<String> {
    let mut kept = prefix.to_owned();
    while let Some(last) = kept.pop() {
        let next = match last {
            // The surrogates are no characters.
            '\u{d7ff}' => Some('\u{e000}'),
            last => char::from_u32(u32::from(last) + 1),
        };
        if let Some(next) = next {
            kept.push(next);
            return Some(kept);
        }
    }
    None
}
