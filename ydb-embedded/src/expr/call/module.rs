//! Calls of `Module::Function`, by their signatures.

use super::{Site, argument, invoke};
use crate::error::{Error, Result};
use crate::expr::compiler::{Compiler, error};
use crate::expr::signatures::{Found, Param, Signature, datetime, find};
use crate::expr::types::primitive;
use crate::expr::{Expr, coerce};
use crate::types::{Primitive, Type};
use crate::yql::ast::{Arg, Ident};

impl Compiler<'_> {
    pub(super) fn module_call(&mut self, module: &Ident, site: &Site<'_>) -> Result<Expr> {
        let name = &site.call.name.name;
        let signature = match find(&module.name, name) {
            Found::Function(signature) => signature,
            Found::Unsupported => {
                return Err(Error::unsupported(site.at, format!("The function {}::{name}", module.name)));
            }
            Found::Unknown => return error(site.at, format!("Module not loaded for script type: {}", module.name)),
        };
        let args = self.placed(signature, site)?;
        let first = args.first().and_then(|arg| arg.as_ref()).and_then(|arg| primitive(&arg.ty));
        let signature = match first {
            Some(Primitive::Interval) => {
                datetime::OF_INTERVALS.iter().find(|other| other.name == signature.name).unwrap_or(signature)
            }
            _ => signature,
        };
        apply(signature, args, site)
    }

    /// The arguments in the order of their parameters.
    fn placed(&mut self, signature: &Signature, site: &Site<'_>) -> Result<Vec<Option<Expr>>> {
        let params = signature.params;
        let mut args: Vec<Option<Expr>> = vec![None; params.len()];
        for (position, arg) in site.call.args.iter().enumerate() {
            let (place, value) = match arg {
                Arg::Named(name, value) => {
                    match params.iter().position(|param| !param.name.is_empty() && *param.name == *name.name) {
                        Some(place) => (place, self.expr(value)?),
                        None => return error(name.at, format!("Unknown named argument: {}", name.name)),
                    }
                }
                other => (position, self.value(other, site.at)?),
            };
            if place >= params.len() {
                let message =
                    format!("Invalid number of arguments: {}, expected: {}", site.call.args.len(), params.len());
                return error(site.at, message);
            }
            args[place] = Some(value);
        }
        let required = params.iter().filter(|param| !param.optional).count();
        if params.iter().zip(&args).any(|(param, arg)| !param.optional && arg.is_none()) {
            let given = site.call.args.len();
            return error(site.at, format!("Invalid number of arguments: {given}, expected at least: {required}"));
        }
        Ok(args)
    }
}

fn apply(signature: &'static Signature, args: Vec<Option<Expr>>, site: &Site<'_>) -> Result<Expr> {
    let (mut automap, mut optional) = (0, false);
    let mut typed = Vec::with_capacity(args.len());
    for (position, (param, arg)) in signature.params.iter().zip(args).enumerate() {
        let arg = fitted(*param, arg, position, site)?;
        if !param.optional {
            automap |= 1 << position;
            optional |= arg.ty.is_optional();
        }
        typed.push(arg);
    }
    let ty = signature.result.ty().unwrap_or(Type::Null);
    let ty = if optional { ty.optional() } else { ty };
    Ok(invoke(signature.name, signature.run, automap, typed, ty, site.at))
}

fn fitted(param: Param, arg: Option<Expr>, position: usize, site: &Site<'_>) -> Result<Expr> {
    let Some(ty) = param.shape.ty() else {
        let Some(arg) = arg else { return error(site.at, "An argument is missing") };
        return moment(arg, position);
    };
    match arg {
        None => Ok(Expr::null(ty, site.at)),
        Some(arg) if param.optional => {
            let at = arg.at;
            coerce(arg, &ty.optional()).map_err(|mismatch| {
                let (from, to) = (mismatch.from, mismatch.to);
                Error::type_annotation(at, format!("Mismatch type argument #{}, type diff: {from}!={to}", position + 1))
            })
        }
        Some(arg) => argument(arg, &ty, position),
    }
}

/// A date or a point in time of the narrow range; the result is of the same type.
fn moment(arg: Expr, position: usize) -> Result<Expr> {
    match primitive(&arg.ty) {
        Some(Primitive::Date | Primitive::Datetime | Primitive::Timestamp) => Ok(arg),
        _ if arg.ty == Type::Null => Ok(Expr::null(Primitive::Timestamp.into(), arg.at)),
        Some(wide) if wide.is_date() || wide.is_tz() => {
            Err(Error::unsupported(arg.at, format!("A function of DateTime over {wide}")))
        }
        _ => error(
            arg.at,
            format!("Mismatch type argument #{}, type diff: {}!={}", position + 1, arg.ty, "Resource<'DateTime2.TM'>"),
        ),
    }
}
