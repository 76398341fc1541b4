//! Aggregates at work: one accumulator for each group and function.
//!
//! An accumulator starts empty, takes the arguments of one row after another and returns the group's value at the end.
//! NULL arguments are skipped.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use crate::expr::aggregate::{Aggregate, Function};
use crate::types::{self, Operator, Primitive, Type, Value, key_cmp, sort_cmp};

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
    /// The value and the key by which it was chosen.
    By(Option<(Value, Value)>),
    /// The sum and the number of values.
    Mean(Value, u64),
    List(Vec<Value>),
}

/// A value in a set, ordered as a key.
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

    /// Adds the arguments of one row.
    pub fn add(&mut self, aggregate: &Aggregate, args: &[Value]) {
        if let (Function::CountAll, State::Count(count)) = (aggregate.function, &mut self.state) {
            *count += 1;
            return;
        }
        let Some(value) = args.first() else { return };
        let chosen = match aggregate.function {
            Function::SumIf | Function::AvgIf => matches!(args.get(1), Some(Value::Bool(true))),
            Function::CountIf => *value == Value::Bool(true),
            _ => true,
        };
        // MIN_BY and MAX_BY choose by another value and may choose NULL.
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
            State::By(kept) => {
                if let (Some(by), Some(ty)) = (args.get(1), aggregate.args.get(1)) {
                    choose(aggregate.function, kept, value, by, ty);
                }
            }
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
        Function::Min if sort_cmp(value, kept, ty).is_lt() => *kept = value.clone(),
        Function::Max if sort_cmp(value, kept, ty).is_gt() => *kept = value.clone(),
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

/// Keeps the value of the least or greatest key; NULL keys are ignored.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Position;
    use crate::expr::Expr;
    use crate::expr::aggregate::resolve;
    use crate::yql::ast::{Arg, Call, Ident};

    /// The type and value of an aggregate over rows.
    fn run(name: &str, distinct: bool, types: &[Type], rows: &[Vec<Value>]) -> (String, Value) {
        let at = Position::default();
        let name = Ident { name: name.into(), at };
        let args = if types.is_empty() { vec![Arg::Star] } else { Vec::new() };
        let call = Call { module: None, name, distinct, args, ignore_nulls: false, over: None };
        let exprs: Vec<_> = types.iter().map(|ty| Expr::null(Type::Null, at).with_type(ty.clone())).collect();
        let (aggregate, ty) = resolve(&call, &exprs, at).unwrap();
        let mut accumulator = Accumulator::new(&aggregate);
        for row in rows {
            accumulator.add(&aggregate, row);
        }
        (ty.to_string(), accumulator.finish(&aggregate))
    }

    impl Expr {
        fn with_type(self, ty: Type) -> Self {
            Self { ty, ..self }
        }
    }

    fn ints(values: &[Option<i64>]) -> Vec<Vec<Value>> {
        values.iter().map(|value| vec![value.map_or(Value::Null, Value::Int)]).collect()
    }

    #[test]
    fn counts_leave_out_null() {
        let column = [Type::from(Primitive::Int32).optional()];
        let rows = ints(&[Some(1), None, Some(1), Some(2)]);
        assert_eq!(run("COUNT", false, &[], &rows), ("Uint64".into(), Value::Uint(4)));
        assert_eq!(run("count", false, &column, &rows), ("Uint64".into(), Value::Uint(3)));
        assert_eq!(run("Count", true, &column, &rows), ("Uint64".into(), Value::Uint(2)));
    }

    #[test]
    fn sums_are_wide_and_averages_double() {
        let column = [Type::from(Primitive::Int32).optional()];
        let rows = ints(&[Some(2_147_483_647), Some(1), None]);
        assert_eq!(run("SUM", false, &column, &rows), ("Optional<Int64>".into(), Value::Int(2_147_483_648)));
        let rows = ints(&[Some(1), Some(2), None]);
        assert_eq!(run("AVG", false, &column, &rows), ("Optional<Double>".into(), Value::Double(1.5)));
        let decimal = [Type::Decimal { precision: 10, scale: 2 }];
        let rows = [vec![Value::Decimal(150)], vec![Value::Decimal(250)]];
        assert_eq!(run("SUM", false, &decimal, &rows), ("Decimal(35,2)".into(), Value::Decimal(400)));
        assert_eq!(run("AVG", false, &decimal, &rows), ("Decimal(10,2)".into(), Value::Decimal(200)));
    }

    #[test]
    fn extremes_and_choices() {
        let column = [Type::from(Primitive::Int32)];
        let rows = ints(&[Some(3), Some(1), Some(2)]);
        assert_eq!(run("MIN", false, &column, &rows).1, Value::Int(1));
        assert_eq!(run("MAX", false, &column, &rows).1, Value::Int(3));
        let pair = [Type::from(Primitive::Int32), Type::from(Primitive::Int32)];
        let rows = [vec![Value::Int(10), Value::Int(2)], vec![Value::Int(20), Value::Int(1)]];
        assert_eq!(run("MIN_BY", false, &pair, &rows).1, Value::Int(20));
        assert_eq!(run("max_by", false, &pair, &rows).1, Value::Int(10));
        assert_eq!(
            run("AGG_LIST", false, &column, &ints(&[Some(1), Some(1)])).1,
            Value::Items([Value::Int(1), Value::Int(1)].into())
        );
    }

    #[test]
    fn nothing_gives_zero_or_null() {
        let column = [Type::from(Primitive::Int32)];
        assert_eq!(run("COUNT", false, &[], &[]).1, Value::Uint(0));
        for name in ["SUM", "MIN", "AVG", "SOME"] {
            assert_eq!(run(name, false, &column, &[]).1, Value::Null, "{name}");
        }
    }
}
