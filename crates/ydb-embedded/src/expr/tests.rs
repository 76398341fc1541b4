//! Tests of expressions as texts: types and values of valid expressions, and messages of refused expressions.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::Arc;

use super::{Expr, ExprKind, Names, compile};
use crate::error::{Error, Position, Result};
use crate::expr::{Env, Inputs, eval};
use crate::types::{Primitive, Type, Value, to_text};
use crate::yql::{ast, parse};

/// Names without any sources, but with parameters: `$one` (Int32 1), `$ids` (List<Uint64> 1, 2, 3), `$none` (Utf8?
/// NULL), `$text` (Utf8 "abc"), `$bytes` (String "xyz").
struct Parameters;

fn parameters() -> Vec<(&'static str, Type, Value)> {
    let ids = [Value::Uint(1), Value::Uint(2), Value::Uint(3)];
    vec![
        ("one", Primitive::Int32.into(), Value::Int(1)),
        ("ids", Type::List(Arc::new(Primitive::Uint64.into())), Value::Items(ids.into())),
        ("none", Type::from(Primitive::Utf8).optional(), Value::Null),
        ("text", Primitive::Utf8.into(), Value::text("abc")),
        ("bytes", Primitive::String.into(), Value::bytes(*b"xyz")),
    ]
}

impl Names for Parameters {
    fn column(&mut self, _: Option<&ast::Ident>, name: &ast::Ident, at: Position) -> Result<Expr> {
        Err(Error::type_annotation(at, format!("Member not found: {}", name.name)))
    }

    fn named(&mut self, name: &ast::Ident) -> Result<Expr> {
        let bare = name.name.trim_start_matches('$');
        let known = parameters();
        let position = known.iter().position(|(known, ..)| *known == bare);
        let position = position.ok_or_else(|| Error::type_annotation(name.at, format!("Unknown name: ${bare}")))?;
        Ok(Expr::new(known[position].1.clone(), name.at, ExprKind::Param(position)))
    }

    fn version(&self) -> &str {
        "test"
    }
}

fn typed(text: &str) -> Result<Expr> {
    let query = parse(&format!("SELECT {text}")).unwrap_or_else(|error| panic!("{text}: {error}"));
    let ast::StatementKind::Select(select) = &query.statements[0].kind else { panic!("{text} is no SELECT") };
    let ast::SelectBody::Core(core) = &select.body else { panic!("{text} is no plain SELECT") };
    let ast::SelectItem::Expr { expr, .. } = &core.items[0] else { panic!("{text} is a star") };
    compile(expr, &mut Parameters)
}

fn environment() -> Env {
    // The time is 2021-01-01T00:00:00.000005Z.
    Env::new(parameters().into_iter().map(|(_, _, value)| value).collect(), 0, 1_609_459_200_000_005, 7)
}

