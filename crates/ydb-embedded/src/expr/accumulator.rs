//! Computation of aggregates, with one accumulator for each group and function.
//!
//! An accumulator starts empty, takes the arguments of one row after another, and returns the group's value at the end.
//! NULL arguments are skipped, except by some functions: BOOL_AND, BOOL_OR and BOOL_XOR, for example, count NULL in
//! their three-valued logic.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use crate::expr::aggregate::{Aggregate, Function};
use crate::types::{self, ArithmeticOperator, Primitive, Type, Value, key_cmp, sort_cmp};

/// State of one aggregate in one group.
#[derive(Clone, Debug)]
pub struct Accumulator {
    state: AccumulatorState,
    seen: Option<BTreeSet<DistinctKey>>,
}

#[derive(Clone, Debug)]
enum AccumulatorState {
    Count(u64),
    /// Value so far; NULL before the first value.
    Value(Value),
    /// Truth value so far; `None` before the first value.
    Truth(Option<Value>),
    /// Chosen value, and the key that decided the choice.
    By(Option<(Value, Value)>),
    /// Sum of the values, and their number.
    Mean(Value, u64),
    List(Vec<Value>),
    /// Chosen items with the keys that decided the choice, and `true` if there was a row.
    Ranked(Vec<(Value, Value)>, bool),
    /// Values, each with the number of its occurrences.
    Frequencies(BTreeMap<DistinctKey, u64>),
    /// Mean of the values, their number, and the sum of the squares of their distances from the mean.
    Moments(f64, f64, f64),
    /// Number of pairs, and the sums of x, y, xy, x² and y².
    Products([f64; 6]),
}

/// Value in a set, ordered like a key.
#[derive(Clone, Debug)]
struct DistinctKey(Value);

impl PartialEq for DistinctKey {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for DistinctKey {}

impl PartialOrd for DistinctKey {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for DistinctKey {
    fn cmp(&self, other: &Self) -> Ordering {
        key_cmp(&self.0, &other.0)
    }
}

impl Accumulator {
    pub fn new(aggregate: &Aggregate) -> Self {
        let state = match aggregate.function {
            Function::CountAll | Function::Count | Function::CountIf => AccumulatorState::Count(0),
            Function::MinBy | Function::MaxBy if aggregate.limit.is_some() => {
                AccumulatorState::Ranked(Vec::new(), false)
            }
            Function::MinBy | Function::MaxBy => AccumulatorState::By(None),
            Function::Avg | Function::AvgIf => AccumulatorState::Mean(Value::Null, 0),
            Function::List | Function::ListDistinct => AccumulatorState::List(Vec::new()),
            Function::Top | Function::Bottom | Function::TopBy | Function::BottomBy => {
                AccumulatorState::Ranked(Vec::new(), false)
            }
            Function::BoolAnd | Function::BoolOr | Function::BoolXor => AccumulatorState::Truth(None),
            Function::TopFreq => AccumulatorState::Frequencies(BTreeMap::new()),
            Function::Variance { .. } | Function::StdDev { .. } => AccumulatorState::Moments(0.0, 0.0, 0.0),
            Function::Correlation | Function::Covariance { .. } => AccumulatorState::Products([0.0; 6]),
            _ => AccumulatorState::Value(Value::Null),
        };
        let distinct = aggregate.distinct || aggregate.function == Function::ListDistinct;
        Self { state, seen: distinct.then(BTreeSet::new) }
    }

