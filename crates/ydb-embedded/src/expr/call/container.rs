//! The functions that make lists, tuples, structs and dicts of their arguments.

use std::sync::Arc;

use super::{Site, two};
use crate::error::Result;
use crate::expr::compiler::{Compiler, error};
use crate::expr::{Expr, ExprKind, collection};
use crate::types::{Type, Value};
use crate::yql::ast::Arg;

impl Compiler<'_> {
    /// A function of containers; `None` if there is no function of this name.
    pub(super) fn container_call(&mut self, name: &str, site: &Site<'_>) -> Result<Option<Expr>> {
        let at = site.at;
        Ok(Some(match name {
            "astuple" => collection::tuple(self.values(site)?, at),
            "aslist" | "asliststrict" => collection::list(self.values(site)?, at)?,
            "asset" | "assetstrict" => collection::dict(self.values(site)?, None, at)?,
            "asstruct" => self.structure(site)?,
            "asdict" | "asdictstrict" => self.pairs(site)?,
            "listcreate" => {
                let [item] = self.types(site)?;
                Expr::new(Type::List(Arc::new(item)), at, ExprKind::Items(Box::default()))
            }
            "dictcreate" => {
                let [key, value] = self.types(site)?;
                Expr::new(Type::Dict(Arc::new(key), Arc::new(value)), at, ExprKind::Dict(Box::default()))
            }
            "setcreate" => {
                let [key] = self.types(site)?;
                Expr::new(Type::Dict(Arc::new(key), Type::Void.into()), at, ExprKind::Dict(Box::default()))
            }
            "void" => self.nothing(Type::Void, site)?,
            "emptylist" => self.nothing(Type::EmptyList, site)?,
            "emptydict" => self.nothing(Type::EmptyDict, site)?,
            "dictlookup" => {
                let [whole, key] = self.exactly(site)?;
                collection::lookup(whole, key, at)?
            }
            _ => return Ok(None),
        }))
    }

    fn structure(&mut self, site: &Site<'_>) -> Result<Expr> {
        let mut members = Vec::with_capacity(site.call.args.len());
        for arg in &site.call.args {
            match arg {
                Arg::Named(name, value) => members.push((Arc::clone(&name.name), self.expr(value)?)),
                _ => return error(site.at, "Structure does not allow positional arguments"),
            }
        }
        collection::structure(members, site.at)
    }

    fn pairs(&mut self, site: &Site<'_>) -> Result<Expr> {
        let (mut keys, mut values) = (Vec::new(), Vec::new());
        for pair in self.values(site)? {
            let [key, value] = two(pair)?;
            keys.push(key);
            values.push(value);
        }
        collection::dict(keys, Some(values), site.at)
    }

    /// The only value of a type that has but one.
    fn nothing(&mut self, ty: Type, site: &Site<'_>) -> Result<Expr> {
        let [] = self.exactly(site)?;
        let kind = match ty {
            Type::EmptyList => ExprKind::Items(Box::default()),
            Type::EmptyDict => ExprKind::Dict(Box::default()),
            _ => ExprKind::Const(Value::Null),
        };
        Ok(Expr::new(ty, site.at, kind))
    }
}
