//! Compiler of calls: finds the function of a call, and checks its arguments.

mod basic;
mod container;
mod list;
mod members;

use std::sync::Arc;

use super::aggregate::{is_aggregate, needs_window};
use super::compile::check_type;
use super::signatures::{Param, Signature, SignatureMatch, TypeShape, find, modules};
use super::types::{primitive, resolve};
use super::{Builtin, Compiler, Expr, ExprKind, Local, Mismatch, coerce, error, is_name_of, normalized};
use crate::error::{Error, Position, Result};
use crate::types::{Primitive, Type, parse_name};
use crate::yql::ast::{self, Arg, Call, Ident};

/// Call that is being compiled.
pub(super) struct Site<'a> {
    call: &'a Call,
    at: Position,
}

impl Compiler<'_> {
    pub(super) fn call(&mut self, call: &Call, at: Position) -> Result<Expr> {
        if let Some(over) = &call.over {
            return self.names.window(call, over, at);
        }
        let site = Site { call, at };
        if let Some(module) = &call.module {
            return self.module_call(module, &site);
        }
        if call.name.name.starts_with('$') {
            return self.lambda_call(&site);
        }
        let name = normalized(&call.name.name);
        if is_aggregate(&call.name.name) || name == "grouping" {
            return self.names.aggregate(call, at);
        }
        if let Some(name) = needs_window(&name) {
            return Err(Error::translation(at, format!("Failed to use window function: {name} without window")));
        }
        if call.distinct {
            return Err(Error::translation(at, "DISTINCT can only be used in aggregation functions"));
        }
        let families = [Self::basic_call, Self::container_call, Self::list_call, Self::dict_call, Self::struct_call];
        for family in families {
            if let Some(expr) = family(self, &name, &site)? {
                return Ok(expr);
            }
        }
        if let Some(primitive) = parse_name(&call.name.name) {
            return self.constructor(primitive.into(), &site);
        }
        if name == "decimal" {
            return self.decimal(&site);
        }
        if is_name_of("function", &name) || is_name_of("window", &name) {
            return Err(Error::unsupported(at, format!("The function {}", call.name.name)));
        }
        Err(Error::translation(at, format!("Unknown builtin: {}", call.name.name)))
    }

    /// Compiles `$f(x, y)` into the lambda's body over the arguments.
    fn lambda_call(&mut self, site: &Site<'_>) -> Result<Expr> {
        let bare = site.call.name.name.trim_start_matches('$');
        let Some(lambda) = self.names.lambda(bare) else {
            return Err(Error::translation(site.at, format!("Unknown name: ${bare}")));
        };
        let args = self.values(site)?;
        if args.len() != lambda.0.len() {
            return error(
                site.at,
                format!("Different arguments count, expected: {}, but got: {}", lambda.0.len(), args.len()),
            );
        }
        // The body sees only its own parameters.
        let outer = (std::mem::take(&mut self.locals), self.depth);
        let mut values = Vec::new();
        for (name, value) in lambda.0.iter().zip(args) {
            let name = Arc::clone(&name.name);
            let short = matches!(
                value.kind,
                ExprKind::Const(_) | ExprKind::Column(_) | ExprKind::Param(_) | ExprKind::Local(_)
            );
            if short {
                self.locals.push(Local::Argument(name, value));
            } else {
                self.locals.push(Local::Item(name, value.ty.clone(), self.depth + values.len()));
                values.push(value);
            }
        }
        self.depth += values.len();
        let body = self.expr(&lambda.1);
        (self.locals, self.depth) = outer;
        let body = body?;
        check_type(&body)?;
        // Each use of a lambda counts its nodes, because the same lambda may be used in many places.
        self.names.spend(body.nodes(), site.at)?;
        if values.is_empty() {
            return Ok(body);
        }
        Ok(Expr::new(body.ty.clone(), site.at, ExprKind::Let(values.into(), Box::new(body))))
    }

    /// Compiles the body of a lambda argument over items of these types. The items become the next locals.
    pub(super) fn lambda_body(&mut self, lambda: &ast::Expr, items: &[Type]) -> Result<Expr> {
        let held;
        let (params, body) = match &lambda.kind {
            ast::ExprKind::Lambda { params, body } => (params.as_slice(), &**body),
            ast::ExprKind::Named(name) => match self.names.lambda(&name.name) {
                Some(found) => {
                    held = found;
                    (held.0.as_slice(), &held.1)
                }
                None => return error(lambda.at, "Expected lambda"),
            },
            _ => return error(lambda.at, "Expected lambda"),
        };
        if params.len() != items.len() {
            // The text is UNVERIFIED.
            let message = format!("Expected lambda with {} arguments, but got: {}", items.len(), params.len());
            return error(lambda.at, message);
        }
        let outer = (self.locals.len(), self.depth);
        for (param, item) in params.iter().zip(items) {
            self.locals.push(Local::Item(Arc::clone(&param.name), item.clone(), self.depth));
            self.depth += 1;
        }
        let body = self.expr(body);
        self.locals.truncate(outer.0);
        self.depth = outer.1;
        let body = body?;
        check_type(&body)?;
        // Each use of a lambda counts its nodes, because the same lambda may be used in many places.
        self.names.spend(body.nodes(), lambda.at)?;
        Ok(body)
    }

    /// Compiles the arguments, all of which must be plain values.
    pub(super) fn values(&mut self, site: &Site<'_>) -> Result<Vec<Expr>> {
        site.call.args.iter().map(|arg| self.value(arg, site.at)).collect()
    }

    /// Compiles an argument, which must be a plain value.
    pub(super) fn value(&mut self, arg: &Arg, at: Position) -> Result<Expr> {
        match arg {
            Arg::Value(expr) => self.expr(expr),
            Arg::Named(name, _) => error(name.at, "Named arguments are not expected here"),
            Arg::Type(ty) => error(ty.at, "Expected a value, but got a type"),
            Arg::Star => error(at, "'*' is not expected here"),
        }
    }

    /// Compiles the arguments of a function that takes exactly `N` plain values.
    pub(super) fn exactly<const N: usize>(&mut self, site: &Site<'_>) -> Result<[Expr; N]> {
        let values = self.values(site)?;
        let count = values.len();
        values.try_into().or_else(|_| wrong_count(site, N, N, count))
    }

    /// Resolves the arguments of a function that takes exactly `N` types. Functions that return types are not
    /// supported.
    fn types<const N: usize>(&mut self, site: &Site<'_>) -> Result<[Type; N]> {
        let Ok(args) = <&[Arg; N]>::try_from(site.call.args.as_slice()) else {
            return wrong_count(site, N, N, site.call.args.len());
        };
        let mut types = [const { Type::Void }; N];
        for (ty, arg) in types.iter_mut().zip(args) {
            if let Arg::Type(written) = arg {
                *ty = resolve(written)?;
            } else {
                let value = self.value(arg, site.at)?;
                return error(value.at, format!("Expected type, but got: {}", value.ty));
            }
        }
        Ok(types)
    }

    /// Compiles the arguments of a function that takes at least `LEAST` and at most `most` plain values.
    pub(super) fn between<const LEAST: usize>(&mut self, site: &Site<'_>, most: usize) -> Result<Vec<Expr>> {
        let values = self.values(site)?;
        if values.len() < LEAST || values.len() > most {
            return wrong_count(site, LEAST, most, values.len());
        }
        Ok(values)
    }

    /// Compiles the arguments of a function that takes `N` plain values, and perhaps one more.
    pub(super) fn with_optional<const N: usize>(&mut self, site: &Site<'_>) -> Result<([Expr; N], Option<Expr>)> {
        let mut values = self.between::<N>(site, N + 1)?;
        let count = values.len();
        let more = if count > N { values.pop() } else { None };
        let values = values.try_into().or_else(|_| wrong_count(site, N, N + 1, count))?;
        Ok((values, more))
    }
}

