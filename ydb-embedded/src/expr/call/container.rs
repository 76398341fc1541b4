//! The functions of lists, tuples, structs and dicts.

use std::sync::Arc;

use super::{Site, argument, invoke, wrong_count};
use crate::error::Result;
use crate::expr::builtins::list as run;
use crate::expr::compiler::{Compiler, boolean, error};
use crate::expr::types::{primitive, resolve};
use crate::expr::{Builtin, Expr, ExprKind, collection};
use crate::types::{Primitive, Type, Value};
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
            "asdict" => self.pairs(site)?,
            "listcreate" => match site.call.args.as_slice() {
                [Arg::Type(ty)] => Expr::new(Type::List(Arc::new(resolve(ty)?)), at, ExprKind::Items(Box::default())),
                args => return wrong_count(site, 1, 1, args.len()),
            },
            "listlength" => self.of_list("ListLength", run::length, Primitive::Uint64, site)?,
            "listhasitems" => self.of_list("ListHasItems", run::has_items, Primitive::Bool, site)?,
            "dictlength" => self.of_list("DictLength", run::length, Primitive::Uint64, site)?,
            "listhead" => self.item("ListHead", run::head, site)?,
            "listlast" => self.item("ListLast", run::last, site)?,
            "listreverse" => self.same("ListReverse", run::reverse, site)?,
            "listtake" => self.cut("ListTake", run::take, site)?,
            "listskip" => self.cut("ListSkip", run::skip, site)?,
            "listconcat" => self.concat(site)?,
            "listextend" => self.extend(site)?,
            "listhas" => self.has(site)?,
            "dictcontains" => self.contains(site)?,
            "dictlookup" => {
                let [whole, key] = self.exactly(site)?;
                collection::lookup(whole, key, at)?
            }
            "listmap" => self.mapped(site, true)?,
            "listfilter" => self.mapped(site, false)?,
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
            match (pair.kind, &pair.ty) {
                (ExprKind::Items(items), Type::Tuple(types)) if types.len() == 2 => {
                    let mut items = items.into_vec().into_iter();
                    keys.extend(items.next());
                    values.extend(items.next());
                }
                _ => return error(pair.at, format!("Expected tuple of two, but got: {}", pair.ty)),
            }
        }
        collection::dict(keys, Some(values), site.at)
    }

    fn of_list(&mut self, name: &'static str, run: Builtin, ty: Primitive, site: &Site<'_>) -> Result<Expr> {
        let [list] = self.exactly(site)?;
        let fits = matches!(
            list.ty.unwrap_optional(),
            Type::List(_) | Type::Dict(..) | Type::EmptyList | Type::EmptyDict | Type::Null
        );
        if !fits {
            return error(list.at, format!("Expected list type, but got: {}", list.ty));
        }
        let ty = Type::from(ty);
        let ty = if list.ty.is_optional() { ty.optional() } else { ty };
        Ok(invoke(name, run, 1, vec![list], ty, site.at))
    }

    fn item(&mut self, name: &'static str, run: Builtin, site: &Site<'_>) -> Result<Expr> {
        let [list] = self.exactly(site)?;
        let ty = item_type(&list)?.optional();
        Ok(invoke(name, run, 1, vec![list], ty, site.at))
    }

    fn same(&mut self, name: &'static str, run: Builtin, site: &Site<'_>) -> Result<Expr> {
        let [list] = self.exactly(site)?;
        item_type(&list)?;
        let ty = list.ty.clone();
        Ok(invoke(name, run, 1, vec![list], ty, site.at))
    }

    fn cut(&mut self, name: &'static str, run: Builtin, site: &Site<'_>) -> Result<Expr> {
        let [list, count] = self.exactly(site)?;
        item_type(&list)?;
        let count = argument(count, &Primitive::Uint64.into(), 1)?;
        let ty = list.ty.clone();
        Ok(invoke(name, run, 1, vec![list, count], ty, site.at))
    }

    fn extend(&mut self, site: &Site<'_>) -> Result<Expr> {
        let lists = self.between::<1>(site, 31)?;
        let ty = lists[0].ty.clone();
        for list in &lists {
            item_type(list)?;
            if list.ty.unwrap_optional() != ty.unwrap_optional() {
                return error(list.at, format!("Expected the same types of lists, but got: {ty} and {}", list.ty));
            }
        }
        let ty = if lists.iter().any(|list| list.ty.is_optional()) { ty.optional() } else { ty };
        Ok(invoke("ListExtend", run::extend, u32::MAX, lists, ty, site.at))
    }

    fn concat(&mut self, site: &Site<'_>) -> Result<Expr> {
        let mut args = self.between::<1>(site, 2)?;
        let item = item_type(&args[0])?;
        let Some(text) = primitive(&item).filter(|ty| matches!(ty, Primitive::String | Primitive::Utf8)) else {
            return error(args[0].at, format!("Expected list of String or Utf8, but got: {}", args[0].ty));
        };
        if args.len() == 2
            && let Some(delimiter) = args.pop()
        {
            args.push(argument(delimiter, &text.into(), 1)?);
        }
        Ok(invoke("ListConcat", run::concat, u32::MAX, args, Type::from(text).optional(), site.at))
    }

    fn has(&mut self, site: &Site<'_>) -> Result<Expr> {
        let [list, item] = self.exactly(site)?;
        let wanted = item_type(&list)?;
        let item = argument(item, &wanted, 1)?;
        let ty = boolean(list.ty.is_optional());
        Ok(invoke("ListHas", run::has, 1, vec![list, item], ty, site.at))
    }

    fn contains(&mut self, site: &Site<'_>) -> Result<Expr> {
        let [dict, key] = self.exactly(site)?;
        let wanted = match dict.ty.unwrap_optional() {
            Type::Dict(key, _) => Type::clone(key),
            Type::EmptyDict => return Ok(Expr::constant(boolean(false), site.at, Value::Bool(false))),
            other => return error(dict.at, format!("Expected dict type, but got: {other}")),
        };
        let key = argument(key, &wanted, 1)?;
        let ty = boolean(dict.ty.is_optional());
        Ok(invoke("DictContains", run::contains, 1, vec![dict, key], ty, site.at))
    }

    /// `ListMap` and `ListFilter`.
    fn mapped(&mut self, site: &Site<'_>, map: bool) -> Result<Expr> {
        let [Arg::Value(list), Arg::Value(lambda)] = site.call.args.as_slice() else {
            return wrong_count(site, 2, 2, site.call.args.len());
        };
        let list = self.expr(list)?;
        let item = item_type(&list)?;
        let body = self.lambda_body(lambda, item)?;
        let optional = list.ty.is_optional();
        if map {
            let ty = Type::List(Arc::new(body.ty.clone()));
            let ty = if optional { ty.optional() } else { ty };
            return Ok(Expr::new(ty, site.at, ExprKind::Map(Box::new([list, body]))));
        }
        if primitive(&body.ty) != Some(Primitive::Bool) {
            return error(body.at, format!("Expected data type: Bool, but got: {}", body.ty));
        }
        Ok(Expr::new(list.ty.clone(), site.at, ExprKind::Filter(Box::new([list, body]))))
    }
}

fn item_type(list: &Expr) -> Result<Type> {
    match list.ty.unwrap_optional() {
        Type::List(item) => Ok(Type::clone(item)),
        Type::EmptyList => Ok(Type::Null),
        other => error(list.at, format!("Expected list type, but got: {other}")),
    }
}
