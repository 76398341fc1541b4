//! `WITH (...)`: the settings of a table.

use ydb_keys::schema::Store;
use ydb_keys_core::schema::simple::{DISABLED, ENABLED, Form, SETTINGS};
use ydb_yql::ast::{Expr, ExprKind, Literal, Setting, SettingValue};

use super::Printed;
use super::ttl::ttl;
use super::values::text;
use crate::live::LiveSettings;

/// Reads the settings, and returns the store if it is one of them.
pub(super) fn settings(
    all: &[Setting],
    settings: &mut LiveSettings,
    printed: &mut Printed<'_>,
) -> Result<Option<Store>, String> {
    let mut store = None;
    for setting in all {
        let mut is_known = !setting.has_more;
        let key = setting.key.name.to_ascii_uppercase();
        match key.as_str() {
            "STORE" => store = Some(self::store(setting, printed)?),
            "AUTO_PARTITIONING_BY_SIZE" => settings.by_size = Some(flag(setting, printed)?),
            "AUTO_PARTITIONING_PARTITION_SIZE_MB" => settings.size_mb = Some(number(setting, printed)?),
            "AUTO_PARTITIONING_BY_LOAD" => settings.by_load = Some(flag(setting, printed)?),
            "AUTO_PARTITIONING_MIN_PARTITIONS_COUNT" => settings.min = Some(number(setting, printed)?),
            "AUTO_PARTITIONING_MAX_PARTITIONS_COUNT" => settings.max = Some(number(setting, printed)?),
            "PARTITION_AT_KEYS" => settings.split_points = split_points(setting, printed)?,
            "TTL" => settings.ttl = Some(ttl(setting, printed)?),
            key => match SETTINGS.iter().find(|known| known.name == key) {
                Some(known) => {
                    let value = match known.form {
                        Form::Switch if flag(setting, printed)? => ENABLED.to_owned(),
                        Form::Switch => DISABLED.to_owned(),
                        Form::Text => text(setting, printed)?,
                    };
                    let value = known.effective(&value).map_err(|_| printed.unexpected(setting, known.values))?;
                    settings.simple.extend(value.map(|value| (known.name, value)));
                }
                None => is_known = false,
            },
        }
        if !is_known {
            printed.keep(setting.span, printed.of(setting.span));
        }
    }
    Ok(store)
}

fn word(setting: &Setting, words: [&'static str; 2]) -> Option<&'static str> {
    let SettingValue::Word(word) = &setting.value else { return None };
    words.into_iter().find(|known| word.name.eq_ignore_ascii_case(known))
}

fn store(setting: &Setting, printed: &Printed<'_>) -> Result<Store, String> {
    match word(setting, ["COLUMN", "ROW"]) {
        Some("COLUMN") => Ok(Store::Column),
        Some(_) => Ok(Store::Row),
        None => Err(printed.unexpected(setting, "ROW or COLUMN")),
    }
}

fn flag(setting: &Setting, printed: &Printed<'_>) -> Result<bool, String> {
    match word(setting, [ENABLED, DISABLED]) {
        Some(word) => Ok(word == ENABLED),
        None => Err(printed.unexpected(setting, "ENABLED or DISABLED")),
    }
}

fn number(setting: &Setting, printed: &Printed<'_>) -> Result<u64, String> {
    match &setting.value {
        SettingValue::Expr(Expr { kind: ExprKind::Literal(Literal::Integer { value, .. }), .. }) => Ok(*value),
        _ => Err(printed.unexpected(setting, "a number")),
    }
}

/// `((10), (100, 5))`, each tuple as printed.
fn split_points(setting: &Setting, printed: &Printed<'_>) -> Result<Vec<String>, String> {
    let SettingValue::Keys(points) = &setting.value else { return Err(printed.unexpected(setting, "keys")) };
    Ok(points.iter().flatten().map(|point| printed.of(point.span).to_owned()).collect())
}
