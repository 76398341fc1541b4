//! Values that conditions leave of one key column: single values, or a range.
//!
//! Conditions are added one by one, and each one can only take values away. A method that adds a condition returns
//! `false` if no value is left, so that no key has to be read.

use std::cmp::Ordering;

use crate::error::Result;
use crate::expr::CompareOp;
use crate::storage::successor;
use crate::types::{Primitive, Type, Value, key_cmp};
use crate::work::{sort_by, tick};

/// Values that one key column may have, as far as the conditions tell.
#[derive(Clone, Debug, Default)]
pub(super) struct ColumnCondition {
    /// List of the only values that the column may have; `None` if the conditions give no such list.
    pub(super) points: Option<Vec<Value>>,
    pub(super) low: Option<ColumnLimit>,
    pub(super) high: Option<ColumnLimit>,
    pub(super) not_null: bool,
}

/// Lower or upper limit of a column's values, and `true` if the limit itself is a possible value.
pub(super) type ColumnLimit = (Value, bool);

/// Value of an IN list, with its type.
pub(super) type Member = (Value, Type);

/// A value converted to the type of a key column.
pub(crate) enum Fitted {
    Exact(Value),
    /// Value that is smaller than all values of the type.
    Below,
    /// Value that is larger than all values of the type.
    Above,
    /// Value between this value of the type and the next one.
    After(Value),
    /// NULL: no comparison with NULL is true.
    Null,
    /// Value that equals no value of the type, and whose place among them is unknown: bytes that are not text.
    Unknown,
}

impl ColumnCondition {
    pub(super) fn exclude_null(&mut self) -> bool {
        self.not_null = true;
        match &mut self.points {
            Some(points) => {
                points.retain(|point| !point.is_null());
                !points.is_empty()
            }
            None => true,
        }
    }

