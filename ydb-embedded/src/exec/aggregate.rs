//! Aggregates at work: one accumulator per group and function.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use crate::plan::aggregate::{Aggregate, Function};
use crate::types::{self, Operator, Primitive, Type, Value, key_cmp};

/// The state of one aggregate in one group.
#[derive(Clone, Debug)]
pub struct Accumulator {
    state: State,
    seen: Option<BTreeSet<Key>>,
}

#[derive(Clone, Debug)]
enum State {
    Count(u64),
    /// The value so far; NULL before the first.
    Value(Value),
    /// The value and what it was chosen by.
    By(Option<(Value, Value)>),
    /// The sum and the number of values.
    Mean(Value, u64),
    List(Vec<Value>),
}

/// A value in a set, by key order.
#[derive(Clone, Debug)]
struct Key(Value);

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Key {}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Key {
    fn cmp(&self, other: &Self) -> Ordering {
        key_cmp(&self.0, &other.0)
    }
}

impl Accumulator {
    /// The state before the first row.
    #[must_use]
    pub fn new(aggregate: &Aggregate) -> Self {
        let state = match aggregate.function {
            Function::CountAll | Function::Count | Function::CountIf => State::Count(0),
            Function::MinBy | Function::MaxBy => State::By(None),
            Function::Avg | Function::AvgIf => State::Mean(Value::Null, 0),
            Function::List | Function::ListDistinct => State::List(Vec::new()),
            _ => State::Value(Value::Null),
        };
        let distinct = aggregate.distinct || aggregate.function == Function::ListDistinct;
        Self { state, seen: distinct.then(BTreeSet::new) }
    }

    /// Takes the arguments' values of one row.
    pub fn add(&mut self, aggregate: &Aggregate, args: &[Value]) {
        let Some(value) = args.first() else {
            if let State::Count(count) = &mut self.state {
                *count += 1;
            }
            return;
        };
        let chosen = match aggregate.function {
            Function::SumIf | Function::AvgIf => matches!(args.get(1), Some(Value::Bool(true))),
            Function::CountIf => *value == Value::Bool(true),
            _ => true,
        };
        // A function that chooses by another value may choose NULL.
        let by = matches!(aggregate.function, Function::MinBy | Function::MaxBy);
        if !chosen || (value.is_null() && !by) {
            return;
        }
        if let Some(seen) = &mut self.seen
            && !seen.insert(Key(value.clone()))
        {
            return;
        }
        let ty = aggregate.args.first().map_or(&Type::Null, Type::unwrap_optional);
        match &mut self.state {
            State::Count(count) => *count += 1,
            State::Value(kept) => fold(aggregate.function, kept, value, ty, &aggregate.ty),
            State::By(kept) => choose(aggregate.function, kept, value, args.get(1).unwrap_or(&Value::Null)),
            State::Mean(sum, count) => {
                *count += 1;
                let value = as_addend(value, ty);
                *sum = if sum.is_null() { value } else { plus(sum, &value, &sum_type(ty)) };
            }
            State::List(items) => {
                if aggregate.limit.is_none_or(|limit| items.len() < limit) {
                    items.push(value.clone());
                }
            }
        }
    }

    /// The value of the group.
    #[must_use]
    pub fn finish(self, aggregate: &Aggregate) -> Value {
        match self.state {
            State::Count(count) => Value::Uint(count),
            State::Value(value) => value,
            State::By(kept) => kept.map_or(Value::Null, |(value, _)| value),
            State::Mean(sum, count) => mean(&sum, count, aggregate),
            State::List(items) => Value::Items(items.into()),
        }
    }
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
        Function::Min if key_cmp(value, kept).is_lt() => *kept = value.clone(),
        Function::Max if key_cmp(value, kept).is_gt() => *kept = value.clone(),
        Function::BoolAnd | Function::BoolOr | Function::BoolXor => {
            if let (Value::Bool(a), Value::Bool(b)) = (&*kept, value) {
                *kept = Value::Bool(match function {
                    Function::BoolAnd => *a && *b,
                    Function::BoolOr => *a || *b,
                    _ => a != b,
                });
            }
        }
        Function::BitAnd => *kept = types::arithmetic(Operator::BitAnd, kept, ty, value, ty, ty),
        Function::BitOr => *kept = types::arithmetic(Operator::BitOr, kept, ty, value, ty, ty),
        Function::BitXor => *kept = types::arithmetic(Operator::BitXor, kept, ty, value, ty, ty),
        _ => {}
    }
}

fn plus(a: &Value, b: &Value, ty: &Type) -> Value {
    types::arithmetic(Operator::Add, a, ty, b, ty, ty)
}

/// Keeps the value of the least or greatest key; keys that are NULL choose nothing.
fn choose(function: Function, kept: &mut Option<(Value, Value)>, value: &Value, by: &Value) {
    if by.is_null() {
        return;
    }
    let better = match kept {
        None => true,
        Some((_, best)) if function == Function::MinBy => key_cmp(by, best).is_lt(),
        Some((_, best)) => key_cmp(by, best).is_gt(),
    };
    if better {
        *kept = Some((value.clone(), by.clone()));
    }
}

/// The type in which the values of an average are added.
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
