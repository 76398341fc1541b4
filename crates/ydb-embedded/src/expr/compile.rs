//! The expression compiler: turns an expression of the syntax tree into a typed expression. Literals and the statements
//! of a lambda are here, too.
//!
//! Types flow from the leaves upwards, in one pass. A column, a parameter and a literal have a type, and each operator
//! or function computes its type from its operands. Where the operands' types differ, they are converted to a common
//! type. The conversion becomes a node of the tree, so evaluation never looks for one. Literals have more conversions
//! than other values, because their value is known: `5`, an Int32, becomes a Uint8 where a Uint8 is expected.
//!
//! Names are looked up through [`Names`], which the planner implements. A lambda has no type of its own: its body is
//! compiled at each call, with the types of the arguments.

use std::sync::Arc;

use super::coerce::item;
use super::types::{primitive, resolve};
use super::{Compiler, Expr, ExprKind, Local, Names, SubqueryShape, boolean, error, not};
use crate::error::{Error, Position, Result};
use crate::types::{Primitive, Type, Value, bitcast_type, cast_type, from_stored, parse_text};
use crate::work::tick;
use crate::yql::ast::{self, CompareOp, IntegerSuffix, Literal, StringSuffix, UnaryOp};

pub fn compile(expr: &ast::Expr, names: &mut dyn Names) -> Result<Expr> {
    let typed = Compiler { names, locals: Vec::new(), depth: 0 }.expr(expr)?;
    check_type(&typed)?;
    Ok(typed)
}

/// Refuses an expression whose type consists of too many types. A name or a lambda can use a type twice, so the size of
/// a type may double with each of them.
pub(super) fn check_type(typed: &Expr) -> Result<()> {
    const MOST: usize = 100_000;
    if typed.ty.is_within(MOST) {
        return Ok(());
    }
    Err(Error::translation(typed.at, format!("The type is too large: it is made of more than {MOST} types")))
}

