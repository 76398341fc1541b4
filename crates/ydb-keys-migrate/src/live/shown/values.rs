//! Values of settings that are texts.

use ydb_yql::ast::{Arg, Expr, ExprKind, Literal, Setting, SettingValue};

use super::Printed;

/// The value of a setting that is a string.
pub(super) fn text(setting: &Setting, printed: &Printed<'_>) -> Result<String, String> {
    let text = if let SettingValue::Expr(value) = &setting.value { string(value) } else { None };
    text.ok_or_else(|| printed.unexpected(setting, "a string in quotes"))
}

/// The text of a string literal.
pub(super) fn string(value: &Expr) -> Option<String> {
    match &value.kind {
        ExprKind::Literal(Literal::String { bytes, .. }) => Some(String::from_utf8_lossy(bytes).into_owned()),
        _ => None,
    }
}

/// The text in `Interval('P1D')`.
pub(super) fn interval(value: &Expr) -> Option<String> {
    let ExprKind::Call(call) = &value.kind else { return None };
    match &call.args[..] {
        [Arg::Value(text)] if call.module.is_none() && call.name.name.eq_ignore_ascii_case("INTERVAL") => string(text),
        _ => None,
    }
}
