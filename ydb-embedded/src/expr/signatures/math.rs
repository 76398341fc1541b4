//! The `Math` module.

use super::signature::Shape::{Maybe, Plain};
use super::signature::{Param, Signature, function, may, must};
use crate::expr::builtins::math as run;
use crate::types::Primitive::{Bool, Double, Int64};

const ONE: &[Param] = &[must(Double)];
const TWO: &[Param] = &[must(Double), must(Double)];

pub(super) const FUNCTIONS: &[Signature] = &[
    function("Math::Pi", &[], Plain(Double), run::pi),
    function("Math::E", &[], Plain(Double), run::e),
    function("Math::IsInf", ONE, Plain(Bool), run::is_inf),
    function("Math::IsNaN", ONE, Plain(Bool), run::is_nan),
    function("Math::IsFinite", ONE, Plain(Bool), run::is_finite),
    function("Math::Abs", ONE, Plain(Double), run::abs),
    function("Math::Ceil", ONE, Plain(Double), run::ceil),
    function("Math::Floor", ONE, Plain(Double), run::floor),
    function("Math::Trunc", ONE, Plain(Double), run::trunc),
    function("Math::Round", &[must(Double), may(Int64, "Precision")], Plain(Double), run::round),
    function("Math::Sqrt", ONE, Plain(Double), run::sqrt),
    function("Math::Cbrt", ONE, Plain(Double), run::cbrt),
    function("Math::Exp", ONE, Plain(Double), run::exp),
    function("Math::Exp2", ONE, Plain(Double), run::exp2),
    function("Math::Log", ONE, Plain(Double), run::log),
    function("Math::Log2", ONE, Plain(Double), run::log2),
    function("Math::Log10", ONE, Plain(Double), run::log10),
    function("Math::Sin", ONE, Plain(Double), run::sin),
    function("Math::Cos", ONE, Plain(Double), run::cos),
    function("Math::Tan", ONE, Plain(Double), run::tan),
    function("Math::Asin", ONE, Plain(Double), run::asin),
    function("Math::Acos", ONE, Plain(Double), run::acos),
    function("Math::Atan", ONE, Plain(Double), run::atan),
    function("Math::Atan2", TWO, Plain(Double), run::atan2),
    function("Math::Pow", TWO, Plain(Double), run::pow),
    function("Math::Hypot", TWO, Plain(Double), run::hypot),
    function("Math::Fmod", TWO, Plain(Double), run::fmod),
    function("Math::Mod", &[must(Int64), must(Int64)], Maybe(Int64), run::modulo),
    function("Math::Rem", &[must(Int64), must(Int64)], Maybe(Int64), run::rem),
];