impl Compiler<'_> {
    pub(crate) fn expr(&mut self, expr: &ast::Expr) -> Result<Expr> {
        tick(1)?;
        let at = expr.at;
        match &expr.kind {
            ast::ExprKind::Literal(value) => literal_expr(value, at),
            ast::ExprKind::Column { qualifier, name } => self.names.column(qualifier.as_ref(), name, at),
            ast::ExprKind::Named(name) => self.named(name, at),
            ast::ExprKind::Unary { op, expr } => self.unary(*op, expr, at),
            ast::ExprKind::Binary { first, rest } => self.binary(first, rest),
            ast::ExprKind::Between { expr, low, high, negated, symmetric } => {
                let (expr, low, high) = (self.expr(expr)?, self.expr(low)?, self.expr(high)?);
                self.copied(&expr, if *symmetric { 3 } else { 1 })?;
                if *symmetric {
                    self.copied(&low, 1)?;
                    self.copied(&high, 1)?;
                }
                super::operator::between(expr, low, high, *symmetric, *negated, at)
            }
            ast::ExprKind::In { expr, set, negated } => self.is_in(expr, set, *negated, at),
            ast::ExprKind::IsNull { expr, negated } => {
                let operand = self.expr(expr)?;
                let is_null = Expr::new(boolean(false), at, ExprKind::IsNull(Box::new(operand)));
                Ok(if *negated { not(is_null) } else { is_null })
            }
            ast::ExprKind::Like { expr, pattern, escape, negated, ignore_case } => {
                let (text, pattern) = (self.expr(expr)?, self.expr(pattern)?);
                let escape = escape.as_ref().map(|escape| self.expr(escape)).transpose()?;
                let like = super::operator::like(text, pattern, escape, *ignore_case, at);
                like.map(|e| if *negated { not(e) } else { e })
            }
            ast::ExprKind::Regexp { expr, pattern, negated, whole } => {
                let (text, pattern) = (self.expr(expr)?, self.expr(pattern)?);
                super::operator::regexp(text, pattern, *whole, at).map(|e| if *negated { not(e) } else { e })
            }
            ast::ExprKind::Case { operand, branches, otherwise } => {
                self.case(operand.as_deref(), branches, otherwise.as_deref(), at)
            }
            ast::ExprKind::Cast { expr, ty } => self.cast(expr, ty, at),
            ast::ExprKind::BitCast { expr, ty } => self.bitcast(expr, ty, at),
            ast::ExprKind::Call(call) => self.call(call, at),
            ast::ExprKind::Json(call) => self.json(call, at),
            ast::ExprKind::Exists(query) => self.names.subquery(query, SubqueryShape::Exists, at),
            ast::ExprKind::Subquery(query) => self.names.subquery(query, SubqueryShape::Scalar, at),
            ast::ExprKind::Tuple(items) => Ok(super::collection::tuple(self.exprs(items)?, at)),
            ast::ExprKind::List(items) => super::collection::list(self.exprs(items)?, at),
            ast::ExprKind::Struct(members) => {
                let members = members
                    .iter()
                    .map(|(name, value)| Ok((Arc::clone(&name.name), self.expr(value)?)))
                    .collect::<Result<Vec<_>>>()?;
                super::collection::structure(members, at)
            }
            ast::ExprKind::Dict(pairs) => self.dict(pairs, at),
            ast::ExprKind::Let { locals, body } => self.with_locals(locals, body),
            ast::ExprKind::Lambda { .. } => Err(Error::unsupported(at, "A lambda outside a call")),
            ast::ExprKind::Member { expr, name } => self.member(expr, name, at),
            ast::ExprKind::Index { expr, index } => self.index(expr, index, at),
        }
    }

    pub(super) fn exprs<'e>(&mut self, exprs: impl IntoIterator<Item = &'e ast::Expr>) -> Result<Vec<Expr>> {
        exprs.into_iter().map(|expr| self.expr(expr)).collect()
    }

    fn named(&mut self, name: &ast::Ident, at: Position) -> Result<Expr> {
        let wanted = bare(&name.name);
        for local in self.locals.iter().rev() {
            match local {
                Local::Item(known, ty, depth) if bare(known) == wanted => {
                    return Ok(Expr::new(ty.clone(), at, ExprKind::Local(*depth)));
                }
                Local::Argument(known, value) if bare(known) == wanted => return Ok(value.clone()),
                _ => {}
            }
        }
        self.names.named(name)
    }

    fn unary(&mut self, op: UnaryOp, operand: &ast::Expr, at: Position) -> Result<Expr> {
        if op == UnaryOp::Minus
            && let ast::ExprKind::Literal(value) = &operand.kind
            && let Some(folded) = negated_literal(value, at)
        {
            return folded;
        }
        let operand = self.expr(operand)?;
        match op {
            UnaryOp::Plus => super::operator::plus(operand, at),
            UnaryOp::Minus => super::operator::negate(operand, at),
            UnaryOp::BitNot => super::operator::bit_not(operand, at),
            UnaryOp::Not => super::operator::not(operand, at),
        }
    }

    fn binary(&mut self, first: &ast::Expr, rest: &[ast::Operand]) -> Result<Expr> {
        let mut left = self.expr(first)?;
        if let Some(last) = rest.last().filter(|last| super::operator::takes_many(last.op)) {
            let mut operands = vec![left];
            for operand in rest {
                operands.push(self.expr(&operand.expr)?);
            }
            return super::operator::many(last.op, operands, last.at);
        }
        for ast::Operand { at, op, expr } in rest {
            let right = self.expr(expr)?;
            left = super::operator::binary(*op, left, right, *at)?;
        }
        Ok(left)
    }

    fn case(
        &mut self,
        operand: Option<&ast::Expr>,
        branches: &[(ast::Expr, ast::Expr)],
        otherwise: Option<&ast::Expr>,
        at: Position,
    ) -> Result<Expr> {
        let operand = operand.map(|operand| self.expr(operand)).transpose()?;
        operand.iter().try_for_each(|operand| self.copied(operand, branches.len() - 1))?;
        let mut typed = Vec::with_capacity(branches.len());
        for (condition, value) in branches {
            let when = self.expr(condition)?;
            let when = match &operand {
                Some(operand) => super::compare::compare(CompareOp::Eq, operand.clone(), when, condition.at)?,
                None => when,
            };
            typed.push((when, self.expr(value)?));
        }
        let otherwise = otherwise.map(|otherwise| self.expr(otherwise)).transpose()?;
        super::operator::case(typed, otherwise, at)
    }

    /// Counts the nodes of an operand that is copied, unless the operand is small.
    fn copied(&mut self, operand: &Expr, times: usize) -> Result<()> {
        let nodes = operand.nodes();
        if nodes > 2 { self.names.spend(nodes.saturating_mul(times), operand.at) } else { Ok(()) }
    }

    fn cast(&mut self, operand: &ast::Expr, ty: &ast::TypeExpr, at: Position) -> Result<Expr> {
        let (operand, target) = (self.expr(operand)?, resolve(ty)?);
        if operand.ty == Type::Null {
            return Ok(Expr::null(target, at));
        }
        match cast_type(&operand.ty, &target) {
            Some(result) if result == operand.ty => Ok(operand),
            Some(result) => Ok(Expr::new(result, at, ExprKind::Cast(Box::new(operand)))),
            None if [&operand.ty, &target].into_iter().filter_map(primitive).any(Primitive::is_tz) => {
                Err(Error::unsupported(at, "A type with a time zone"))
            }
            None => error(at, format!("Cannot cast type {} into {target}", operand.ty)),
        }
    }

    fn bitcast(&mut self, operand: &ast::Expr, ty: &ast::TypeExpr, at: Position) -> Result<Expr> {
        let (operand, target) = (self.expr(operand)?, resolve(ty)?);
        if operand.ty == Type::Null {
            return Ok(Expr::null(target, at));
        }
        match bitcast_type(&operand.ty, &target) {
            Some(result) => Ok(Expr::new(result, at, ExprKind::BitCast(Box::new(operand)))),
            None => error(at, format!("Cannot bit cast type {} into {target}", operand.ty)),
        }
    }
}

