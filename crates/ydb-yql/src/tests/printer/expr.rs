//! Printer of types, expressions and literals.

use super::{flag, list, name, node, select, window, words};
use crate::ast::*;

pub(super) fn ty(ty: &TypeExpr) -> String {
    match &ty.kind {
        TypeExprKind::Name(ident) => name(ident),
        TypeExprKind::Decimal { precision, scale } => format!("Decimal({},{})", expr(precision), expr(scale)),
        TypeExprKind::Optional(inner) => format!("{}?", self::ty(inner)),
        TypeExprKind::List(inner) => format!("List<{}>", self::ty(inner)),
        TypeExprKind::Tuple(items) => format!("Tuple<{}>", words(items.iter().map(self::ty))),
        TypeExprKind::Struct(members) => {
            format!("Struct<{}>", words(members.iter().map(|(member, ty)| format!("{}:{}", member.name, self::ty(ty)))))
        }
        TypeExprKind::Dict(key, value) => format!("Dict<{} {}>", self::ty(key), self::ty(value)),
    }
}

fn not(negated: bool, name: &str) -> String {
    if negated { format!("not-{name}") } else { name.to_owned() }
}

pub(in crate::tests) fn expr(expression: &Expr) -> String {
    match &expression.kind {
        ExprKind::Literal(value) => literal(value),
        ExprKind::Column { qualifier: None, name } => name.name.to_string(),
        ExprKind::Column { qualifier: Some(table), name } => format!("{}.{}", table.name, name.name),
        ExprKind::Named(name) => format!("${}", name.name),
        ExprKind::Unary { op, expr } => {
            let op = match op {
                UnaryOp::Plus => "plus",
                UnaryOp::Minus => "minus",
                UnaryOp::BitNot => "~",
                UnaryOp::Not => "not",
            };
            node(op, [self::expr(expr)])
        }
        ExprKind::Binary { first, rest } => {
            rest.iter().fold(expr(first), |left, Operand { op, expr, .. }| node(binary(*op), [left, self::expr(expr)]))
        }
        ExprKind::Between { expr, low, high, negated, symmetric } => {
            let name = if *symmetric { "between-symmetric" } else { "between" };
            node(&not(*negated, name), [self::expr(expr), self::expr(low), self::expr(high)])
        }
        ExprKind::In { expr, set, negated } => {
            let set = match &**set {
                InSet::Items(items) => list(items, self::expr),
                InSet::Expr(set) => self::expr(set),
                InSet::Query(query) => select(query),
            };
            node(&not(*negated, "in"), [self::expr(expr), set])
        }
        ExprKind::IsNull { expr, negated } => node(&not(*negated, "null"), [self::expr(expr)]),
        ExprKind::Like { expr, pattern, escape, negated, ignore_case } => {
            let name = not(*negated, if *ignore_case { "ilike" } else { "like" });
            let escape = escape.as_ref().map_or_else(String::new, |escape| self::expr(escape));
            node(&name, [self::expr(expr), self::expr(pattern), escape])
        }
        ExprKind::Regexp { expr, pattern, negated, whole } => {
            node(&not(*negated, if *whole { "match" } else { "regexp" }), [self::expr(expr), self::expr(pattern)])
        }
        ExprKind::Case { operand, branches, otherwise } => node(
            "case",
            [
                operand.as_ref().map_or_else(String::new, |operand| expr(operand)),
                words(branches.iter().map(|(when, then)| node("when", [expr(when), expr(then)]))),
                otherwise.as_ref().map_or_else(String::new, |otherwise| node("else", [expr(otherwise)])),
            ],
        ),
        ExprKind::Cast { expr, ty } => node("cast", [self::expr(expr), self::ty(ty)]),
        ExprKind::BitCast { expr, ty } => node("bitcast", [self::expr(expr), self::ty(ty)]),
        ExprKind::Call(call) => {
            let module = call.module.as_ref().map_or_else(String::new, |module| format!("{}::", module.name));
            let arg = |arg: &Arg| match arg {
                Arg::Value(value) => expr(value),
                Arg::Named(name, value) => format!("{}:{}", expr(value), name.name),
                Arg::Type(ty) => format!("<{}>", self::ty(ty)),
                Arg::Star => "*".into(),
            };
            let over = match &call.over {
                None => String::new(),
                Some(Over::Named(name)) => format!("over {}", name.name),
                Some(Over::Window(over)) => format!("over {}", window(over)),
            };
            node(
                &format!("{module}{}", call.name.name),
                [
                    flag(call.distinct, "distinct"),
                    words(call.args.iter().map(arg)),
                    flag(call.ignore_nulls, "ignore-nulls"),
                    over,
                ],
            )
        }
        ExprKind::Json(call) => json(call),
        ExprKind::Exists(query) => node("exists", [select(query)]),
        ExprKind::Subquery(query) => node("sub", [select(query)]),
        ExprKind::Tuple(items) => node("tuple", items.iter().map(expr)),
        ExprKind::List(items) => node("list", items.iter().map(expr)),
        ExprKind::Struct(members) => {
            node("struct", members.iter().map(|(name, value)| format!("{}:{}", name.name, expr(value))))
        }
        ExprKind::Dict(items) => node(
            "dict",
            items.iter().map(|(key, value)| {
                value.as_ref().map_or_else(|| expr(key), |value| format!("{}:{}", expr(key), expr(value)))
            }),
        ),
        ExprKind::Lambda { params, body } => {
            node("lambda", [list(params, |param| format!("${}", param.name)), expr(body)])
        }
        ExprKind::Let { locals, body } => {
            let local = |(names, value): &(Vec<Ident>, Expr)| {
                node("let", [list(names, |name| format!("${}", name.name)), expr(value)])
            };
            node("body", locals.iter().map(local).chain([expr(body)]))
        }
        ExprKind::Member { expr, name } => node(".", [self::expr(expr), name.name.to_string()]),
        ExprKind::Index { expr, index } => node("at", [self::expr(expr), self::expr(index)]),
    }
}

