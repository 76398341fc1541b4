//! Keys that a read visits, as YDB's plans show them.
//!
//! A plan does not depend on the values of parameters. YDB distinguishes two kinds of ranges (`LiteralRange` of
//! `extract_predicate_impl.cpp`):
//!
//! - A single range whose ends are literals and parameters is part of the plan. Each column has its own text:
//!   `a = 5 AND b > $b` is `a (5)`, `b ($b, +∞)`. If every column has a single value, the key is looked up.
//! - All other ranges, such as those of `IN` and `OR`, are computed before the query. The plan shows the ranges if they
//!   need no parameter, and otherwise the name of the computation's result.

use std::cmp::Ordering;
use std::fmt;
use std::ops::Bound;

use super::operators::literal;
use super::{PlannedKeys, Walk, all, key, sorted};
use crate::catalog::Table;
use crate::error::Position;
use crate::exec::{Atom, Fitted, KeySpan, Scan, Term, fit, spans};
use crate::expr::{CompareOp, Expr, ExprKind, InSet, Inputs, eval};
use crate::plan::extract::Extraction;
use crate::types::{Primitive, Type, Value};

impl Walk<'_> {
    /// Returns the keys that a scan reads. `extraction` is `None` if the scan reads all keys.
    pub(super) fn keys(&mut self, scan: &Scan, extraction: Option<&Extraction>) -> PlannedKeys {
        let table = scan.read_table();
        let Some(extraction) = extraction else { return all(table) };
        if let Some(range) = self.literal_range(&extraction.conditions, scan) {
            if range.is_point() && extraction.points == table.key.len() {
                return if range.from.ends.iter().any(|end| matches!(end, RangeEnd::Computed(_))) {
                    PlannedKeys::Given(sorted(key(table)))
                } else {
                    PlannedKeys::Point(range.iterator(key(table)))
                };
            }
            if range.is_all() {
                return all(table);
            }
            let (points, others): (Vec<_>, Vec<_>) =
                key(table).enumerate().map(|(i, name)| range.column(i, name)).partition(|(point, _)| *point);
            let texts = |parts: Vec<(bool, String)>| parts.into_iter().map(|(_, text)| text).collect();
            return PlannedKeys::Range(texts(points), texts(others));
        }
        let mut known = true;
        for atom in extraction.conditions.iter().flatten().flatten() {
            each_value(atom, &mut |value| known &= self.is_known(value));
        }
        let ranges = match if known { spans(&scan.access, &self.env) } else { Ok(Some(Vec::new())) } {
            // A value has another type, which does not sort like the key.
            Ok(None) => return all(table),
            Ok(Some(spans)) if known && spans.iter().any(is_all) => return all(table),
            Ok(Some(spans)) if known => Ok(spans.iter().flat_map(|span| texts(span, table)).collect()),
            _ => Err(self.binding()),
        };
        let expected = extraction.ranges.filter(|_| extraction.used > 0);
        let used = key(table).take(extraction.used).map(str::to_owned).collect();
        PlannedKeys::Ranges { ranges, used, expected, points: extraction.points }
    }

    /// Returns the range of a term, if its ends are known without comparing two values.
    fn term_range(&self, term: &Term, scan: &Scan) -> Option<HintRange> {
        let mut range = HintRange::default();
        let mut fixed = true;
        for (column, (ty, nullable)) in scan.access.key_types.iter().zip(&scan.access.nullable).enumerate() {
            let mut found: Option<HintRange> = None;
            for atom in term {
                let part = match atom {
                    // The engine makes no such range for a type that sorts differently as text.
                    Atom::Compare { column: own, op, .. }
                        if *own == column && *op != CompareOp::Eq && ty.image().is_some() =>
                    {
                        return None;
                    }
                    Atom::Compare { column: own, op, value } if *own == column => {
                        HintRange::compared(*op, self.end(value, ty)?, *nullable)
                    }
                    Atom::IsNull(own) if *own == column => HintRange::compared(CompareOp::Eq, RangeEnd::Null, true),
                    Atom::IsNotNull(own) if *own == column && *nullable => {
                        HintRange::compared(CompareOp::Greater, RangeEnd::Null, true)
                    }
                    Atom::In { columns, tuple: false, set, ty: needle } if columns.contains(&Some(column)) => {
                        let end = match set {
                            InSet::Items(items) if items.len() == 1 => self.end(&items[0], ty)?,
                            InSet::Constant(set) if set.sorted.len() == 1 => fitted(set.sorted[0].clone(), needle, ty)?,
                            _ => return None,
                        };
                        HintRange::compared(CompareOp::Eq, end, *nullable)
                    }
                    Atom::Constant(_) | Atom::In { tuple: true, .. } | Atom::StartsWith { .. } => return None,
                    _ => continue,
                };
                found = Some(match found {
                    Some(found) => found.intersection(&part)?,
                    None => part,
                });
            }
            let Some(found) = found else { break };
            if fixed {
                range.append(found);
            }
            // The engine makes no range of the columns after a column with a range, even if the range's ends are equal.
            fixed &= term.iter().any(|atom| match atom {
                Atom::Compare { column: own, op, .. } => *own == column && *op == CompareOp::Eq,
                Atom::IsNull(own) => *own == column,
                Atom::In { columns, .. } => columns.contains(&Some(column)),
                _ => false,
            });
        }
        Some(range)
    }

    /// Returns the range of several conditions, each with its alternatives.
    fn literal_range(&self, conditions: &[Vec<Term>], scan: &Scan) -> Option<HintRange> {
        let single = conditions.iter().filter_map(|terms| if let [term] = &terms[..] { Some(term) } else { None });
        let single: Term = single.flatten().cloned().collect();
        let mut several = conditions.iter().filter(|terms| terms.len() != 1);
        several.try_fold(self.term_range(&single, scan)?, |range, terms| {
            // If alternatives are about a later column only, they have no range of their own: they continue the range
            // of the columns before it.
            let mut parts = terms.iter().map(|term| self.term_range(term, scan).filter(|part| !part.is_all()));
            let first = parts.next()??;
            let union = parts.try_fold(first, |union, part| part?.union(&union))?;
            range.intersection(&union)
        })
    }

    /// Returns the end of a range for a value that a key column is compared with. Returns `None` if the value may be
    /// NULL, or may not fit the key column's type.
    fn end(&self, value: &Expr, key: &Type) -> Option<RangeEnd> {
        if value.ty.is_optional() || value.ty == Type::Null {
            return None;
        }
        if self.is_known(value) {
            let known = eval(value, &Inputs::new(&[], &self.env)).ok()?;
            return fitted(known, &value.ty, key);
        }
        let (from, to) = (&value.ty, key.unwrap_optional());
        match value.kind {
            ExprKind::Param(position) if from == to => {
                Some(RangeEnd::Param(format!("${}", self.plan.params[position].0)))
            }
            _ if from == to || widens(from, to) => Some(RangeEnd::Computed(value.at)),
            _ => None,
        }
    }
}