fn bare(name: &str) -> &str {
    name.strip_prefix('$').unwrap_or(name)
}

fn literal_expr(literal: &Literal, at: Position) -> Result<Expr> {
    let (ty, value) = match literal {
        Literal::Null => return Ok(Expr::new(Type::Null, at, ExprKind::Const(Value::Null))),
        Literal::Bool(value) => (Primitive::Bool, Value::Bool(*value)),
        Literal::Integer { value, suffix } => return integer(i128::from(*value), integer_type(*value, *suffix), at),
        #[expect(clippy::cast_possible_truncation, reason = "a Float literal is rounded to its precision")]
        Literal::Real { value, float: true } => (Primitive::Float, Value::Float(*value as f32)),
        Literal::Real { value, float: false } => (Primitive::Double, Value::Double(*value)),
        Literal::String { bytes, suffix } => return constructed_literal(string_type(*suffix).into(), bytes, at),
    };
    Ok(Expr::constant(ty.into(), at, value))
}

/// Returns the constant for a literal after a unary minus, if the sign belongs to the literal.
fn negated_literal(literal: &Literal, at: Position) -> Option<Result<Expr>> {
    match literal {
        Literal::Integer { value, suffix: None } if *value > 1 << 63 => {
            let message = format!("Failed to parse negative integer: -{value}, number limit overflow");
            Some(Err(Error::translation(at, message)))
        }
        Literal::Integer { value, suffix } => {
            let ty = match integer_type(*value, *suffix) {
                // The smallest Int64 has no positive counterpart.
                Primitive::Uint64 if suffix.is_none() && *value == 1 << 63 => Primitive::Int64,
                ty => ty,
            };
            // Unsigned literals are negated at run time.
            ty.is_signed_integer().then(|| integer(-i128::from(*value), ty, at))
        }
        Literal::Real { value, float } => Some(literal_expr(&Literal::Real { value: -value, float: *float }, at)),
        _ => None,
    }
}

fn integer_type(value: u64, suffix: Option<IntegerSuffix>) -> Primitive {
    match suffix {
        Some(IntegerSuffix::Int8) => Primitive::Int8,
        Some(IntegerSuffix::Int16) => Primitive::Int16,
        Some(IntegerSuffix::Int64) => Primitive::Int64,
        Some(IntegerSuffix::Uint8) => Primitive::Uint8,
        Some(IntegerSuffix::Uint16) => Primitive::Uint16,
        Some(IntegerSuffix::Uint32) => Primitive::Uint32,
        Some(IntegerSuffix::Uint64) => Primitive::Uint64,
        None if i32::try_from(value).is_ok() => Primitive::Int32,
        None if i64::try_from(value).is_ok() => Primitive::Int64,
        None => Primitive::Uint64,
    }
}

fn integer(value: i128, ty: Primitive, at: Position) -> Result<Expr> {
    match from_stored(value, ty) {
        Some(constant) => Ok(Expr::constant(ty.into(), at, constant)),
        None => {
            let message =
                format!("Failed to parse {value} as integer literal of {ty} type: value out of range for {ty}");
            Err(Error::translation(at, message))
        }
    }
}

