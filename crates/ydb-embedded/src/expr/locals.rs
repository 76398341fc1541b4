//! The statements of a lambda: names of values, each of which sees the names before it.
//!
//! A value that is as short as a name stands wherever its name is used. Any other is computed once, before the rest: it
//! becomes a local of a nested [`ExprKind::Let`], whose body is what follows.

use std::sync::Arc;

use super::compile::check_type;
use super::compiler::{Compiler, Local, error};
use super::shape::item;
use super::{Expr, ExprKind};
use crate::error::{Error, Position, Result};
use crate::types::Type;
use crate::yql::ast;

/// The most values of a lambda that are computed before its body: each is one level of the tree.
const MOST: usize = 64;

impl Compiler<'_> {
    /// `$a = value; $b, $c = value; RETURN body`.
    pub(super) fn with_locals(&mut self, locals: &[(Vec<ast::Ident>, ast::Expr)], body: &ast::Expr) -> Result<Expr> {
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

    /// A value that is computed before what follows, as what follows sees it.
    fn next_local(&mut self, value: Expr, values: &mut Vec<Expr>) -> Expr {
        let local = Expr::new(value.ty.clone(), value.at, ExprKind::Local(self.depth));
        values.push(value);
        self.depth += 1;
        local
    }
}

fn check_count(items: usize, names: usize, at: Position) -> Result<()> {
    match items == names {
        true => Ok(()),
        false => error(at, format!("Expected tuple of {names} items, but it has {items}")),
    }
}