/// Returns the type and the value of an expression as one text.
fn shown(text: &str) -> String {
    let expr = typed(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let env = environment();
    let value = eval(&expr, &Inputs::new(&[], &env)).unwrap_or_else(|error| panic!("{text}: {error}"));
    format!("{} {}", short(&expr.ty), literal(&value, &expr.ty))
}

/// Prints `Optional<T>` as `T?`.
fn short(ty: &Type) -> String {
    match ty {
        Type::Optional(inner) => format!("{}?", short(inner)),
        other => other.to_string(),
    }
}

fn literal(value: &Value, ty: &Type) -> String {
    match (value, ty.unwrap_optional()) {
        (Value::Null, _) => "NULL".to_owned(),
        (Value::Just(inner), ty) => literal(inner, ty),
        (Value::Items(items), Type::Tuple(types)) => {
            let items: Vec<_> = items.iter().zip(types.iter()).map(|(value, ty)| literal(value, ty)).collect();
            format!("({})", items.join(", "))
        }
        (Value::Items(items), Type::Struct(types)) => {
            let items: Vec<_> = items.iter().zip(types.iter()).map(|(value, ty)| literal(value, &ty.1)).collect();
            format!("<{}>", items.join(", "))
        }
        (Value::Items(items), Type::List(ty)) => {
            let items: Vec<_> = items.iter().map(|value| literal(value, ty)).collect();
            format!("[{}]", items.join(", "))
        }
        (Value::Bytes(bytes), _) => String::from_utf8_lossy(bytes).into_owned(),
        (Value::Bool(truth), _) => truth.to_string(),
        (value, ty) => to_text(value, ty),
    }
}

#[test]
fn accepted() {
    let mut wrong = Vec::new();
    let table = include_str!("tests/accepted.txt");
    let cases = table.lines().filter(|line| !line.is_empty() && !line.starts_with("--"));
    let mut count = 0;
    for line in cases {
        let (text, expected) = line.split_once(" => ").unwrap_or_else(|| panic!("no expectation: {line}"));
        let found = std::panic::catch_unwind(|| shown(text)).unwrap_or_else(|_| "a refusal".to_owned());
        if found != expected {
            wrong.push(format!("{text}\n  expected {expected}\n  found    {found}"));
        }
        count += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count >= 150, "{count} cases");
}

#[test]
fn refused() {
    let mut wrong = Vec::new();
    let table = include_str!("tests/refused.txt");
    let cases = table.lines().filter(|line| !line.is_empty() && !line.starts_with("--"));
    let mut count = 0;
    for line in cases {
        let (text, expected) = line.split_once(" => ").unwrap_or_else(|| panic!("no expectation: {line}"));
        let env = environment();
        let answer = typed(text).and_then(|expr| eval(&expr, &Inputs::new(&[], &env)));
        let found = answer.map_or_else(|error| error.to_string(), |value| format!("{value:?}"));
        if !found.contains(expected) {
            wrong.push(format!("{text}\n  expected {expected}\n  found    {found}"));
        }
        count += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count >= 30, "{count} cases");
}

/// Checks that the engine knows each of YQL's names. The error of a call then tells what is wrong with the call, or
/// that the engine does not support the function.
#[test]
fn every_name_of_yql_is_known() {
    let mut count = 0;
    for group in ["function", "window", "aggregate"] {
        for name in super::names_of(group) {
            for name in [name.to_owned(), name.to_uppercase(), format!("{name}_")] {
                let error = typed(&format!("`{name}`()")).err().map(|error| error.to_string()).unwrap_or_default();
                assert!(!error.contains("Unknown builtin"), "{error}");
            }
            count += 1;
        }
    }
    assert!(count > 400, "{count}");
    for line in super::NAMES.lines().filter(|line| line.contains("::")) {
        let (module, names) = line.split_once(":: ").unwrap();
        for name in names.split(' ') {
            let error = typed(&format!("{module}::{name}()")).err().map(|error| error.to_string()).unwrap_or_default();
            assert!(!error.contains("Unknown") && !error.contains("not loaded"), "{error}");
            count += 1;
        }
    }
    assert!(count > 700, "{count}");
    for name in ["NoSuchFunction", "IndexOf", "checked__sum"] {
        assert!(typed(&format!("{name}()")).unwrap_err().to_string().contains("Unknown builtin"), "{name}");
    }
}

/// Checks that all functions with a signature are in the list of YQL's names.
#[test]
fn signatures_are_listed() {
    for signature in super::signatures::all() {
        let (module, name) = signature.name.split_once("::").unwrap();
        assert!(super::names_of(&format!("{module}:")).any(|known| known == name), "{}", signature.name);
    }
}

#[test]
fn literals_convert_where_other_values_do_not() {
    let timestamp = Type::from(Primitive::Timestamp);
    let number = Expr::new(Primitive::Uint64.into(), Position::default(), ExprKind::Param(0));
    assert!(super::coerce(number.clone(), &timestamp).is_ok());
    let mismatch = super::coerce(number, &Primitive::Utf8.into()).unwrap_err();
    assert_eq!((mismatch.from, mismatch.to), (Primitive::Uint64.into(), Primitive::Utf8.into()));
    let literal = typed("1").unwrap();
    let written = super::coerce(literal, &Type::from(Primitive::Uint64).optional()).unwrap();
    assert!(matches!(written.kind, ExprKind::Const(Value::Uint(1))));
}

#[test]
fn conjuncts_are_the_operands_of_every_and() {
    let expr = typed("$one = 1 AND ($one = 2 AND $one = 3) AND ($one = 4 OR $one = 5)").unwrap();
    assert_eq!(super::conjuncts(expr).len(), 4);
}

#[test]
fn columns_are_found_and_moved() {
    let column = |position| Expr::new(Primitive::Int32.into(), Position::default(), ExprKind::Column(position));
    let pair = Box::new([column(1), column(4)]);
    let mut expr = Expr::new(Primitive::Bool.into(), Position::default(), ExprKind::Distinct(pair));
    assert!(!expr.is_constant());
    assert_eq!(expr.columns().into_iter().collect::<Vec<_>>(), [1, 4]);
    expr.map_columns(&mut |position| position + 10);
    assert_eq!(expr.columns().into_iter().collect::<Vec<_>>(), [11, 14]);
}