fn string_type(suffix: Option<StringSuffix>) -> Primitive {
    match suffix {
        None | Some(StringSuffix::String) => Primitive::String,
        Some(StringSuffix::Utf8) => Primitive::Utf8,
        Some(StringSuffix::Yson) => Primitive::Yson,
        Some(StringSuffix::Json) => Primitive::Json,
    }
}

/// Returns the constant for `Type('text')`, or for a string literal.
pub(super) fn constructed_literal(ty: Type, text: &[u8], at: Position) -> Result<Expr> {
    if let Type::Primitive(Primitive::String | Primitive::Yson) = ty {
        return Ok(Expr::constant(ty, at, Value::bytes(text)));
    }
    match std::str::from_utf8(text).ok().and_then(|text| parse_text(text, &ty)) {
        Some(value) => Ok(Expr::constant(ty, at, value)),
        None => {
            let name = if ty.decimal().is_some() { "Decimal".to_owned() } else { ty.to_string() };
            let text = String::from_utf8_lossy(text);
            Err(Error::translation(at, format!("Invalid value {text:?} for type {name}")))
        }
    }
}

// Statements of a lambda: they give names to values, and each value sees the names before it.
//
// A short value (a constant, a column, a parameter or a local) replaces its name wherever the name is used. Any other
// value is computed once, before the rest. It becomes a local of a nested [`ExprKind::Let`], whose body is the rest.

/// Maximum number of a lambda's values that are computed before its body. Each value is one level of the tree.
const MOST: usize = 64;

impl Compiler<'_> {
    /// Compiles `$a = value; $b, $c = value; RETURN body`.
    fn with_locals(&mut self, locals: &[(Vec<ast::Ident>, ast::Expr)], body: &ast::Expr) -> Result<Expr> {
        let (outer, depth) = (self.locals.len(), self.depth);
        let body = self.after_locals(locals, body);
        self.locals.truncate(outer);
        self.depth = depth;
        body
    }

    fn after_locals(&mut self, locals: &[(Vec<ast::Ident>, ast::Expr)], body: &ast::Expr) -> Result<Expr> {
        let mut values = Vec::new();
        for (names, value) in locals {
            let at = value.at;
            let value = self.expr(value)?;
            check_type(&value)?;
            match (names.as_slice(), value) {
                ([name], value) => self.bind_local(name, value, &mut values),
                (names, Expr { ty: Type::Tuple(types), kind: ExprKind::Items(items), .. }) => {
                    check_count(types.len(), names.len(), at)?;
                    for (name, value) in names.iter().zip(items) {
                        self.bind_local(name, value, &mut values);
                    }
                }
                (names, value) => {
                    let Type::Tuple(types) = &value.ty else {
                        return error(at, format!("Expected tuple type, but got: {}", value.ty));
                    };
                    check_count(types.len(), names.len(), at)?;
                    let whole = self.next_local(value, &mut values);
                    for (position, name) in names.iter().enumerate() {
                        let value = item(whole.clone(), position);
                        self.locals.push(Local::Argument(Arc::clone(&name.name), value));
                    }
                }
            }
            if values.len() > MOST {
                return Err(Error::translation(at, format!("A lambda has more than {MOST} statements")));
            }
        }
        let body = self.expr(body)?;
        let within = |body: Expr, value| {
            let ty = body.ty.clone();
            Expr::new(ty, body.at, ExprKind::Let(Box::new([value]), Box::new(body)))
        };
        Ok(values.into_iter().rev().fold(body, within))
    }

    fn bind_local(&mut self, name: &ast::Ident, value: Expr, values: &mut Vec<Expr>) {
        let is_short =
            matches!(value.kind, ExprKind::Const(_) | ExprKind::Column(_) | ExprKind::Param(_) | ExprKind::Local(_));
        let value = if is_short { value } else { self.next_local(value, values) };
        self.locals.push(Local::Argument(Arc::clone(&name.name), value));
    }

    /// Adds a value that is computed before the rest of the lambda. Returns the local that stands for the value in the
    /// rest.
    fn next_local(&mut self, value: Expr, values: &mut Vec<Expr>) -> Expr {
        let local = Expr::new(value.ty.clone(), value.at, ExprKind::Local(self.depth));
        values.push(value);
        self.depth += 1;
        local
    }
}

fn check_count(items: usize, names: usize, at: Position) -> Result<()> {
    if items == names { Ok(()) } else { error(at, format!("Expected tuple of {names} items, but it has {items}")) }
}
