//! The part of the `Re2` module that needs no options. The pattern, which YDB's functions take first, comes last.

use super::signature::Shape::Plain;
use super::signature::{Param, Signature, function, may, must};
use crate::expr::builtins::re2 as run;
use crate::types::Primitive::{Bool, String, Uint32};

const TEXT: &[Param] = &[may(String, ""), must(String)];

pub(super) const FUNCTIONS: &[Signature] = &[
    function("Re2::Match", TEXT, Plain(Bool), |call| run::matches(call, true)),
    function("Re2::Grep", TEXT, Plain(Bool), |call| run::matches(call, false)),
    function("Re2::Count", TEXT, Plain(Uint32), run::count),
];
