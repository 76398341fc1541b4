//! Lists made of several lists, of a range, or of copies of one value.

use super::list::item_type;
use super::{Site, argument, invoke};
use crate::error::{Error, Result};
use crate::expr::builtins::list as run;
use crate::expr::coerce::{coerce, promote};
use crate::expr::compiler::{Compiler, error};
use crate::expr::{Builtin, Expr, collection};
use crate::types::{Primitive, Type, Value, common_type};

impl Compiler<'_> {
    /// `ListExtend`, whose lists take their common type, and `ListExtendStrict`.
    pub(super) fn extend(&mut self, convert: bool, site: &Site<'_>) -> Result<Expr> {
        let mut lists = self.values(site)?;
        if let Some(null) = lists.iter().position(|list| list.ty == Type::Null) {
            return Ok(lists.swap_remove(null));
        }
        for list in &lists {
            item_type(list)?;
        }
        lists.retain(|list| list.ty != Type::EmptyList);
        if lists.len() < 2 {
            return lists.pop().map_or_else(|| collection::list(Vec::new(), site.at), Ok);
        }
        let mut ty = lists[0].ty.clone();
        for list in &lists[1..] {
            ty = match common_type(&ty, &list.ty) {
                Some(common) if convert || list.ty.unwrap_optional() == ty.unwrap_optional() => common,
                _ => return error(site.at, format!("Cannot infer common type for {ty} and {}", list.ty)),
            };
        }
        let lists = lists.into_iter().map(|list| promote(list, &ty)).collect();
        Ok(invoke("ListExtend", run::extend, u32::MAX, lists, ty, site.at))
    }

    pub(super) fn zip(
        &mut self,
        name: &'static str,
        run: Builtin,
        item: fn(&Type) -> Type,
        site: &Site<'_>,
    ) -> Result<Expr> {
        let mut lists = self.values(site)?;
        let mut items = Vec::with_capacity(lists.len());
        for place in 0..lists.len() {
            match item_type(&lists[place])? {
                Some(Type::Null) => items.push(item(&Type::Void)),
                Some(ty) => items.push(item(&ty)),
                None => return Ok(lists.swap_remove(place)),
            }
        }
        let ty = Type::List(Type::Tuple(items.into()).into());
        let ty = if lists.iter().any(|list| list.ty.is_optional()) { ty.optional() } else { ty };
        Ok(invoke(name, run, u32::MAX, lists, ty, site.at))
    }

    pub(super) fn replicate(&mut self, site: &Site<'_>) -> Result<Expr> {
        let [value, count] = self.exactly(site)?;
        let count = argument(count, &Primitive::Uint64.into(), 1)?;
        if count.ty.is_optional() {
            return error(count.at, "Mismatch argument types");
        }
        let ty = Type::List(value.ty.clone().into());
        Ok(invoke("ListReplicate", run::replicate, 0, vec![value, count], ty, site.at))
    }

    /// A list of numbers or points in time. The step's type is the signed one of the bounds, or an interval.
    pub(super) fn range(&mut self, site: &Site<'_>) -> Result<Expr> {
        let mut args = self.between::<2>(site, 3)?;
        let step = args.get(2).map(|step| step.ty.unwrap_optional().clone());
        let floats = |ty: &Type| matches!(ty, Type::Primitive(Primitive::Float | Primitive::Double));
        let bounds = common_type(&args[0].ty, &args[1].ty);
        let common = match (bounds, step) {
            _ if args.iter().any(|arg| arg.ty == Type::Null) => Type::Null,
            (Some(_), Some(step)) if floats(&step) => step,
            (Some(bounds), _) => bounds.unwrap_optional().clone(),
            (None, _) => {
                let message = format!("Cannot infer common type for {} and {}", args[0].ty, args[1].ty);
                return error(site.at, message);
            }
        };
        let step = match &common {
            Type::Null => return Ok(Expr::constant(Type::Null, site.at, Value::Null)),
            Type::Primitive(ty) if ty.is_number() => ty.signed(),
            Type::Primitive(ty) if ty.is_wide_date() => Primitive::Interval64,
            Type::Primitive(ty) if ty.is_date() || ty.is_interval() => Primitive::Interval,
            Type::Decimal { .. } => return Err(Error::unsupported(site.at, "ListFromRange of Decimal")),
            Type::Primitive(ty) if ty.is_tz() => {
                return Err(Error::unsupported(site.at, format!("ListFromRange of {ty}")));
            }
            other => {
                let message = format!("Expected type of bounds is numeric or datetime, but got {other}");
                return error(site.at, message);
            }
        };
        let optional = args.iter().any(|arg| arg.ty.is_optional());
        for (place, arg) in args.iter_mut().enumerate() {
            let wanted = if place < 2 { common.clone() } else { step.into() };
            let wanted = if arg.ty.is_optional() { wanted.optional() } else { wanted };
            let taken = std::mem::replace(arg, Expr::constant(Type::Null, site.at, Value::Null));
            *arg = match coerce(taken, &wanted) {
                Ok(arg) => arg,
                Err(wrong) if place < 2 => {
                    let message = format!("Impossible silent convert bound of type {} into {wanted}", wrong.from);
                    return error(site.at, message);
                }
                Err(wrong) => {
                    return error(site.at, format!("Expected data type: {step}, but got: {}", wrong.from));
                }
            };
        }
        let ty = Type::List(common.into());
        let ty = if optional { ty.optional() } else { ty };
        Ok(invoke("ListFromRange", run::from_range, u32::MAX, args, ty, site.at))
    }
}
