//! Tests of aggregates over rows: types and values.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test fails by panicking")]

use super::*;
use crate::error::Position;
use crate::expr::Expr;
use crate::expr::aggregate::resolve;
use crate::yql::ast::{Arg, Call, Ident};

/// Returns the type and the value of an aggregate over rows.
fn run(name: &str, distinct: bool, types: &[Type], rows: &[Vec<Value>]) -> (String, Value) {
    let at = Position::default();
    let name = Ident::new(name, at);
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

/// The expected values come from the table in YQL's documentation of BOOL_AND, BOOL_OR and BOOL_XOR.
#[test]
fn truth_values_do_not_skip_null() {
    let column = [Type::from(Primitive::Bool).optional()];
    let rows = |values: [Option<bool>; 3]| values.map(|value| vec![value.map_or(Value::Null, Value::Bool)]);
    let (yes, no) = (Some(true), Some(false));
    let expected = [
        (rows([yes, no, no]), [no, yes, yes]),
        (rows([yes, None, None]), [None, yes, None]),
        (rows([None, None, no]), [no, None, None]),
        (rows([yes, None, no]), [no, yes, None]),
    ];
    for (rows, results) in expected {
        for (name, result) in ["BOOL_AND", "BOOL_OR", "BOOL_XOR"].into_iter().zip(results) {
            let found = run(name, false, &column, &rows);
            let result = result.map_or(Value::Null, Value::Bool);
            assert_eq!(found, ("Optional<Bool>".into(), result), "{name} {rows:?}");
        }
    }
}

/// The values are 2, 4, 4, 4, 5, 5, 7, 9: their mean is 5, and the squares of their distances from it sum up to 32.
#[test]
fn moments() {
    let column = [Type::from(Primitive::Int32)];
    let rows = ints(&[2, 4, 4, 4, 5, 5, 7, 9].map(Some));
    let variance = |name: &str, rows: &[Vec<Value>]| match run(name, false, &column, rows) {
        (ty, Value::Double(number)) if ty == "Double" => number,
        other => panic!("{name}: {other:?}"),
    };
    let close = |found: f64, expected: f64| (found - expected).abs() < 1e-12;
    assert!(close(variance("VARIANCE_POPULATION", &rows), 4.0));
    assert!(close(variance("StdDevPop", &rows), 2.0));
    assert!(close(variance("VARIANCE", &rows), 32.0 / 7.0));
    assert!(variance("STDDEV", &ints(&[Some(1)])).is_nan());
    let pair = [Type::from(Primitive::Int32), Type::from(Primitive::Double).optional()];
    let rows = [(1, Value::Double(2.0)), (2, Value::Double(4.0)), (0, Value::Null)];
    let rows = rows.map(|(x, y)| vec![Value::Int(x), y]);
    // NULL counts as 0, so that the points lie on a line.
    assert_eq!(run("CORR", false, &pair, &rows), ("Double".into(), Value::Double(1.0)));
    assert_eq!(run("COVARIANCE", false, &pair, &rows).1, Value::Double(2.0));
}

#[test]
fn rankings() {
    let at = Position::default();
    let int = Type::from(Primitive::Int32);
    let ranked = |name: &str, types: &[Type], limit: Option<i64>, rows: &[Vec<Value>]| {
        let name = Ident::new(name, at);
        let call = Call { module: None, name, distinct: false, args: Vec::new(), ignore_nulls: false, over: None };
        let mut exprs: Vec<_> = types.iter().map(|ty| Expr::null(Type::Null, at).with_type(ty.clone())).collect();
        exprs.extend(limit.map(|limit| Expr::constant(int.clone(), at, Value::Int(limit))));
        let (aggregate, ty) = resolve(&call, &exprs, at).unwrap();
        let mut accumulator = Accumulator::new(&aggregate);
        for row in rows {
            accumulator.add(&aggregate, row);
        }
        (ty.to_string(), accumulator.finish(&aggregate))
    };
    let list = |items: &[i64]| Value::Items(items.iter().map(|item| Value::Int(*item)).collect());
    let one = [int.clone().optional()];
    let rows = ints(&[Some(3), None, Some(1), Some(2), Some(3)]);
    assert_eq!(ranked("TOP", &one, Some(2), &rows), ("List<Int32>".into(), list(&[3, 3])));
    assert_eq!(ranked("BOTTOM", &one, Some(2), &rows).1, list(&[1, 2]));
    assert_eq!(ranked("TOP", &one, Some(2), &[]).1, list(&[]));
    let two = [int.clone(), int.clone()];
    let rows = [(1, 5), (2, 7), (3, 7), (4, 6)].map(|(a, b)| vec![Value::Int(a), Value::Int(b)]);
    assert_eq!(ranked("TOP_BY", &two, Some(3), &rows).1, list(&[2, 3, 4]));
    assert_eq!(ranked("MAX_BY", &two, Some(5), &rows), ("List<Int32>".into(), list(&[2, 3])));
    assert_eq!(ranked("MAX_BY", &two, None, &rows).1, Value::Int(2));
    let rows = ints(&[Some(7), Some(8), Some(8)]);
    let mode = Value::Items([Value::Items([Value::Uint(2), Value::Int(8)].into())].into());
    let ty = "List<Struct<'Frequency':Uint64,'Value':Int32>>";
    assert_eq!(ranked("MODE", &one, None, &rows), (ty.into(), mode));
}

#[test]
fn nothing_gives_zero_or_null() {
    let column = [Type::from(Primitive::Int32)];
    assert_eq!(run("COUNT", false, &[], &[]).1, Value::Uint(0));
    for name in ["SUM", "MIN", "AVG", "SOME"] {
        assert_eq!(run(name, false, &column, &[]).1, Value::Null, "{name}");
    }
}
