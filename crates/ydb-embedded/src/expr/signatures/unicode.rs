//! The `Unicode` module.

use super::signature::Shape::{List, Maybe, Plain};
use super::signature::{Param, Signature, function, may, must};
use crate::expr::builtins::list::joined;
use crate::expr::builtins::string::replaced;
use crate::expr::builtins::unicode as run;
use crate::types::Primitive::{Bool, String, Uint64, Utf8};
use crate::types::Value;

const ONE: &[Param] = &[must(Utf8)];
const SPLIT: &[Param] =
    &[may(Utf8, ""), must(Utf8), may(Bool, "DelimeterString"), may(Bool, "SkipEmpty"), may(Uint64, "Limit")];
const JOIN: &[Param] = &[Param { shape: List(Utf8), optional: false, name: "" }, must(Utf8)];

pub(super) const FUNCTIONS: &[Signature] = &[
    function("Unicode::IsUtf", &[may(String, "")], Plain(Bool), run::is_utf),
    function("Unicode::GetLength", ONE, Plain(Uint64), |call| Value::Uint(call.text(0).chars().count() as u64)),
    function("Unicode::Find", &[must(Utf8), must(Utf8), may(Uint64, "")], Maybe(Uint64), run::find),
    function("Unicode::RFind", &[must(Utf8), must(Utf8), may(Uint64, "")], Maybe(Uint64), run::rfind),
    function("Unicode::Substring", &[must(Utf8), may(Uint64, ""), may(Uint64, "")], Plain(Utf8), run::substring),
    function("Unicode::ToLower", ONE, Plain(Utf8), |call| Value::text(call.text(0).to_lowercase())),
    function("Unicode::ToUpper", ONE, Plain(Utf8), |call| Value::text(call.text(0).to_uppercase())),
    function("Unicode::Reverse", ONE, Plain(Utf8), run::reverse),
    function("Unicode::Strip", ONE, Plain(Utf8), |call| Value::text(call.text(0).trim())),
    function("Unicode::ReplaceAll", &[must(Utf8), must(Utf8), must(Utf8)], Plain(Utf8), |call| {
        replaced(call, run::text)
    }),
    function("Unicode::SplitToList", SPLIT, List(Utf8), run::split),
    function("Unicode::JoinFromList", JOIN, Plain(Utf8), |call| joined(call, run::text)),
];
