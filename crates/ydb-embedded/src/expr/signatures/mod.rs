//! The functions that have a fixed signature: their parameters, results and implementations.

pub(crate) mod datetime;
mod digest;
mod math;
mod re2;
mod signature;
mod string;
mod unicode;

pub(crate) use signature::{Param, Shape, Signature};

use super::name::group;

/// What is known of a function of a module.
pub(crate) enum Found {
    /// It can be called.
    Function(&'static Signature),
    /// YDB has it; the engine does not support it.
    Unsupported,
    /// YDB's module does not have it.
    UnknownFunction,
    /// YDB has no such module.
    UnknownModule,
}

const MODULES: [&[Signature]; 6] =
    [digest::FUNCTIONS, string::FUNCTIONS, unicode::FUNCTIONS, math::FUNCTIONS, datetime::FUNCTIONS, re2::FUNCTIONS];

/// All functions that can be called.
pub(crate) fn all() -> impl Iterator<Item = &'static Signature> {
    MODULES.into_iter().flatten()
}

/// The function of a module. Of their names only those of the modules `DateTime` and `Re2` do not depend on case.
pub(crate) fn find(module: &str, name: &str) -> Found {
    let module = match module.to_ascii_lowercase().as_str() {
        "datetime" | "datetime2" => "DateTime",
        "re2" => "Re2",
        "re2posix" => "Re2posix",
        // Every callable of the expressions that SQL is translated to.
        "yql" => return Found::Unsupported,
        _ => module,
    };
    let known = |function: &&Signature| function.name.split_once("::") == Some((module, name));
    let own = format!("{module}:");
    match all().find(known) {
        Some(signature) => Found::Function(signature),
        None if group("module").any(|other| other == module) || group(&own).any(|other| other == name) => {
            Found::Unsupported
        }
        None if group(&own).next().is_some() => Found::UnknownFunction,
        None => Found::UnknownModule,
    }
}
