//! Functions with a fixed signature: their parameters, results and implementations.

pub(crate) mod modules;

use std::sync::Arc;

use super::{Builtin, names_of};
use crate::types::{Primitive, Type};

/// Result of looking for a function in a module.
pub(crate) enum SignatureMatch {
    /// Function that can be called.
    Function(&'static Signature),
    /// Function of YDB that the engine does not support.
    Unsupported,
    /// Function that YDB's module does not have.
    UnknownFunction,
    /// Module that YDB does not have.
    UnknownModule,
}

const MODULES: [&[Signature]; 6] = [
    modules::DIGEST_FUNCTIONS,
    modules::STRING_FUNCTIONS,
    modules::UNICODE_FUNCTIONS,
    modules::MATH_FUNCTIONS,
    modules::DATETIME_FUNCTIONS,
    modules::RE2_FUNCTIONS,
];

pub(crate) fn all() -> impl Iterator<Item = &'static Signature> {
    MODULES.into_iter().flatten()
}

/// Finds the function of a module. Only the names of the modules `DateTime` and `Re2` ignore case.
pub(crate) fn find(module: &str, name: &str) -> SignatureMatch {
    let module = match module.to_ascii_lowercase().as_str() {
        "datetime" | "datetime2" => "DateTime",
        "re2" => "Re2",
        "re2posix" => "Re2posix",
        // The module `yql` has every callable of the expressions that SQL is translated to.
        "yql" => return SignatureMatch::Unsupported,
        _ => module,
    };
    let known = |function: &&Signature| function.name.split_once("::") == Some((module, name));
    let own = format!("{module}:");
    match all().find(known) {
        Some(signature) => SignatureMatch::Function(signature),
        None if names_of("module").any(|other| other == module) || names_of(&own).any(|other| other == name) => {
            SignatureMatch::Unsupported
        }
        None if names_of(&own).next().is_some() => SignatureMatch::UnknownFunction,
        None => SignatureMatch::UnknownModule,
    }
}

#[derive(Debug)]
pub(crate) struct Signature {
    /// Name of the function, as `Module::Name`.
    pub(crate) name: &'static str,
    /// Parameters. Optional parameters may be left out from the right.
    pub(crate) params: &'static [Param],
    /// Type of the result if no required argument is NULL.
    pub(crate) result: TypeShape,
    /// Type of the result if the first argument is a date or an interval of the wide range.
    pub(crate) wide: TypeShape,
    pub(crate) run: Builtin,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Param {
    pub(crate) shape: TypeShape,
    /// `true` if the argument may be NULL or left out. A NULL for any other parameter makes the result NULL.
    pub(crate) optional: bool,
    /// Name of the parameter in `value AS name`.
    pub(crate) name: &'static str,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum TypeShape {
    Plain(Primitive),
    /// Optional primitive.
    Maybe(Primitive),
    List(Primitive),
    /// Tuple of two values.
    Pair(Primitive),
    /// Date or point in time, of the range (narrow or wide) that the call has.
    Moment,
    /// Interval, of the range (narrow or wide) that the call has.
    Span,
    /// Type that no call can have.
    Never,
}

impl TypeShape {
    /// Returns the type, or `None` if it depends on the call.
    pub(crate) fn ty(self) -> Option<Type> {
        Some(match self {
            Self::Plain(ty) => ty.into(),
            Self::Maybe(ty) => Type::from(ty).optional(),
            Self::List(ty) => Type::List(Arc::new(ty.into())),
            Self::Pair(ty) => Type::Tuple([ty.into(), ty.into()].into()),
            Self::Moment | Self::Span | Self::Never => return None,
        })
    }
}

const fn must(ty: Primitive) -> Param {
    Param { shape: TypeShape::Plain(ty), optional: false, name: "" }
}

const fn may(ty: Primitive, name: &'static str) -> Param {
    Param { shape: TypeShape::Plain(ty), optional: true, name }
}

const fn function(name: &'static str, params: &'static [Param], result: TypeShape, run: Builtin) -> Signature {
    Signature { name, params, result, wide: TypeShape::Never, run }
}

impl Signature {
    /// Returns the signature with a result for dates and intervals of the wide range.
    const fn wide(self, result: TypeShape) -> Self {
        Self { wide: result, ..self }
    }
}