fn json(call: &JsonCall) -> String {
    let case = |name: &str, case: &Option<JsonCase>| {
        case.as_ref().map(|case| match case {
            JsonCase::Default(default) => node(name, [expr(default)]),
            other => node(name, [format!("{other:?}").to_lowercase()]),
        })
    };
    let passing = call.passing.iter().map(|(name, value)| node("passing", [name.name.to_string(), expr(value)]));
    let returning = call.returning.iter().map(|returning| node("returning", [ty(returning)]));
    let wrapper = (call.wrapper != JsonWrapper::Without).then(|| format!("{:?}", call.wrapper).to_lowercase());
    let rest = passing.chain(returning).chain(wrapper);
    let cases = [case("empty", &call.on_empty), case("error", &call.on_error)].into_iter().flatten();
    node(call.function.name(), [expr(&call.json), expr(&call.path)].into_iter().chain(rest).chain(cases))
}

fn binary(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Or => "or",
        BinaryOp::Xor => "xor",
        BinaryOp::And => "and",
        BinaryOp::Compare(CompareOp::Eq) => "=",
        BinaryOp::Compare(op) => op.name(),
        BinaryOp::IsDistinctFrom => "distinct",
        BinaryOp::IsNotDistinctFrom => "not-distinct",
        BinaryOp::Coalesce => "??",
        BinaryOp::BitAnd => "&",
        BinaryOp::BitOr => "|",
        BinaryOp::BitXor => "^",
        BinaryOp::ShiftLeft => "<<",
        BinaryOp::ShiftRight => ">>",
        BinaryOp::RotateLeft => "|<<",
        BinaryOp::RotateRight => ">>|",
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Mod => "%",
        BinaryOp::Concat => "||",
    }
}

fn literal(value: &Literal) -> String {
    match value {
        Literal::Null => "NULL".into(),
        Literal::Bool(value) => value.to_string(),
        Literal::Integer { value, suffix } => {
            let suffix = suffix.map_or("", |suffix| match suffix {
                IntegerSuffix::Int8 => "t",
                IntegerSuffix::Int16 => "s",
                IntegerSuffix::Int64 => "l",
                IntegerSuffix::Uint8 => "ut",
                IntegerSuffix::Uint16 => "us",
                IntegerSuffix::Uint32 => "u",
                IntegerSuffix::Uint64 => "ul",
            });
            format!("{value}{suffix}")
        }
        Literal::Real { value, float } => format!("{value:?}{}", if *float { "f" } else { "" }),
        Literal::String { bytes, suffix } => {
            let suffix = suffix.map_or("", |suffix| match suffix {
                StringSuffix::Utf8 => "u",
                StringSuffix::Yson => "y",
                StringSuffix::Json => "j",
                StringSuffix::String => "s",
            });
            format!("'{}'{suffix}", bytes.escape_ascii())
        }
    }
}
