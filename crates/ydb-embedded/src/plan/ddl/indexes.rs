//! INDEX entries and the settings of changefeeds.

use super::literal;
use crate::catalog::IndexKind;
use crate::catalog::spec::IndexSpec;
use crate::error::{Error, Result};
use crate::types::{self, Primitive, Value};
use crate::yql::ast::{ChangefeedSpec, Expr, ExprKind, Ident, IndexSpec as Written, Literal, Setting, SettingValue};

/// The index of an entry.
///
/// Fails if YDB refuses its kind, or this engine does not have it.
pub(super) fn index(spec: &Written) -> Result<IndexSpec> {
    let at = spec.name.at;
    if let Some(using) = &spec.using {
        return Err(subtype(using, spec.local));
    }
    if spec.local {
        return Err(Error::translation(at, "LOCAL index requires USING"));
    }
    let kind = match (spec.unique, spec.is_async == Some(true)) {
        (false, false) => IndexKind::Global,
        (false, true) => IndexKind::GlobalAsync,
        (true, false) => IndexKind::GlobalUnique,
        (true, true) => return Err(Error::translation(at, "unique: alternative is not implemented yet: async")),
    };
    if let Some(Setting { key, .. }) = spec.settings.first() {
        let text = format!("Unknown index setting: {}", key.name);
        return Err(Error::translation(key.at, text));
    }
    let names = |idents: &[Ident]| idents.iter().map(|ident| ident.name.to_string()).collect();
    Ok(IndexSpec { name: spec.name.name.to_string(), kind, columns: names(&spec.columns), cover: names(&spec.cover) })
}

fn subtype(using: &Ident, local: bool) -> Error {
    let name = using.name.to_ascii_lowercase();
    let known: &[&str] = if local {
        &["bloom_filter", "bloom_ngram_filter", "min_max"]
    } else {
        &["vector_kmeans_tree", "fulltext_plain", "fulltext_relevance", "json"]
    };
    if known.contains(&&*name) {
        let place = if local { "LOCAL" } else { "GLOBAL" };
        return Error::unsupported(using.at, format!("An index {place} USING {name}"));
    }
    Error::translation(using.at, format!("{} index subtype is not supported", name.to_uppercase()))
}

/// The settings of a changefeed as the catalog stores them: names in upper case, values as text.
pub(super) fn changefeed_settings(spec: &ChangefeedSpec) -> Result<Vec<(String, String)>> {
    let setting = |setting: &Setting| {
        let name = setting.key.name.to_ascii_uppercase();
        let wrong = || Error::translation(setting.key.at, format!("Invalid value of changefeed setting: {name}"));
        let value = match &setting.value {
            SettingValue::Word(word) => word.name.to_string(),
            // A flag without a value is on.
            SettingValue::None => "true".to_owned(),
            SettingValue::Expr(expr) => value(expr, &name)?.ok_or_else(wrong)?,
            SettingValue::Keys(_) | SettingValue::Ttl { .. } => return Err(wrong()),
        };
        Ok((name, value))
    };
    spec.settings.iter().map(setting).collect()
}

fn value(expr: &Expr, name: &str) -> Result<Option<String>> {
    if matches!(name, "RETENTION_PERIOD" | "BARRIERS_INTERVAL" | "RESOLVED_TIMESTAMPS") {
        let micros = literal::interval(expr, &name.to_ascii_lowercase())?;
        return Ok(Some(types::to_text(&Value::Int(micros), &Primitive::Interval.into())));
    }
    Ok(match &expr.kind {
        ExprKind::Literal(Literal::Bool(value)) => Some(value.to_string()),
        ExprKind::Literal(Literal::Integer { value, .. }) => Some(value.to_string()),
        _ => literal::text(expr),
    })
}
