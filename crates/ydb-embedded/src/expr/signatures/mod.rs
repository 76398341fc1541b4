//! The functions that have a fixed signature: their parameters, results and implementations.

pub(crate) mod modules;

use std::sync::Arc;

use super::{Builtin, names_of};
use crate::types::{Primitive, Type};

/// What is known of a function of a module.
pub(crate) enum SignatureMatch {
    /// It can be called.
    Function(&'static Signature),
    /// YDB has it; the engine does not support it.
    Unsupported,
    /// YDB's module does not have it.
    UnknownFunction,
    /// YDB has no such module.
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

/// The function of a module. Of their names only those of the modules `DateTime` and `Re2` do not depend on case.
pub(crate) fn find(module: &str, name: &str) -> SignatureMatch {
    let module = match module.to_ascii_lowercase().as_str() {
        "datetime" | "datetime2" => "DateTime",
        "re2" => "Re2",
        "re2posix" => "Re2posix",
        // Every callable of the expressions that SQL is translated to.
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
    /// `Module::Name`.
    pub(crate) name: &'static str,
    /// The parameters; optional ones may be left out from the right.
    pub(crate) params: &'static [Param],
    /// The result's type for arguments that are present.
    pub(crate) result: TypeShape,
    /// The result's type where the first argument is a date or an interval of the wide range.
    pub(crate) wide: TypeShape,
    pub(crate) run: Builtin,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Param {
    pub(crate) shape: TypeShape,
    /// `true` if it accepts NULL and may be left out. For other parameters, a NULL makes the result NULL.
    pub(crate) optional: bool,
    /// Its name in `value AS name`.
    pub(crate) name: &'static str,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum TypeShape {
    Plain(Primitive),
    /// An optional primitive.
    Maybe(Primitive),
    List(Primitive),
    /// A tuple of two.
    Pair(Primitive),
    /// A date or a point in time of the narrow or the wide range, as in the call.
    Moment,
    /// An interval of that range.
    Span,
    /// No call has this type.
    Never,
}

impl TypeShape {
    /// The type; `None` for one that depends on the call.
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
    /// The same function, also for dates and intervals of the wide range.
    const fn wide(self, result: TypeShape) -> Self {
        Self { wide: result, ..self }
    }
}