fn each_value(atom: &Atom, visit: &mut dyn FnMut(&Expr)) {
    match atom {
        Atom::Compare { value, .. } | Atom::StartsWith { value, .. } | Atom::Constant(value) => visit(value),
        Atom::In { set: InSet::Items(items), .. } => items.iter().for_each(visit),
        Atom::In { set: InSet::List(list), .. } => visit(list),
        Atom::In { set: InSet::Constant(_), .. } | Atom::IsNull(_) | Atom::IsNotNull(_) => {}
    }
}

/// Returns the text of a value in a key column's type, if that type has the value.
fn fitted(value: Value, from: &Type, to: &Type) -> Option<RangeEnd> {
    let Fitted::Exact(value) = fit(value, from, to) else { return None };
    let is_number = matches!(to.unwrap_optional(), Type::Primitive(primitive) if primitive.is_integer());
    Some(RangeEnd::Literal(literal(&value, to)?, is_number))
}

/// Returns `true` if integer type `to` can hold all values of integer type `from`.
fn widens(from: &Type, to: &Type) -> bool {
    let range = |ty: &Type| match ty {
        Type::Primitive(primitive) => Primitive::range(*primitive),
        _ => None,
    };
    matches!((range(from), range(to)), (Some(from), Some(to)) if from.0 >= to.0 && from.1 <= to.1)
}

/// Returns `true` if a computed range contains all keys.
fn is_all(span: &KeySpan) -> bool {
    matches!(span, KeySpan { from: Bound::Included(from), to: Bound::Unbounded } if from.is_empty())
}