    /// Adds the arguments of one row. Returns `true` if the accumulator keeps them in addition to those of other rows.
    pub fn add(&mut self, aggregate: &Aggregate, args: &[Value]) -> bool {
        if let (Function::CountAll, AccumulatorState::Count(count)) = (aggregate.function, &mut self.state) {
            *count += 1;
            return false;
        }
        let Some(value) = args.first() else { return false };
        let chosen = match aggregate.function {
            Function::SumIf | Function::AvgIf => matches!(args.get(1), Some(Value::Bool(true))),
            Function::CountIf => *value == Value::Bool(true),
            _ => true,
        };
        if !chosen || (value.is_null() && !aggregate.function.takes_null()) {
            return false;
        }
        if let Some(seen) = &mut self.seen
            && !seen.insert(DistinctKey(value.clone()))
        {
            return false;
        }
        let ty = aggregate.args.first().map_or(&Type::Null, Type::unwrap_optional);
        match &mut self.state {
            AccumulatorState::Count(count) => *count += 1,
            AccumulatorState::Truth(kept) => {
                *kept =
                    Some(kept.as_ref().map_or_else(|| value.clone(), |kept| logic(aggregate.function, kept, value)));
            }
            AccumulatorState::Value(kept) => fold(aggregate.function, kept, value, ty, &aggregate.ty),
            AccumulatorState::Ranked(kept, begun) => {
                *begun = true;
                let by = if aggregate.args.len() == 2 { args.get(1) } else { Some(value) };
                if let Some(by) = by.filter(|by| !by.is_null()) {
                    rank(aggregate, kept, value, by);
                }
            }
            AccumulatorState::Frequencies(counts) => *counts.entry(DistinctKey(value.clone())).or_default() += 1,
            AccumulatorState::Moments(mean, count, squares) => {
                let delta = double(value, ty) - *mean;
                *mean += delta / (*count + 1.0);
                *squares += delta * delta * *count / (*count + 1.0);
                *count += 1.0;
            }
            AccumulatorState::Products(sums) => {
                let second = aggregate.args.get(1).map_or(&Type::Null, Type::unwrap_optional);
                let (x, y) = (double(value, ty), args.get(1).map_or(0.0, |y| double(y, second)));
                for (sum, addend) in sums.iter_mut().zip([1.0, x, y, x * y, x * x, y * y]) {
                    *sum += addend;
                }
            }
            AccumulatorState::By(kept) => {
                if let (Some(by), Some(ty)) = (args.get(1), aggregate.args.get(1)) {
                    choose(aggregate.function, kept, value, by, ty);
                }
            }
            AccumulatorState::Mean(sum, count) => {
                *count += 1;
                let value = as_addend(value, ty);
                *sum = if sum.is_null() { value } else { plus(sum, &value, &sum_type(ty)) };
            }
            AccumulatorState::List(items) => {
                if aggregate.limit.is_none_or(|limit| items.len() < limit) {
                    items.push(value.clone());
                }
            }
        }
        self.seen.is_some() || matches!(self.state, AccumulatorState::List(_))
    }

