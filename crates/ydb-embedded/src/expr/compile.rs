//! The expression compiler: from an expression of the syntax tree to a typed one.
//!
//! Types flow from the leaves upwards, in one pass: a column, a parameter and a literal have a type, and each operator
//! or function computes its own from its operands. Where the operands' types differ, they are converted to a common
//! type, and the conversion becomes a node of the tree, so evaluation never looks for one. Literals convert further
//! than other values, because their value is known: `5`, an Int32, becomes a Uint8 where one is expected.
//!
//! Names are looked up through [`Names`], which the planner implements. A lambda has no type of its own: its body is
//! compiled at each call, with the argument's type.

use std::sync::Arc;

use super::compiler::{Compiler, Local, boolean, error, not};
use super::{Expr, ExprKind, Names, literal};
use crate::error::{Error, Position, Result};
use crate::expr::types::{primitive, resolve};
use crate::types::{Primitive, Type, bitcast_type, cast_type};
use crate::work::tick;
use crate::yql::ast::{self, CompareOp, UnaryOp};

/// The typed form of an expression.
pub fn compile(expr: &ast::Expr, names: &mut dyn Names) -> Result<Expr> {
    let typed = Compiler { names, locals: Vec::new(), depth: 0 }.expr(expr)?;
    check_type(&typed)?;
    Ok(typed)
}

/// Refuses an expression whose type is made of too many. A name or a lambda can use a type twice, so types may double
/// with each of them.
pub(super) fn check_type(typed: &Expr) -> Result<()> {
    const MOST: usize = 100_000;
    if typed.ty.is_within(MOST) {
        return Ok(());
    }
    Err(Error::translation(typed.at, format!("The type is too large: it is made of more than {MOST} types")))
}

impl Compiler<'_> {
    /// The typed form of one expression.
    pub(crate) fn expr(&mut self, expr: &ast::Expr) -> Result<Expr> {
        tick(1)?;
        let at = expr.at;
        match &expr.kind {
            ast::ExprKind::Literal(value) => literal::compile(value, at),
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
            ast::ExprKind::Exists(query) => self.names.exists(query, at),
            ast::ExprKind::Subquery(query) => self.names.scalar(query, at),
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

    /// The typed forms of several.
    pub(super) fn exprs<'e>(&mut self, exprs: impl IntoIterator<Item = &'e ast::Expr>) -> Result<Vec<Expr>> {
        exprs.into_iter().map(|expr| self.expr(expr)).collect()
    }

    fn named(&mut self, name: &ast::Ident, at: Position) -> Result<Expr> {
        let bare = bare(&name.name);
        for local in self.locals.iter().rev() {
            match local {
                Local::Item(known, ty, depth) if bare_eq(known, bare) => {
                    return Ok(Expr::new(ty.clone(), at, ExprKind::Local(*depth)));
                }
                Local::Argument(known, value) if bare_eq(known, bare) => return Ok(value.clone()),
                _ => {}
            }
        }
        self.names.named(name)
    }

    fn unary(&mut self, op: UnaryOp, operand: &ast::Expr, at: Position) -> Result<Expr> {
        if op == UnaryOp::Minus
            && let ast::ExprKind::Literal(value) = &operand.kind
            && let Some(folded) = literal::negated(value, at)
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

    /// Counts copies of an operand, unless it is small.
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

fn bare_eq(name: &str, other: &str) -> bool {
    bare(name) == other
}
