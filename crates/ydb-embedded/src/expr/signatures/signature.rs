//! What a signature is made of.

use std::sync::Arc;

use crate::expr::Builtin;
use crate::types::{Primitive, Type};

/// A function's signature.
#[derive(Debug)]
pub(crate) struct Signature {
    /// `Module::Name`.
    pub(crate) name: &'static str,
    /// The parameters; optional ones may be left out from the right.
    pub(crate) params: &'static [Param],
    /// The result's type for arguments that are present.
    pub(crate) result: Shape,
    /// The result's type where the first argument is a date or an interval of the wide range.
    pub(crate) wide: Shape,
    /// What it does.
    pub(crate) run: Builtin,
}

/// A parameter.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Param {
    /// Its type.
    pub(crate) shape: Shape,
    /// Whether it accepts NULL and may be left out. For other parameters, a NULL makes the result NULL.
    pub(crate) optional: bool,
    /// Its name in `value AS name`.
    pub(crate) name: &'static str,
}

/// The types of signatures.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shape {
    /// A primitive.
    Plain(Primitive),
    /// An optional primitive.
    Maybe(Primitive),
    /// A list of a primitive.
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

impl Shape {
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

pub(super) const fn must(ty: Primitive) -> Param {
    Param { shape: Shape::Plain(ty), optional: false, name: "" }
}

pub(super) const fn may(ty: Primitive, name: &'static str) -> Param {
    Param { shape: Shape::Plain(ty), optional: true, name }
}

pub(super) const fn function(name: &'static str, params: &'static [Param], result: Shape, run: Builtin) -> Signature {
    Signature { name, params, result, wide: Shape::Never, run }
}

impl Signature {
    /// The same function, also for dates and intervals of the wide range.
    pub(super) const fn wide(self, result: Shape) -> Self {
        Self { wide: result, ..self }
    }
}
