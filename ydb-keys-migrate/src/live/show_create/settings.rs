//! `WITH (...)`: the settings of a table.

use ydb_keys::__internal::schema::{DISABLED, ENABLED, Form, SETTINGS, Setting};
use ydb_keys::schema::Store;

use super::cursor::Cursor;
use super::ttl::ttl;
use crate::live::LiveSettings;

/// Reads the settings, and returns the store if it is one of them.
pub(super) fn settings(cursor: &mut Cursor<'_>, settings: &mut LiveSettings) -> Result<Option<Store>, String> {
    let mut store = None;
    cursor.expect_symbol('(')?;
    while !cursor.eat_symbol(')') {
        let start = cursor.position();
        let mut is_known = true;
        match cursor.key().as_deref() {
            Some("STORE") => store = Some(self::store(cursor)?),
            Some("AUTO_PARTITIONING_BY_SIZE") => settings.by_size = Some(flag(cursor)?),
            Some("AUTO_PARTITIONING_PARTITION_SIZE_MB") => settings.size_mb = Some(cursor.number()?),
            Some("AUTO_PARTITIONING_BY_LOAD") => settings.by_load = Some(flag(cursor)?),
            Some("AUTO_PARTITIONING_MIN_PARTITIONS_COUNT") => settings.min = Some(cursor.number()?),
            Some("AUTO_PARTITIONING_MAX_PARTITIONS_COUNT") => settings.max = Some(cursor.number()?),
            Some("PARTITION_AT_KEYS") => settings.split_points = split_points(cursor)?,
            Some("TTL") => settings.ttl = Some(ttl(cursor)?),
            key => match SETTINGS.iter().find(|setting| key == Some(setting.name)) {
                Some(setting) => settings.simple.extend(simple(setting, cursor)?.map(|value| (setting.name, value))),
                None => is_known = false,
            },
        }
        let after = cursor.skip_until(|_| false)?;
        if !is_known || !after.is_empty() {
            settings.other.push(cursor.between(start).to_owned());
        }
        cursor.expect_comma_or(')')?;
    }
    Ok(store)
}

fn store(cursor: &mut Cursor<'_>) -> Result<Store, String> {
    if cursor.eat_word("COLUMN") {
        return Ok(Store::Column);
    }
    cursor.expect_word("ROW").map(|()| Store::Row).map_err(|_| cursor.unexpected("ROW or COLUMN"))
}

fn flag(cursor: &mut Cursor<'_>) -> Result<bool, String> {
    if cursor.eat_word("ENABLED") {
        return Ok(true);
    }
    cursor.expect_word("DISABLED").map(|()| false).map_err(|_| cursor.unexpected("ENABLED or DISABLED"))
}

/// `((10), (100, 5))`, each tuple as printed.
fn split_points(cursor: &mut Cursor<'_>) -> Result<Vec<String>, String> {
    let mut points = Vec::new();
    cursor.expect_symbol('(')?;
    while !cursor.eat_symbol(')') {
        points.push(cursor.skip_until(|_| false)?.to_owned());
        cursor.expect_comma_or(')')?;
    }
    Ok(points)
}

/// The value of a setting of one value; `None` if the value sets nothing.
fn simple(setting: &Setting, cursor: &mut Cursor<'_>) -> Result<Option<String>, String> {
    let unexpected = cursor.unexpected(setting.values);
    let value = match setting.form {
        Form::Switch if flag(cursor)? => ENABLED.to_owned(),
        Form::Switch => DISABLED.to_owned(),
        Form::Text => cursor.text()?,
    };
    setting.effective(&value).map_err(|_| unexpected)
}