    pub fn finish(self, aggregate: &Aggregate) -> Value {
        match self.state {
            AccumulatorState::Count(count) => Value::Uint(count),
            AccumulatorState::Value(value) => value,
            AccumulatorState::Truth(truth) => truth.unwrap_or(Value::Null),
            AccumulatorState::By(kept) => kept.map_or(Value::Null, |(value, _)| value),
            AccumulatorState::Mean(sum, count) => mean(&sum, count, aggregate),
            AccumulatorState::List(items) => Value::Items(items.into()),
            AccumulatorState::Ranked(kept, begun) if kept.is_empty() && begun && aggregate.ty.is_optional() => {
                Value::Null
            }
            // Without rows, MIN_BY and MAX_BY are NULL, and other lists are empty.
            AccumulatorState::Ranked(kept, false) if kept.is_empty() && !aggregate.function.has_default() => {
                Value::Null
            }
            AccumulatorState::Ranked(kept, _) => Value::Items(kept.into_iter().map(|(value, _)| value).collect()),
            AccumulatorState::Frequencies(counts) => frequent(counts, aggregate.limit.unwrap_or(1)),
            AccumulatorState::Moments(_, 0.0, _) => Value::Null,
            AccumulatorState::Moments(_, count, squares) => Value::Double(match aggregate.function {
                Function::Variance { sample } => squares / (count - f64::from(u8::from(sample))),
                Function::StdDev { sample } => (squares / (count - f64::from(u8::from(sample)))).sqrt(),
                _ => f64::NAN,
            }),
            AccumulatorState::Products([0.0, ..]) => Value::Null,
            AccumulatorState::Products([count, x, y, xy, xx, yy]) => Value::Double(match aggregate.function {
                Function::Covariance { sample } => (xy - x * y / count) / (count - f64::from(u8::from(sample))),
                _ => (xy * count - x * y) / ((xx * count - x * x) * (yy * count - y * y)).sqrt(),
            }),
        }
    }
}

impl Function {
    /// Returns `true` if the function counts a NULL: as an item that another value chooses, as a truth value, or as 0.
    const fn takes_null(self) -> bool {
        matches!(self, Self::MinBy | Self::MaxBy | Self::TopBy | Self::BottomBy)
            || matches!(self, Self::BoolAnd | Self::BoolOr | Self::BoolXor)
            || matches!(self, Self::Correlation | Self::Covariance { .. })
    }
}

/// Converts a number to a Double, and NULL to 0.
fn double(value: &Value, ty: &Type) -> f64 {
    match types::cast(value, ty, &Primitive::Double.into()) {
        Value::Double(number) => number,
        _ => 0.0,
    }
}

/// Combines two values by AND, OR or XOR of three-valued logic.
fn logic(function: Function, a: &Value, b: &Value) -> Value {
    match (function, a, b) {
        (Function::BoolAnd, Value::Bool(false), _) | (Function::BoolAnd, _, Value::Bool(false)) => Value::Bool(false),
        (Function::BoolOr, Value::Bool(true), _) | (Function::BoolOr, _, Value::Bool(true)) => Value::Bool(true),
        // Two values that have not decided the result are both true for AND, and both false for OR.
        (Function::BoolXor, Value::Bool(a), Value::Bool(b)) => Value::Bool(a != b),
        (_, Value::Bool(truth), Value::Bool(_)) => Value::Bool(*truth),
        _ => Value::Null,
    }
}

/// Adds an item to the kept items, and drops those beyond the limit: the items with the greatest or the least keys are
/// kept. For MIN_BY and MAX_BY, all kept keys are equal, and the first items are kept.
fn rank(aggregate: &Aggregate, kept: &mut Vec<(Value, Value)>, value: &Value, by: &Value) {
    let ty = aggregate.args.last().map_or(&Type::Null, Type::unwrap_optional);
    let descending = matches!(aggregate.function, Function::Top | Function::TopBy | Function::MaxBy);
    let order = |a: &Value, b: &Value| if descending { sort_cmp(b, a, ty) } else { sort_cmp(a, b, ty) };
    if matches!(aggregate.function, Function::MinBy | Function::MaxBy)
        && let Some((_, best)) = kept.first()
    {
        match order(by, best) {
            Ordering::Less => kept.clear(),
            Ordering::Equal => {}
            Ordering::Greater => return,
        }
    }
    let place = kept.partition_point(|(_, known)| order(known, by).is_le());
    kept.insert(place, (value.clone(), by.clone()));
    kept.truncate(aggregate.limit.unwrap_or(usize::MAX));
}

/// Returns the values that occur most often, as structs of Frequency and Value.
fn frequent(counts: BTreeMap<DistinctKey, u64>, limit: usize) -> Value {
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let items = counts.into_iter().take(limit);
    Value::Items(items.map(|(DistinctKey(value), count)| Value::Items([Value::Uint(count), value].into())).collect())
}

fn fold(function: Function, kept: &mut Value, value: &Value, ty: &Type, result: &Type) {
    if kept.is_null() {
        *kept = match function {
            Function::Sum | Function::SumIf => types::cast(value, ty, result.unwrap_optional()),
            _ => value.clone(),
        };
        return;
    }
    let result = result.unwrap_optional();
    match function {
        Function::Sum | Function::SumIf => {
            let addend = types::cast(value, ty, result);
            *kept = plus(kept, &addend, result);
        }
        Function::Min if sort_cmp(value, kept, ty).is_lt() => *kept = value.clone(),
        Function::Max if sort_cmp(value, kept, ty).is_gt() => *kept = value.clone(),
        Function::BitAnd => *kept = types::arithmetic(ArithmeticOperator::BitAnd, kept, ty, value, ty, ty),
        Function::BitOr => *kept = types::arithmetic(ArithmeticOperator::BitOr, kept, ty, value, ty, ty),
        Function::BitXor => *kept = types::arithmetic(ArithmeticOperator::BitXor, kept, ty, value, ty, ty),
        _ => {}
    }
}

fn plus(a: &Value, b: &Value, ty: &Type) -> Value {
    types::arithmetic(ArithmeticOperator::Add, a, ty, b, ty, ty)
}

/// Keeps the value with the least or the greatest key, and ignores NULL keys.
fn choose(function: Function, kept: &mut Option<(Value, Value)>, value: &Value, by: &Value, ty: &Type) {
    if by.is_null() {
        return;
    }
    let better = match kept {
        None => true,
        Some((_, best)) if function == Function::MinBy => sort_cmp(by, best, ty).is_lt(),
        Some((_, best)) => sort_cmp(by, best, ty).is_gt(),
    };
    if better {
        *kept = Some((value.clone(), by.clone()));
    }
}

/// Returns the type in which an average adds up its values.
fn sum_type(ty: &Type) -> Type {
    match ty {
        Type::Primitive(ty) if ty.is_interval() => Type::Decimal { precision: 35, scale: 0 },
        Type::Primitive(_) => Primitive::Double.into(),
        Type::Decimal { scale, .. } => Type::Decimal { precision: 35, scale: *scale },
        other => other.clone(),
    }
}

fn as_addend(value: &Value, ty: &Type) -> Value {
    match (ty, value) {
        (Type::Primitive(ty), Value::Int(micros)) if ty.is_interval() => Value::Decimal((*micros).into()),
        (_, Value::Bool(truth)) => Value::Double(f64::from(u8::from(*truth))),
        _ => types::cast(value, ty, &sum_type(ty)),
    }
}

fn mean(sum: &Value, count: u64, aggregate: &Aggregate) -> Value {
    let ty = aggregate.ty.unwrap_optional();
    match sum {
        #[expect(clippy::cast_precision_loss, reason = "an average of that many rows is not exact")]
        Value::Double(sum) => types::cast(&Value::Double(sum / count as f64), &Primitive::Double.into(), ty),
        Value::Decimal(sum) => {
            let mean = types::decimal::div(*sum, count.into());
            match ty {
                Type::Decimal { precision, .. } => Value::Decimal(types::decimal::bound(mean, *precision)),
                _ => i64::try_from(mean).map_or(Value::Null, Value::Int),
            }
        }
        _ => Value::Null,
    }
}

#[cfg(test)]
mod tests;