    pub(super) fn keep_points(&mut self, mut points: Vec<Value>) -> bool {
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

    pub(super) fn keep_any(&mut self, members: Vec<Member>, to: &Type) -> Result<bool> {
        let mut points = Vec::with_capacity(members.len());
        for (value, from) in members {
            tick(1)?;
            if let Fitted::Exact(value) = fit(value, &from, to) {
                points.push(value);
            }
        }
        Ok(self.keep_points(sort_by(points, key_cmp)?))
    }

    pub(super) fn compare(&mut self, op: CompareOp, value: Fitted) -> bool {
        let value = match (value, op) {
            (Fitted::Null, _) | (Fitted::Unknown, CompareOp::Eq) => return false,
            (Fitted::Unknown, _) | (_, CompareOp::NotEq) => return self.exclude_null(),
            (Fitted::Below, CompareOp::Greater | CompareOp::GreaterEq)
            | (Fitted::Above, CompareOp::Less | CompareOp::LessEq) => return self.exclude_null(),
            (Fitted::Below | Fitted::Above, _) => return false,
            (Fitted::After(value), CompareOp::Less | CompareOp::LessEq) => return self.below(value, true),
            (Fitted::After(value), CompareOp::Greater | CompareOp::GreaterEq) => return self.above(value, false),
            (Fitted::After(_), CompareOp::Eq) => return false,
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

    pub(super) fn starts_with(&mut self, value: Fitted) -> bool {
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
        narrow(&mut self.high, (value, included), Ordering::Less);
        self.exclude_null()
    }

    fn above(&mut self, value: Value, included: bool) -> bool {
        narrow(&mut self.low, (value, included), Ordering::Greater);
        self.exclude_null()
    }

    pub(super) fn is_inside(&self, value: &Value) -> bool {
        let inside = |limit: &Option<ColumnLimit>, side| {
            limit.as_ref().is_none_or(|(limit, included)| match key_cmp(value, limit) {
                Ordering::Equal => *included,
                order => order == side,
            })
        };
        inside(&self.low, Ordering::Greater) && inside(&self.high, Ordering::Less)
    }

    pub(super) const fn is_free(&self, nullable: bool) -> bool {
        self.points.is_none() && self.low.is_none() && self.high.is_none() && !(self.not_null && nullable)
    }
}

/// Replaces the known limit with another limit that is tighter. `side` is `Less` for an upper limit, and `Greater` for
/// a lower limit.
fn narrow(known: &mut Option<ColumnLimit>, limit: ColumnLimit, side: Ordering) {
    let tighter = known.as_ref().is_none_or(|(value, included)| match key_cmp(&limit.0, value) {
        Ordering::Equal => *included && !limit.1,
        order => order == side,
    });
    if tighter {
        *known = Some(limit);
    }
}

/// Returns `true` if values of the type `from` are ordered like those of the key column's type `to`. [`fit`] then knows
/// where they are among the column's values.
pub(crate) fn is_ordered_like(from: &Type, to: &Type) -> bool {
    match (from.unwrap_optional(), to.unwrap_optional()) {
        (from, to) if from == to => true,
        // Nothing is equal to NULL.
        (Type::Null, _) => true,
        (Type::Primitive(Primitive::String), Type::Primitive(Primitive::Utf8)) => true,
        (Type::Primitive(Primitive::Utf8), Type::Primitive(Primitive::String)) => true,
        (Type::Primitive(from), Type::Primitive(to)) => {
            from.is_integer() && to.is_integer() || from.is_date() && to.is_date()
        }
        _ => false,
    }
}

/// Returns the value of a key column's type that is equal to a value, or `None` if there is no such value. Numbers may
/// be of any type.
pub(super) fn exactly(value: Value, from: &Type, to: &Type) -> Option<Value> {
    let number = match &value {
        Value::Float(number) => Some(f64::from(*number)),
        Value::Double(number) => Some(*number),
        _ => None,
    };
    match fit(value, from, to) {
        Fitted::Exact(value) => Some(value),
        Fitted::Unknown => whole(number?, to),
        _ => None,
    }
}

/// Converts a whole number to an integer type. A whole number below 2^53 has one form only.
fn whole(number: f64, to: &Type) -> Option<Value> {
    let Type::Primitive(to) = to.unwrap_optional() else { return None };
    if number.fract() != 0.0 || number.abs() >= 9_007_199_254_740_992.0 {
        return None;
    }
    let text = format!("{number:.0}");
    match integer(&Value::Int(text.parse().ok()?), *to) {
        Fitted::Exact(value) => Some(value),
        _ => None,
    }
}

/// Converts a value to a key column's type.
pub(crate) fn fit(value: Value, from: &Type, to: &Type) -> Fitted {
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
        (Type::Primitive(from), Type::Primitive(to), value) if from.is_date() && to.is_date() => {
            moment(&value, *from, *to)
        }
        _ => Fitted::Unknown,
    }
}

/// Converts a date or a point in time to the unit of another type.
fn moment(value: &Value, from: Primitive, to: Primitive) -> Fitted {
    let Some(wide) = wide(value) else { return Fitted::Unknown };
    let microseconds = wide * i128::from(from.unit_us());
    let unit = i128::from(to.unit_us());
    match (within(microseconds.div_euclid(unit), to), microseconds.rem_euclid(unit)) {
        (Fitted::Exact(value), 1..) => Fitted::After(value),
        (fitted, _) => fitted,
    }
}

fn integer(value: &Value, to: Primitive) -> Fitted {
    wide(value).map_or(Fitted::Unknown, |number| within(number, to))
}

const fn wide(value: &Value) -> Option<i128> {
    match value {
        Value::Int(number) => Some(*number as i128),
        Value::Uint(number) => Some(*number as i128),
        _ => None,
    }
}

/// Converts a number to a type if the type has it, or tells on which side of the type's range it is.
fn within(wide: i128, to: Primitive) -> Fitted {
    let Some((min, max)) = to.range() else { return Fitted::Unknown };
    if wide < min {
        return Fitted::Below;
    }
    if wide > max {
        return Fitted::Above;
    }
    // The value is within the range of the type, so it fits its storage.
    if min < 0 {
        i64::try_from(wide).map_or(Fitted::Unknown, |number| Fitted::Exact(Value::Int(number)))
    } else {
        u64::try_from(wide).map_or(Fitted::Unknown, |number| Fitted::Exact(Value::Uint(number)))
    }
}

/// Returns the smallest text after all texts that begin with `prefix`. UTF-8 sorts like its characters.
fn text_successor(prefix: &str) -> Option<String> {
    let mut kept = prefix.to_owned();
    while let Some(last) = kept.pop() {
        let next = match last {
            // Surrogates are not characters.
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
