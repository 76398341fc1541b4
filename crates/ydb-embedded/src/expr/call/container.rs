//! Compiler of the functions of dicts and sets, and of those that make lists, tuples, structs and dicts of their
//! arguments.

use std::sync::Arc;

use super::list::{item_type, optional_if};
use super::{Site, argument, invoke, two};
use crate::error::{Error, Result};
use crate::expr::builtins::{dict as run, list};
use crate::expr::{Builtin, Compiler, Expr, ExprKind, boolean, collection, error};
use crate::types::{Primitive, Type, Value};
use crate::yql::ast::Arg;

/// Function that computes the type of a result from the types of the dict's keys and values.
type DictResult = fn(&Type, &Type) -> Type;

/// Functions of one dict.
const OF_DICT: &[(&str, DictResult, Builtin)] = &[
    ("DictLength", |_, _| Primitive::Uint64.into(), list::length),
    ("DictHasItems", |_, _| boolean(false), list::has_items),
    ("DictKeys", |key, _| list_of(key.clone()), run::keys),
    ("DictPayloads", |_, value| list_of(value.clone()), run::payloads),
    ("DictItems", |key, value| list_of(Type::Tuple([key.clone(), value.clone()].into())), run::items),
];

/// Functions of a list of pairs, each with `true` if it keeps all values of a key.
const OF_PAIRS: &[(&str, bool)] = &[
    ("ToDict", false),
    ("ToSortedDict", false),
    ("ToHashedDict", false),
    ("ToMultiDict", true),
    ("ToSortedMultiDict", true),
    ("ToHashedMultiDict", true),
];

/// Functions of two sets, each with `true` if the second set may also be a list.
const OF_SETS: &[(&str, bool, DictResult, Builtin)] = &[
    ("SetIsDisjoint", true, |_, _| boolean(false), run::is_disjoint),
    ("SetIncludes", true, |_, _| boolean(false), run::includes),
    ("SetIntersection", false, |key, _| set_of(key), |call| run::combined(call, |a, b| a && b)),
    ("SetUnion", false, |key, _| set_of(key), |call| run::combined(call, |a, b| a || b)),
    ("SetSymmetricDifference", false, |key, _| set_of(key), |call| run::combined(call, |a, b| a != b)),
    ("SetDifference", false, |key, value| Type::Dict(key.clone().into(), value.clone().into()), run::difference),
];

impl Compiler<'_> {
    /// Compiles a call of a function of dicts. Returns `None` if there is no function of this name.
    pub(super) fn dict_call(&mut self, name: &str, site: &Site<'_>) -> Result<Option<Expr>> {
        if let Some((name, gives, run)) = OF_DICT.iter().find(|known| known.0.eq_ignore_ascii_case(name)) {
            let [dict] = self.exactly(site)?;
            let ty = match dict.ty.unwrap_optional() {
                Type::Dict(key, value) => gives(key, value),
                Type::EmptyDict => match gives(&Type::Null, &Type::Null) {
                    Type::List(_) => Type::EmptyList,
                    other => other,
                },
                Type::Null => return Ok(Some(dict)),
                other => return error(dict.at, format!("Expected dict type, but got: {other}")),
            };
            let ty = optional_if(ty, &dict.ty);
            return Ok(Some(invoke(name, *run, 1, vec![dict], ty, site.at)));
        }
        if let Some((name, multi)) = OF_PAIRS.iter().find(|known| known.0.eq_ignore_ascii_case(name)) {
            let [pairs] = self.exactly(site)?;
            let (key, value) = match item_type(&pairs)? {
                Some(Type::Tuple(pair)) if pair.len() == 2 => (pair[0].clone(), pair[1].clone()),
                None => return Ok(Some(pairs)),
                Some(Type::Null) => return Ok(Some(collection::dict(Vec::new(), None, site.at)?)),
                Some(other) => return error(pairs.at, format!("Expected tuple of two, but got: {other}")),
            };
            let value = if *multi { list_of(value) } else { value };
            let ty = optional_if(Type::Dict(key.into(), value.into()), &pairs.ty);
            let run = if *multi { run::to_multi_dict } else { run::to_dict };
            return Ok(Some(invoke(name, run, 1, vec![pairs], ty, site.at)));
        }
        if let Some((name, or_list, gives, run)) = OF_SETS.iter().find(|known| known.0.eq_ignore_ascii_case(name)) {
            return self.of_sets(name, *or_list, *gives, *run, site).map(Some);
        }
        Ok(Some(match name {
            "toset" => {
                let [list] = self.exactly(site)?;
                let ty = match item_type(&list)? {
                    None => return Ok(Some(list)),
                    Some(Type::Null) => return Ok(Some(collection::dict(Vec::new(), None, site.at)?)),
                    Some(item) => optional_if(set_of(&item), &list.ty),
                };
                invoke("ToSet", run::to_set, 1, vec![list], ty, site.at)
            }
            "dictcontains" => self.contains(site)?,
            _ => return Ok(None),
        }))
    }

    fn contains(&mut self, site: &Site<'_>) -> Result<Expr> {
        let [dict, key] = self.exactly(site)?;
        let wanted = match dict.ty.unwrap_optional() {
            Type::Dict(key, _) => Type::clone(key),
            Type::EmptyDict => key.ty.clone(),
            other => return error(dict.at, format!("Expected dict type, but got: {other}")),
        };
        let key = argument(key, &wanted, 1)?;
        let ty = boolean(dict.ty.is_optional());
        Ok(invoke("DictContains", run::contains, 1, vec![dict, key], ty, site.at))
    }

    fn of_sets(
        &mut self,
        name: &'static str,
        or_list: bool,
        gives: DictResult,
        run: Builtin,
        site: &Site<'_>,
    ) -> Result<Expr> {
        if site.call.args.len() == 3 && !or_list && name != "SetDifference" {
            return Err(Error::unsupported(site.at, format!("{name} with a function")));
        }
        let [first, second] = self.exactly(site)?;
        let ty = match (first.ty.unwrap_optional(), second.ty.unwrap_optional()) {
            (Type::Null, _) => return Ok(first),
            (_, Type::Null) => return Ok(second),
            (Type::Dict(key, value), Type::Dict(other, _)) if key == other => gives(key, value),
            (Type::Dict(key, value), Type::List(other)) if or_list && key == other => gives(key, value),
            (Type::Dict(key, value), Type::EmptyDict) => gives(key, value),
            (Type::Dict(key, value), Type::EmptyList) if or_list => gives(key, value),
            (Type::EmptyDict, Type::Dict(key, _)) => gives(key, &Type::Void),
            (Type::EmptyDict, _) => return Err(Error::unsupported(site.at, format!("{name} of an empty set"))),
            // The text is UNVERIFIED.
            _ => return error(site.at, format!("{name}: types {} and {} do not fit", first.ty, second.ty)),
        };
        let ty = if first.ty.is_optional() || second.ty.is_optional() { ty.optional() } else { ty };
        Ok(invoke(name, run, u32::MAX, vec![first, second], ty, site.at))
    }
}

fn list_of(item: Type) -> Type {
    Type::List(Arc::new(item))
}

fn set_of(key: &Type) -> Type {
    Type::Dict(key.clone().into(), Type::Void.into())
}

impl Compiler<'_> {
    /// Compiles a call of a function of containers. Returns `None` if there is no function of this name.
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

    /// Compiles a call that returns the only value of a type.
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
