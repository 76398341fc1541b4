//! Calls: which function is called, and which arguments it takes.

mod basic;
mod container;
mod module;

use std::sync::Arc;

use super::compiler::{Compiler, Local, error};
use super::{Builtin, Expr, ExprKind, Mismatch, coerce};
use crate::error::{Error, Position, Result};
use crate::expr::aggregate::is_aggregate;
use crate::expr::name::normalized;
use crate::expr::window::needs_window;
use crate::types::{Type, parse_name};
use crate::yql::ast::{self, Arg, Call};

/// A call being compiled.
pub(super) struct Site<'a> {
    call: &'a Call,
    at: Position,
}

impl Compiler<'_> {
    /// A call of a function.
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
        if let Some(expr) = self.basic_call(&name, &site)? {
            return Ok(expr);
        }
        if let Some(expr) = self.container_call(&name, &site)? {
            return Ok(expr);
        }
        if let Some(primitive) = parse_name(&call.name.name) {
            return self.constructor(primitive.into(), &site);
        }
        if name == "decimal" {
            return self.decimal(&site);
        }
        if KNOWN.contains(&name.as_str()) {
            return Err(Error::unsupported(at, format!("The function {}", call.name.name)));
        }
        Err(Error::translation(at, format!("Unknown builtin: {}", call.name.name)))
    }

    /// `$f(x, y)`: the lambda's body over the arguments.
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
        // The body sees its own parameters only.
        let outer = std::mem::take(&mut self.locals);
        let parameters = lambda.0.iter().zip(args);
        self.locals = parameters.map(|(name, value)| Local::Argument(Arc::clone(&name.name), value)).collect();
        let body = self.expr(&lambda.1);
        self.locals = outer;
        body
    }

    /// The body of a lambda argument, for an item of this type, which becomes the next local.
    pub(super) fn lambda_body(&mut self, lambda: &ast::Expr, item: Type) -> Result<Expr> {
        let held;
        let (params, body) = match &lambda.kind {
            ast::ExprKind::Lambda { params, body } => (params.as_slice(), &**body),
            ast::ExprKind::Named(name) => match self.names.lambda(name.name.trim_start_matches('$')) {
                Some(found) => {
                    held = found;
                    (held.0.as_slice(), &held.1)
                }
                None => return error(lambda.at, "Expected lambda"),
            },
            _ => return error(lambda.at, "Expected lambda"),
        };
        let [param] = params else {
            return error(lambda.at, format!("Expected one lambda argument, but got: {}", params.len()));
        };
        self.locals.push(Local::Item(Arc::clone(&param.name), item));
        let body = self.expr(body);
        self.locals.pop();
        body
    }

    /// The arguments, all of which must be plain values.
    pub(super) fn values(&mut self, site: &Site<'_>) -> Result<Vec<Expr>> {
        site.call.args.iter().map(|arg| self.value(arg, site.at)).collect()
    }

    /// An argument that is a plain value.
    pub(super) fn value(&mut self, arg: &Arg, at: Position) -> Result<Expr> {
        match arg {
            Arg::Value(expr) => self.expr(expr),
            Arg::Named(name, _) => error(name.at, "Named arguments are not expected here"),
            Arg::Type(ty) => error(ty.at, "Expected a value, but got a type"),
            Arg::Star => error(at, "'*' is not expected here"),
        }
    }

    /// As many plain values as the function takes.
    pub(super) fn exactly<const N: usize>(&mut self, site: &Site<'_>) -> Result<[Expr; N]> {
        let values = self.values(site)?;
        let count = values.len();
        values.try_into().or_else(|_| wrong_count(site, N, N, count))
    }

    /// At least `LEAST` and at most `most` plain values.
    pub(super) fn between<const LEAST: usize>(&mut self, site: &Site<'_>, most: usize) -> Result<Vec<Expr>> {
        let values = self.values(site)?;
        if values.len() < LEAST || values.len() > most {
            return wrong_count(site, LEAST, most, values.len());
        }
        Ok(values)
    }
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

/// A call without conversions.
pub(super) fn invoke(name: &'static str, run: Builtin, automap: u32, args: Vec<Expr>, ty: Type, at: Position) -> Expr {
    Expr::new(ty, at, ExprKind::Call { name, run, automap, args: args.into() })
}

