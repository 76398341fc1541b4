//! Compiler of the functions of structs. The names of members are known when the query is compiled. A function
//! therefore becomes a list of picks: each pick takes a member of an argument, and makes it a member of the result.

use std::sync::Arc;

use super::{Site, invoke, two, wrong_count};
use crate::error::{Position, Result};
use crate::expr::coerce::promote;
use crate::expr::{Compiler, Expr, builtins, constant, error};
use crate::types::{Primitive, StructMember, Type, Value};
use crate::yql::ast::{self, Arg};

/// Struct that is being made from members of other expressions.
#[derive(Default)]
struct Assembly {
    parts: Vec<Expr>,
    /// Picks: name and type of each member, the position of its part, and its place in that part, from 1. The place 0
    /// stands for the whole part.
    picks: Vec<(Arc<str>, Type, usize, usize)>,
    /// `true` if the result is NULL when the first part is NULL.
    optional: bool,
}

impl Assembly {
    /// Begins a struct with the members of another struct, which may be optional. `rename` returns the new name of a
    /// member, or `None` to leave it out.
    fn of(whole: Expr, rename: impl Fn(&str) -> Option<Arc<str>>) -> Result<Self> {
        let mut made = Self { optional: whole.ty.is_optional(), ..Self::default() };
        made.add(whole, rename)?;
        Ok(made)
    }

    fn add(&mut self, whole: Expr, rename: impl Fn(&str) -> Option<Arc<str>>) -> Result<()> {
        let spread = whole.ty.is_optional() && !self.optional;
        let members = members_of(&whole)?;
        for (place, (name, ty)) in members.iter().enumerate() {
            // If a struct may be NULL, so may its members.
            let ty = if spread { ty.clone().optional() } else { ty.clone() };
            self.picks.extend(rename(name).map(|name| (name, ty, self.parts.len(), place + 1)));
        }
        self.parts.push(whole);
        Ok(())
    }

    fn value(&mut self, name: Arc<str>, value: Expr) {
        self.picks.push((name, value.ty.clone(), self.parts.len(), 0));
        self.parts.push(value);
    }

    fn finish(mut self, at: Position) -> Result<Expr> {
        self.picks.sort_by(|a, b| a.0.cmp(&b.0));
        if let Some(pair) = self.picks.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return error(at, format!("Duplicated member: {}", pair[0].0));
        }
        let ty = Type::Struct(self.picks.iter().map(|(name, ty, ..)| (Arc::clone(name), ty.clone())).collect());
        let ty = if self.optional { ty.optional() } else { ty };
        let number = |number: usize| Value::Uint(number as u64);
        let picks = self.picks.iter().map(|(.., part, place)| Value::Items([number(part + 1), number(*place)].into()));
        let picks = Expr::constant(Type::Null, at, Value::Items(picks.collect()));
        let automap = if self.optional { 0b10 } else { 0 };
        let args = std::iter::once(picks).chain(self.parts).collect();
        Ok(invoke("AsStruct", builtins::assemble, automap, args, ty, at))
    }
}

