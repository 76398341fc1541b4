//! Calls of `Module::Function`, by their signatures.

use super::{Site, argument, converted, invoke};
use crate::error::{Error, Result};
use crate::expr::Expr;
use crate::expr::compiler::{Compiler, error};
use crate::expr::signatures::{Found, Param, Shape, Signature, datetime, find};
use crate::expr::types::primitive;
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
            // The text is UNVERIFIED.
            Found::UnknownFunction => return error(site.at, format!("Unknown function: {}::{name}", module.name)),
            Found::UnknownModule => {
                return error(site.at, format!("Module not loaded for script type: {}", module.name));
            }
        };
        let args = self.placed(signature, site)?;
        let first = args.first().and_then(|arg| arg.as_ref()).and_then(|arg| primitive(&arg.ty));
        let of_interval = datetime::OF_INTERVALS.iter().find(|other| other.name == signature.name);
        match (first, of_interval) {
            (Some(first), Some(signature)) if first.is_interval() => apply(signature, args, site),
            _ => apply(signature, args, site),
        }
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
                        None if *name.name == *"Timezone" && signature.name == "DateTime::Update" => {
                            return Err(Error::unsupported(name.at, "DateTime::Update of the time zone"));
                        }
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
    let takes_time = signature.params.first().is_some_and(|param| matches!(param.shape, Shape::Moment | Shape::Span));
    let first = args.first().and_then(|arg| arg.as_ref()).and_then(|arg| primitive(&arg.ty));
    let wide = takes_time && first.is_some_and(Primitive::is_wide_date);
    let result = if wide { signature.wide } else { signature.result };
    let (mut automap, mut optional) = (0, false);
    let mut typed = Vec::with_capacity(args.len());
    for (position, (param, arg)) in signature.params.iter().zip(args).enumerate() {
        let arg = fitted(*param, arg, position, wide, site)?;
        if !param.optional {
            automap |= 1 << position;
            optional |= arg.ty.is_optional();
        }
        typed.push(arg);
    }
    let Some(ty) = result.ty() else {
        let (from, to) = if wide { ("TM64", "TM") } else { ("TM", "TM64") };
        let diff = format!("Resource<'DateTime2.{from}'>!=Resource<'DateTime2.{to}'>");
        return error(site.at, format!("Mismatch type argument #1, type diff: {diff}"));
    };
    let ty = if optional { ty.optional() } else { ty };
    Ok(invoke(signature.name, signature.run, automap, typed, ty, site.at))
}

fn fitted(param: Param, arg: Option<Expr>, position: usize, wide: bool, site: &Site<'_>) -> Result<Expr> {
    let ty = match (param.shape, arg) {
        (Shape::Moment, Some(arg)) => return moment(arg, position),
        (Shape::Span, Some(arg)) => {
            return argument(arg, &if wide { Primitive::Interval64 } else { Primitive::Interval }.into(), position);
        }
        (shape, arg) => match (shape.ty(), arg) {
            (Some(ty), Some(arg)) if !param.optional => return argument(arg, &ty, position),
            (Some(ty), Some(arg)) => return converted(arg, &ty.optional(), position),
            (Some(ty), None) => ty,
            (None, _) => return error(site.at, "An argument is missing"),
        },
    };
    Ok(Expr::null(ty, site.at))
}

/// A date or a point in time.
fn moment(arg: Expr, position: usize) -> Result<Expr> {
    match primitive(&arg.ty) {
        Some(date) if date.is_date() => Ok(arg),
        _ if arg.ty == Type::Null => Ok(Expr::null(Primitive::Timestamp.into(), arg.at)),
        Some(tz) if tz.is_tz() => Err(Error::unsupported(arg.at, format!("A function of DateTime over {tz}"))),
        _ => {
            let diff = format!("{}!=Resource<'DateTime2.TM'>", arg.ty);
            error(arg.at, format!("Mismatch type argument #{}, type diff: {diff}", position + 1))
        }
    }
}