/// Returns the texts of a computed range's columns in which the range has an end. An end that is NULL is shown as no
/// end.
fn texts(span: &KeySpan, table: &Table) -> Vec<String> {
    let end = |bound: &Bound<Vec<Value>>| match bound {
        Bound::Included(values) => (values.clone(), !values.is_empty()),
        Bound::Excluded(values) => (values.clone(), false),
        Bound::Unbounded => (Vec::new(), false),
    };
    let ((from, from_included), (to, to_included)) = (end(&span.from), end(&span.to));
    let types: Vec<&Type> = table.key_types().collect();
    let text = |values: &[Value], column: usize| values.get(column).and_then(|value| literal(value, types[column]));
    let column = |(column, name): (usize, &str)| {
        let (from, to) = (text(&from, column), text(&to, column));
        let is_bound = from.is_some() || to.is_some();
        is_bound.then(|| interval(name, (from, from_included), (to, to_included)))
    };
    key(table).enumerate().filter_map(column).collect()
}

// Ranges whose ends are literals and parameters, and what is known of them without the values.
//
// Two ends are compared only if they are equal or one of them is NULL, which comes first: `TryCompareColumns` of YDB's
// `extract_predicate_impl.cpp`. `a > 1 AND a < 5` is therefore a range, but `a > 1 AND a > $a` is not known to be one.
// The other rules are those of `RangeHintIntersect`, `RangeHintUnion` and `RangeHintExtend` in the same file. The union
// makes one range of `(a, b) > ($a, $b)`, which is `a > $a OR a = $a AND b > $b`.

#[derive(Clone, PartialEq)]
pub(super) enum RangeEnd {
    Null,
    /// The text of a literal, and whether the literal is a number.
    Literal(String, bool),
    Param(String),
    /// The result of a computation before the query, identified by the position of the expression.
    Computed(Position),
}

/// A side of a range: its ends in the leading key columns.
#[derive(Clone, PartialEq)]
pub(super) struct RangeSide {
    pub(super) ends: Vec<RangeEnd>,
    pub(super) included: bool,
}

/// A range of keys. A side without ends is unlimited.
#[derive(Clone, Default)]
pub(super) struct HintRange {
    pub(super) from: RangeSide,
    pub(super) to: RangeSide,
}

impl Default for RangeSide {
    fn default() -> Self {
        Self { ends: Vec::new(), included: true }
    }
}

impl HintRange {
    /// Returns the range of a comparison with one column.
    pub(super) fn compared(op: CompareOp, end: RangeEnd, nullable: bool) -> Self {
        let side = |included| RangeSide { ends: vec![end.clone()], included };
        match op {
            CompareOp::Greater | CompareOp::GreaterEq => {
                Self { from: side(op == CompareOp::GreaterEq), to: RangeSide::default() }
            }
            CompareOp::Less | CompareOp::LessEq => {
                let null = RangeSide { ends: vec![RangeEnd::Null], included: false };
                Self { from: if nullable { null } else { RangeSide::default() }, to: side(op == CompareOp::LessEq) }
            }
            CompareOp::Eq | CompareOp::NotEq => Self { from: side(true), to: side(true) },
        }
    }

    /// Returns `true` if the range is a single value in all of its columns.
    pub(super) fn is_point(&self) -> bool {
        self.from == self.to && self.from.included && !self.from.ends.is_empty()
    }

    /// Extends a point by the range of the next column.
    pub(super) fn append(&mut self, next: Self) {
        for (side, next) in [(&mut self.from, next.from), (&mut self.to, next.to)] {
            side.ends.extend(next.ends);
            side.included = next.included;
        }
    }

    const fn is_all(&self) -> bool {
        self.from.ends.is_empty() && self.to.ends.is_empty()
    }

    fn intersection(&self, other: &Self) -> Option<Self> {
        Some(Self { from: self.from.outer(&other.from, false, true)?, to: self.to.outer(&other.to, true, false)? })
    }