/// Returns the items of a tuple of two.
pub(super) fn two(tuple: Expr) -> Result<[Expr; 2]> {
    let items = match (tuple.kind, &tuple.ty) {
        (ExprKind::Items(items), Type::Tuple(_)) => items.into_vec(),
        _ => Vec::new(),
    };
    items.try_into().or_else(|_| error(tuple.at, format!("Expected tuple of two, but got: {}", tuple.ty)))
}

fn wrong_count<T>(site: &Site<'_>, least: usize, most: usize, count: usize) -> Result<T> {
    let name = &site.call.name.name;
    let expected = match (least, most) {
        (least, most) if least == most => format!("requires exactly {least} arguments"),
        (least, usize::MAX) => format!("requires at least {least} arguments"),
        (least, most) => format!("requires from {least} to {most} arguments"),
    };
    Err(Error::translation(site.at, format!("{name}() {expected}, given: {count}")))
}

/// Returns a call whose arguments are not converted.
pub(super) fn invoke(name: &'static str, run: Builtin, automap: u32, args: Vec<Expr>, ty: Type, at: Position) -> Expr {
    Expr::new(ty, at, ExprKind::Call { name, run, automap, args: args.into() })
}

/// Converts an argument to a type. An optional argument stays optional.
pub(super) fn argument(arg: Expr, wanted: &Type, position: usize) -> Result<Expr> {
    let target = if arg.ty.is_optional() { wanted.clone().optional() } else { wanted.clone() };
    converted(arg, &target, position)
}

/// Converts an argument to exactly this type.
pub(super) fn converted(arg: Expr, target: &Type, position: usize) -> Result<Expr> {
    let at = arg.at;
    coerce(arg, target).map_err(|Mismatch { from, to }| {
        Error::type_annotation(at, format!("Mismatch type argument #{}, type diff: {from}!={to}", position + 1))
    })
}

impl Compiler<'_> {
    fn module_call(&mut self, module: &Ident, site: &Site<'_>) -> Result<Expr> {
        let name = &site.call.name.name;
        let signature = match find(&module.name, name) {
            SignatureMatch::Function(signature) => signature,
            SignatureMatch::Unsupported => {
                return Err(Error::unsupported(site.at, format!("The function {}::{name}", module.name)));
            }
            // The text is UNVERIFIED.
            SignatureMatch::UnknownFunction => {
                return error(site.at, format!("Unknown function: {}::{name}", module.name));
            }
            SignatureMatch::UnknownModule => {
                return error(site.at, format!("Module not loaded for script type: {}", module.name));
            }
        };
        let args = self.placed(signature, site)?;
        let first = args.first().and_then(|arg| arg.as_ref()).and_then(|arg| primitive(&arg.ty));
        let of_interval = modules::OF_INTERVALS.iter().find(|other| other.name == signature.name);
        match (first, of_interval) {
            (Some(first), Some(signature)) if first.is_interval() => apply(signature, args, site),
            _ => apply(signature, args, site),
        }
    }

    /// Compiles the arguments, and puts them in the order of the parameters.
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
    let takes_time =
        signature.params.first().is_some_and(|param| matches!(param.shape, TypeShape::Moment | TypeShape::Span));
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
        (TypeShape::Moment, Some(arg)) => return moment(arg, position),
        (TypeShape::Span, Some(arg)) => {
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

/// Checks that an argument is a date or a point in time.
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
