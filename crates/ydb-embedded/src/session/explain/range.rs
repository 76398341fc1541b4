//! Ranges whose ends are literals and parameters, and what is known of them without values.
//!
//! Two ends are compared only if they are the same or NULL, which comes first: `TryCompareColumns` of YDB's
//! `extract_predicate_impl.cpp`. So `a > 1 AND a < 5` is a range, and `a > 1 AND a > $a` is not known to be one. The
//! rules of the others are those of `RangeHintIntersect`, `RangeHintUnion` and `RangeHintExtend` there; the union is
//! what makes one range of `(a, b) > ($a, $b)`, which is `a > $a OR a = $a AND b > $b`.

use std::cmp::Ordering;
use std::fmt;

use crate::error::Position;
use crate::expr::CompareOp;

/// The end of a range in one column.
#[derive(Clone, PartialEq)]
pub(super) enum End {
    Null,
    /// A literal, and whether it is a number.
    Literal(String, bool),
    Param(String),
    /// The result of a computation before the query, by the place of its text.
    Computed(Position),
}

/// The ends of a range in its leading columns, on one side.
#[derive(Clone, PartialEq)]
pub(super) struct Side {
    pub(super) ends: Vec<End>,
    pub(super) included: bool,
}

/// A range. Without ends it has no limit.
#[derive(Clone, Default)]
pub(super) struct Range {
    pub(super) from: Side,
    pub(super) to: Side,
}

impl Default for Side {
    fn default() -> Self {
        Self { ends: Vec::new(), included: true }
    }
}

impl Range {
    /// The range of a comparison with one column.
    pub(super) fn compared(op: CompareOp, end: End, nullable: bool) -> Self {
        let side = |included| Side { ends: vec![end.clone()], included };
        match op {
            CompareOp::Greater | CompareOp::GreaterEq => {
                Self { from: side(op == CompareOp::GreaterEq), to: Side::default() }
            }
            CompareOp::Less | CompareOp::LessEq => {
                let null = Side { ends: vec![End::Null], included: false };
                Self { from: if nullable { null } else { Side::default() }, to: side(op == CompareOp::LessEq) }
            }
            CompareOp::Eq | CompareOp::NotEq => Self { from: side(true), to: side(true) },
        }
    }

    /// Whether this is one value, in all of its columns.
    pub(super) fn is_point(&self) -> bool {
        self.from == self.to && self.from.included && !self.from.ends.is_empty()
    }

    /// Continues a point in the next column.
    pub(super) fn append(&mut self, next: Self) {
        for (side, next) in [(&mut self.from, next.from), (&mut self.to, next.to)] {
            side.ends.extend(next.ends);
            side.included = next.included;
        }
    }

    /// Whether it has no limit.
    pub(super) const fn is_all(&self) -> bool {
        self.from.ends.is_empty() && self.to.ends.is_empty()
    }

    pub(super) fn intersection(&self, other: &Self) -> Option<Self> {
        Some(Self { from: self.from.outer(&other.from, false, true)?, to: self.to.outer(&other.to, true, false)? })
    }

    /// The union, if there is no gap between the two.
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

    /// Whether it is known that the range does not end before it begins.
    fn is_ordered(&self) -> bool {
        let ends = self.from.ends.iter().zip(&self.to.ends);
        let mut different =
            ends.map(|(from, to)| compare(from, to)).skip_while(|order| *order == Some(Ordering::Equal));
        different.next().is_none_or(|order| order == Some(Ordering::Less))
    }

    /// Whether a column has a single value, and its text.
    pub(super) fn column(&self, position: usize, name: &str) -> (bool, String) {
        match (self.from.ends.get(position), self.to.ends.get(position)) {
            (Some(from), Some(to)) if from == to => (true, format!("{name} ({from})")),
            (from, to) => {
                let from_included = from.is_some() && self.from.included;
                let to_included = to.is_some() && self.to.included;
                let text = |end: Option<&End>| end.map(End::to_string);
                (false, interval(name, (text(from), from_included), (text(to), to_included)))
            }
        }
    }

    /// The only key, as a list of one struct.
    pub(super) fn iterator<'n>(&self, key: impl Iterator<Item = &'n str>) -> String {
        let member = |(name, end): (&str, &End)| match end {
            End::Null => format!("{name}: Nothing"),
            End::Literal(text, false) => format!("{name}: \"{text}\""),
            End::Literal(text, true) | End::Param(text) => format!("{name}: {text}"),
            End::Computed(_) => format!("{name}: n/a"),
        };
        format!("[{{{}}}]", key.zip(&self.from.ends).map(member).collect::<Vec<_>>().join(","))
    }
}

impl Side {
    /// The lesser of two sides, or the greater one. `from` says which side of a range they are.
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

/// The text of a column's range. Each side has an end, if it is known, and says whether that is part of the range.
pub(super) fn interval(name: &str, from: (Option<String>, bool), to: (Option<String>, bool)) -> String {
    let open = if from.1 { '[' } else { '(' };
    let close = if to.1 { ']' } else { ')' };
    format!("{name} {open}{}, {}{close}", from.0.as_deref().unwrap_or("-∞"), to.0.as_deref().unwrap_or("+∞"))
}

fn compare(a: &End, b: &End) -> Option<Ordering> {
    match (a, b) {
        _ if a == b => Some(Ordering::Equal),
        (End::Null, _) => Some(Ordering::Less),
        (_, End::Null) => Some(Ordering::Greater),
        _ => None,
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Null => "null",
            Self::Literal(text, _) if text.is_empty() => "«»",
            Self::Literal(text, _) | Self::Param(text) => text,
            Self::Computed(_) => "n/a",
        })
    }
}
