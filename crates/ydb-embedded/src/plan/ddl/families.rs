//! FAMILY entries, and COMPRESSION of columns.

use super::literal;
use crate::catalog::{Compression, Family};
use crate::error::{Error, Result};
use crate::yql::ast::{Expr, ExprKind, FamilySpec, Literal, Setting, SettingValue, UnaryOp};

/// The family of an entry.
pub(super) fn family(spec: &FamilySpec) -> Result<Family> {
    let name = &spec.name.name;
    let mut family = Family { name: name.clone(), data: None, compression: None, cache_mode: None };
    let (mut algorithm, mut level) = (None, None);
    for (i, setting) in spec.settings.iter().enumerate() {
        let key = setting.key.name.to_ascii_lowercase();
        if spec.settings[..i].iter().any(|other| other.key.name.eq_ignore_ascii_case(&key)) {
            let text = format!("Redefinition of '{key}' setting for column family '{name}'");
            return Err(Error::translation(setting.key.at, text));
        }
        match &*key {
            "data" => family.data = Some(text(setting)?),
            "compression" => algorithm = Some(text(setting)?),
            "cache_mode" => family.cache_mode = Some(text(setting)?),
            "compression_level" => level = Some(integer(setting)?),
            _ => {
                let text = format!("Unknown table setting: {}", setting.key.name);
                return Err(Error::translation(setting.key.at, text));
            }
        }
    }
    family.compression = match (algorithm, level) {
        (None, None) => None,
        // A level without an algorithm means nothing.
        (None, Some(_)) => {
            return Err(Error::translation(spec.name.at, "COMPRESSION_LEVEL needs COMPRESSION"));
        }
        (Some(algorithm), level) => Some(Compression { algorithm: algorithm.to_ascii_lowercase(), level }),
    };
    Ok(family)
}

/// `COMPRESSION (algorithm = .., level = ..)` of a column. Without an algorithm there is no compression.
pub(super) fn compression(settings: &[Setting]) -> Result<Option<Compression>> {
    let (mut algorithm, mut level) = (None, None);
    for setting in settings {
        match &*setting.key.name.to_ascii_lowercase() {
            "algorithm" => algorithm = Some(word(setting)?.to_ascii_lowercase()),
            "level" => level = Some(integer(setting)?),
            other => {
                let text = format!("Unknown compression setting: {other}");
                return Err(Error::translation(setting.key.at, text));
            }
        }
    }
    match (algorithm, level, settings.first()) {
        (Some(algorithm), level, _) => Ok(Some(Compression { algorithm, level })),
        (None, Some(_), Some(setting)) => {
            Err(Error::translation(setting.key.at, "COMPRESSION level needs an algorithm"))
        }
        _ => Ok(None),
    }
}

fn text(setting: &Setting) -> Result<String> {
    let text = if let SettingValue::Expr(expr) = &setting.value { literal::text(expr) } else { None };
    text.ok_or_else(|| wrong(setting, "a string literal"))
}

fn word(setting: &Setting) -> Result<String> {
    match &setting.value {
        SettingValue::Word(word) => Ok(word.name.to_string()),
        _ => text(setting),
    }
}

fn integer(setting: &Setting) -> Result<i64> {
    let number = |expr: &Expr| match &expr.kind {
        ExprKind::Literal(Literal::Integer { value, .. }) => i64::try_from(*value).ok(),
        _ => None,
    };
    let value = match &setting.value {
        SettingValue::Expr(Expr { kind: ExprKind::Unary { op: UnaryOp::Minus, expr }, .. }) => number(expr).map(|n| -n),
        SettingValue::Expr(expr) => number(expr),
        _ => None,
    };
    value.ok_or_else(|| wrong(setting, "an integer"))
}

fn wrong(setting: &Setting, form: &str) -> Error {
    let name = setting.key.name.to_ascii_uppercase();
    Error::translation(setting.key.at, format!("{name} value should be {form}"))
}
