//! The `String` module.

use super::signature::Shape::{List, Maybe, Plain};
use super::signature::{Param, Signature, function, may, must};
use crate::expr::builtins::list::joined;
use crate::expr::builtins::string as run;
use crate::types::Primitive::{Bool, Int64, String, Uint64};
use crate::types::Value;

const ONE: &[Param] = &[must(String)];
const TWO: &[Param] = &[must(String), must(String)];
const THREE: &[Param] = &[must(String), must(String), must(String)];
const OPTIONAL_FIRST: &[Param] = &[may(String, ""), must(String)];
const SPLIT: &[Param] =
    &[may(String, ""), must(String), may(Bool, "DelimeterString"), may(Bool, "SkipEmpty"), may(Uint64, "Limit")];
const JOIN: &[Param] = &[Param { shape: List(String), optional: false, name: "" }, must(String)];
const PAD: &[Param] = &[must(String), must(Uint64), may(String, "")];

pub(super) const FUNCTIONS: &[Signature] = &[
    function("String::AsciiToLower", ONE, Plain(String), run::ascii_lower),
    function("String::AsciiToUpper", ONE, Plain(String), run::ascii_upper),
    function("String::AsciiToTitle", ONE, Plain(String), run::ascii_title),
    function("String::ToLower", ONE, Maybe(String), |call| run::of_text(call, str::to_lowercase)),
    function("String::ToUpper", ONE, Maybe(String), |call| run::of_text(call, str::to_uppercase)),
    function("String::ToTitle", ONE, Maybe(String), |call| run::of_text(call, run::title)),
    function("String::Reverse", ONE, Maybe(String), |call| run::of_text(call, |text| text.chars().rev().collect())),
    function("String::Strip", ONE, Plain(String), |call| Value::bytes(call.bytes(0).trim_ascii())),
    function("String::Collapse", ONE, Plain(String), run::collapse),
    function("String::IsAscii", ONE, Plain(Bool), |call| Value::Bool(call.bytes(0).is_ascii())),
    function("String::Contains", OPTIONAL_FIRST, Plain(Bool), run::contains),
    function("String::StartsWith", OPTIONAL_FIRST, Plain(Bool), run::starts_with),
    function("String::HasPrefix", OPTIONAL_FIRST, Plain(Bool), run::starts_with),
    function("String::EndsWith", OPTIONAL_FIRST, Plain(Bool), run::ends_with),
    function("String::HasSuffix", OPTIONAL_FIRST, Plain(Bool), run::ends_with),
    function("String::Find", &[must(String), must(String), may(Uint64, "")], Plain(Int64), run::find),
    function("String::ReverseFind", &[must(String), must(String), may(Uint64, "")], Plain(Int64), run::rfind),
    function("String::Substring", &[must(String), may(Uint64, ""), may(Uint64, "")], Plain(String), run::substring),
    function("String::ReplaceAll", THREE, Plain(String), |call| run::replaced(call, Value::bytes)),
    function("String::ReplaceFirst", THREE, Plain(String), run::replace_first),
    function("String::ReplaceLast", THREE, Plain(String), run::replace_last),
    function("String::RemoveAll", TWO, Plain(String), run::remove_all),
    function("String::SplitToList", SPLIT, List(String), run::split),
    function("String::JoinFromList", JOIN, Plain(String), |call| joined(call, Value::bytes)),
    function("String::LeftPad", PAD, Plain(String), run::left_pad),
    function("String::RightPad", PAD, Plain(String), run::right_pad),
    function("String::HexEncode", ONE, Plain(String), run::hex_encode),
    function("String::HexDecode", ONE, Maybe(String), run::hex_decode),
];