impl Compiler<'_> {
    /// Compiles a call of a function of structs. Returns `None` if there is no function of this name.
    pub(super) fn struct_call(&mut self, name: &str, site: &Site<'_>) -> Result<Option<Expr>> {
        let at = site.at;
        Ok(Some(match name {
            "trymember" => self.try_member(site)?,
            "addmember" | "replacemember" => {
                let [whole, member, value] = parts(site)?;
                let (whole, member, value) = (self.expr(whole)?, self.member_name(member)?, self.expr(value)?);
                let replaced = name == "replacemember";
                let kept = |known: &str| (!replaced || *known != *member).then(|| known.into());
                let mut made = Assembly::of(whole, kept)?;
                made.value(Arc::clone(&member), value);
                made.finish(at)?
            }
            "removemember" | "forceremovemember" => {
                let [whole, member] = parts(site)?;
                let names = vec![self.member_name(member)?];
                self.without(whole, &names, name == "removemember", at)?
            }
            "removemembers" | "forceremovemembers" => {
                let [whole, names] = parts(site)?;
                let names = self.member_names(names)?;
                self.without(whole, &names, name == "removemembers", at)?
            }
            "choosemembers" => {
                let [whole, names] = parts(site)?;
                let (whole, names) = (self.expr(whole)?, self.member_names(names)?);
                all_known(&whole, &names, at)?;
                Assembly::of(whole, |known| names.iter().find(|name| ***name == *known).cloned())?.finish(at)?
            }
            "combinemembers" => {
                let mut made = Assembly::default();
                for whole in self.values(site)? {
                    made.add(whole, |known| Some(known.into()))?;
                }
                made.finish(at)?
            }
            "flattenmembers" => self.flatten(site)?,
            "expandstruct" => {
                let mut made = Assembly::default();
                for (place, arg) in site.call.args.iter().enumerate() {
                    match arg {
                        Arg::Value(whole) if place == 0 => made.add(self.expr(whole)?, |known| Some(known.into()))?,
                        Arg::Named(name, value) => made.value(Arc::clone(&name.name), self.expr(value)?),
                        _ => return error(at, "ExpandStruct requires all arguments except first to be named"),
                    }
                }
                made.finish(at)?
            }
            "structmembers" => {
                let [whole] = self.exactly(site)?;
                let names = if whole.ty == Type::Null { [].into() } else { members_of(&whole)? };
                let names = names.iter().map(|(name, _)| Value::bytes(name.as_bytes())).collect();
                Expr::constant(Type::List(Type::from(Primitive::String).into()), at, Value::Items(names))
            }
            "renamemembers" | "forcerenamemembers" => self.rename(name == "renamemembers", site)?,
            _ => return Ok(None),
        }))
    }

    /// Compiles `TryMember(struct, name, default)`.
    fn try_member(&mut self, site: &Site<'_>) -> Result<Expr> {
        let [whole, name, other] = parts(site)?;
        let (whole, name, other) = (self.expr(whole)?, self.member_name(name)?, self.expr(other)?);
        if whole.ty == Type::Null {
            return Ok(whole);
        }
        let members = members_of(&whole)?;
        let optional = |ty: Type| if whole.ty.is_optional() { ty.optional() } else { ty };
        let Some(place) = members.iter().position(|(known, _)| *known == name) else {
            let ty = optional(other.ty.clone());
            return Ok(promote(other, &ty));
        };
        let member = &members[place].1;
        if other.ty != Type::Null && other.ty != *member && other.ty != member.clone().optional() {
            let message = format!("Mismatch member '{name}' type, expected: {}, got: {member}", other.ty);
            return error(site.at, message);
        }
        let ty = optional(if other.ty == Type::Null { member.clone() } else { other.ty.clone() });
        let place = Expr::constant(Primitive::Uint64.into(), site.at, Value::Uint(place as u64));
        Ok(invoke("TryMember", builtins::try_member, 0, vec![place, whole, other], ty, site.at))
    }

    fn without(&mut self, whole: &ast::Expr, names: &[Arc<str>], strict: bool, at: Position) -> Result<Expr> {
        let whole = self.expr(whole)?;
        if whole.ty == Type::Null {
            return Ok(whole);
        }
        if strict {
            all_known(&whole, names, at)?;
        }
        Assembly::of(whole, |known| names.iter().all(|name| **name != *known).then(|| known.into()))?.finish(at)
    }

    /// Compiles `FlattenMembers((prefix, struct), ..)`.
    fn flatten(&mut self, site: &Site<'_>) -> Result<Expr> {
        let mut made = Assembly::default();
        for pair in self.values(site)? {
            let [prefix, whole] = two(pair)?;
            let prefix = text(&prefix)?;
            made.add(whole, |known| Some(format!("{prefix}{known}").into()))?;
        }
        made.finish(site.at)
    }

    /// Compiles `RenameMembers(struct, [(old, new), ..])`. A member may get several new names.
    fn rename(&mut self, strict: bool, site: &Site<'_>) -> Result<Expr> {
        let [whole, renames] = parts(site)?;
        let (whole, renames) = (self.expr(whole)?, self.expr(renames)?);
        if whole.ty == Type::Null {
            return Ok(whole);
        }
        let name = |pair: &Value, place: usize| match pair {
            Value::Items(pair) => pair.get(place).and_then(name_of),
            _ => None,
        };
        let pairs = match constant(&renames) {
            Some(Value::Items(pairs)) => pairs.iter().map(|pair| name(pair, 0).zip(name(pair, 1))).collect(),
            _ => None,
        };
        let Some(pairs): Option<Vec<(Arc<str>, Arc<str>)>> = pairs else {
            return error(renames.at, "Expected a constant list of pairs of names");
        };
        if strict {
            let old: Vec<_> = pairs.iter().map(|(old, _)| Arc::clone(old)).collect();
            all_known(&whole, &old, site.at)?;
        }
        let members = members_of(&whole)?;
        let mut made = Assembly::of(whole, |known| pairs.iter().all(|(old, _)| **old != *known).then(|| known.into()))?;
        for (old, new) in pairs {
            let place = members.iter().position(|(known, _)| *known == old);
            made.picks.extend(place.map(|place| (new, members[place].1.clone(), 0, place + 1)));
        }
        made.finish(site.at)
    }

    /// Returns the name of a member, which must be a constant.
    pub(super) fn member_name(&mut self, name: &ast::Expr) -> Result<Arc<str>> {
        text(&self.expr(name)?)
    }

    /// Returns a list of names, which must be a constant.
    fn member_names(&mut self, names: &ast::Expr) -> Result<Vec<Arc<str>>> {
        let names = self.expr(names)?;
        let found = match constant(&names) {
            Some(Value::Items(names)) => names.iter().map(name_of).collect(),
            _ => None,
        };
        found.map_or_else(|| error(names.at, "Expected a constant list of names"), Ok)
    }
}

/// Returns the arguments of a call. Fails if their number is not that of the function.
fn parts<'s, const N: usize>(site: &Site<'s>) -> Result<[&'s ast::Expr; N]> {
    let args = site.call.args.iter().filter_map(|arg| if let Arg::Value(value) = arg { Some(value) } else { None });
    args.collect::<Vec<_>>().try_into().or_else(|_| wrong_count(site, N, N, site.call.args.len()))
}

fn members_of(whole: &Expr) -> Result<Arc<[StructMember]>> {
    match whole.ty.unwrap_optional() {
        Type::Struct(members) => Ok(Arc::clone(members)),
        _ => error(whole.at, format!("Expected struct type, but got: {}", whole.ty)),
    }
}

fn all_known(whole: &Expr, names: &[Arc<str>], at: Position) -> Result<()> {
    let members = members_of(whole)?;
    match names.iter().find(|name| members.iter().all(|(known, _)| known != *name)) {
        Some(name) => error(at, format!("Member not found: {name}")),
        None => Ok(()),
    }
}

fn text(name: &Expr) -> Result<Arc<str>> {
    let found = constant(name).as_ref().and_then(name_of);
    found.map_or_else(|| error(name.at, "Expected a constant name of a member"), Ok)
}

fn name_of(value: &Value) -> Option<Arc<str>> {
    value.as_bytes().and_then(|bytes| std::str::from_utf8(bytes).ok()).map(Into::into)
}