    /// Returns the union of two ranges, if there is no gap between them.
    pub(super) fn union(&self, other: &Self) -> Option<Self> {
        if !self.is_ordered() || !other.is_ordered() {
            return None;
        }
        let both = self.intersection(other)?;
        for position in 0.. {
            let (from, to) = (both.from.ends.get(position), both.to.ends.get(position));
            let (Some(from), Some(to)) = (from, to) else {
                let touch = from.is_none() && both.from.included || to.is_none() && both.to.included;
                if touch { break } else { return None }
            };
            match compare(from, to)? {
                Ordering::Less => break,
                Ordering::Equal => {}
                Ordering::Greater => return None,
            }
        }
        Some(Self { from: self.from.outer(&other.from, true, true)?, to: self.to.outer(&other.to, false, false)? })
    }

    /// Returns `true` if the range is known not to end before it begins.
    fn is_ordered(&self) -> bool {
        let ends = self.from.ends.iter().zip(&self.to.ends);
        let mut different =
            ends.map(|(from, to)| compare(from, to)).skip_while(|order| *order == Some(Ordering::Equal));
        different.next().is_none_or(|order| order == Some(Ordering::Less))
    }

    /// Returns whether a column has a single value, and the text of the column's range.
    pub(super) fn column(&self, position: usize, name: &str) -> (bool, String) {
        match (self.from.ends.get(position), self.to.ends.get(position)) {
            (Some(from), Some(to)) if from == to => (true, format!("{name} ({from})")),
            (from, to) => {
                let from_included = from.is_some() && self.from.included;
                let to_included = to.is_some() && self.to.included;
                let text = |end: Option<&RangeEnd>| end.map(RangeEnd::to_string);
                (false, interval(name, (text(from), from_included), (text(to), to_included)))
            }
        }
    }

    /// Returns the text of the only key, as a list of one struct.
    pub(super) fn iterator<'n>(&self, key: impl Iterator<Item = &'n str>) -> String {
        let member = |(name, end): (&str, &RangeEnd)| match end {
            RangeEnd::Null => format!("{name}: Nothing"),
            RangeEnd::Literal(text, false) => format!("{name}: \"{text}\""),
            RangeEnd::Literal(text, true) | RangeEnd::Param(text) => format!("{name}: {text}"),
            RangeEnd::Computed(_) => format!("{name}: n/a"),
        };
        format!("[{{{}}}]", key.zip(&self.from.ends).map(member).collect::<Vec<_>>().join(","))
    }
}

impl RangeSide {
    /// Returns the lesser of two sides if `lesser`, or else the greater one. `from` is `true` for the lower sides of
    /// ranges. Returns `None` if the sides cannot be compared.
    fn outer(&self, other: &Self, lesser: bool, from: bool) -> Option<Self> {
        let unites = lesser == from;
        for (own, end) in self.ends.iter().zip(&other.ends) {
            match compare(own, end)? {
                Ordering::Equal => {}
                order => return Some(if (order == Ordering::Less) == lesser { self } else { other }.clone()),
            }
        }
        Some(match self.ends.len().cmp(&other.ends.len()) {
            Ordering::Less if self.included == unites => self.clone(),
            Ordering::Less => other.clone(),
            Ordering::Greater if other.included == unites => other.clone(),
            Ordering::Greater => self.clone(),
            Ordering::Equal => {
                let included = if unites { self.included || other.included } else { self.included && other.included };
                Self { ends: self.ends.clone(), included }
            }
        })
    }
}

/// Returns the text of a column's range. Each side has an end, if it is known, and a flag that says whether the end is
/// part of the range.
pub(super) fn interval(name: &str, from: (Option<String>, bool), to: (Option<String>, bool)) -> String {
    let open = if from.1 { '[' } else { '(' };
    let close = if to.1 { ']' } else { ')' };
    format!("{name} {open}{}, {}{close}", from.0.as_deref().unwrap_or("-∞"), to.0.as_deref().unwrap_or("+∞"))
}

fn compare(a: &RangeEnd, b: &RangeEnd) -> Option<Ordering> {
    match (a, b) {
        _ if a == b => Some(Ordering::Equal),
        (RangeEnd::Null, _) => Some(Ordering::Less),
        (_, RangeEnd::Null) => Some(Ordering::Greater),
        _ => None,
    }
}

impl fmt::Display for RangeEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Null => "null",
            Self::Literal(text, _) if text.is_empty() => "«»",
            Self::Literal(text, _) | Self::Param(text) => text,
            Self::Computed(_) => "n/a",
        })
    }
}