/// An argument, converted; an optional one stays optional.
pub(super) fn argument(arg: Expr, wanted: &Type, position: usize) -> Result<Expr> {
    let target = if arg.ty.is_optional() { wanted.clone().optional() } else { wanted.clone() };
    let at = arg.at;
    coerce(arg, &target).map_err(|Mismatch { from, to }| {
        Error::type_annotation(at, format!("Mismatch type argument #{}, type diff: {from}!={to}", position + 1))
    })
}

/// Builtins of YQL that the engine does not support.
const KNOWN: &[&str] = &[
    "addtimezone",
    "removetimezone",
    "currenttzdate",
    "currenttzdatetime",
    "currenttztimestamp",
    "testbit",
    "setbit",
    "clearbit",
    "flipbit",
    "tablename",
    "tablepath",
    "tablerecordindex",
    "tablerow",
    "jointablerow",
    "pickle",
    "unpickle",
    "stablepickle",
    "variant",
    "asvariant",
    "visit",
    "visitordefault",
    "way",
    "dynamicvariant",
    "enum",
    "asenum",
    "parsetype",
    "typehandle",
    "typeof",
    "formattype",
    "formattypediff",
    "instanceof",
    "datatype",
    "optionaltype",
    "listtype",
    "tupletype",
    "structtype",
    "dicttype",
    "evaluatecode",
    "evaluateexpr",
    "evaluateatom",
    "evaluatetype",
    "fold",
    "fold1",
    "listfold",
    "listfold1",
    "listfoldmap",
    "listfold1map",
    "listzip",
    "listzipall",
    "listenumerate",
    "listsort",
    "listsortasc",
    "listsortdesc",
    "listflatmap",
    "listnotnull",
    "listflatten",
    "listuniq",
    "listuniqstable",
    "listany",
    "listall",
    "listindexof",
    "listmin",
    "listmax",
    "listsum",
    "listavg",
    "listfromrange",
    "listreplicate",
    "listcollect",
    "listaggregate",
    "listtodict",
    "listtomultidict",
    "listtoset",
    "listextract",
    "listtakewhile",
    "listskipwhile",
    "listtop",
    "listtopasc",
    "listtopdesc",
    "listtopsort",
    "listsample",
    "listshuffle",
    "liststep",
    "todict",
    "tomultidict",
    "toset",
    "tosorteddict",
    "dictcreate",
    "setcreate",
    "dictkeys",
    "dictpayloads",
    "dictitems",
    "dicthasitems",
    "dictaggregate",
    "setisdisjoint",
    "setintersection",
    "setincludes",
    "setunion",
    "setdifference",
    "setsymmetricdifference",
    "combinemembers",
    "flattenmembers",
    "structmembers",
    "renamemembers",
    "forceremovemembers",
    "removemembers",
    "addmember",
    "removemember",
    "forceremovemember",
    "replacemember",
    "choosemembers",
    "spreadmembers",
    "gathermembers",
    "staticmap",
    "staticzip",
    "staticfold",
    "staticfold1",
    "structunion",
    "tupleunion",
    "jsonvalue",
    "jsonexists",
    "jsonquery",
    "ensuretype",
    "ensureconvertibleto",
    "assumestrict",
    "assumenonstrict",
    "likely",
    "callable",
    "filepath",
    "filecontent",
    "folderpath",
    "parsefile",
    "bitcast",
    "byteat",
    "emptylist",
    "emptydict",
    "concat",
    "weakfield",
    "tryweakmemberfromdict",
    "currentoperationid",
    "currentoperationsharedid",
    "currentauthenticateduser",
    "grouping",
    "rownumber",
    "rank",
    "denserank",
    "percentrank",
    "cumedist",
    "ntile",
    "lag",
    "lead",
    "firstvalue",
    "lastvalue",
    "nthvalue",
    "sessionwindow",
    "sessionstart",
    "hop",
    "hopstart",
    "hopend",
    "asdictstrict",
    "astagged",
    "untag",
    "yqltype",
    "opaque",
    "udf",
    "withsideeffects",
    "countbits",
    "parselist",
];
