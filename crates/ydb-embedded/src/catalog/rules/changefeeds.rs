//! The rules for changefeeds.

use super::super::{Changefeed, Store, Table, TableIds, limits, paths, refusal};
use crate::error::Result;
use crate::types::{Primitive, Type};

const MODES: [&str; 5] = ["KEYS_ONLY", "UPDATES", "NEW_IMAGE", "OLD_IMAGE", "NEW_AND_OLD_IMAGES"];
const FORMATS: [&str; 3] = ["JSON", "DEBEZIUM_JSON", "DYNAMODB_STREAMS_JSON"];

/// The settings a changefeed may have.
const SETTINGS: [&str; 15] = [
    "MODE",
    "FORMAT",
    "VIRTUAL_TIMESTAMPS",
    "SCHEMA_CHANGES",
    "USER_SIDS",
    "TRACE_IDS",
    "BARRIERS_INTERVAL",
    "RETENTION_PERIOD",
    "TOPIC_AUTO_PARTITIONING",
    "TOPIC_MIN_ACTIVE_PARTITIONS",
    "TOPIC_MAX_ACTIVE_PARTITIONS",
    "INITIAL_SCAN",
    "AWS_REGION",
    "RESOLVED_TIMESTAMPS",
    "TOPIC_PARTITIONS",
];

/// Adds a changefeed to a table.
pub(in crate::catalog) fn add(
    table: &mut Table,
    name: &str,
    settings: Vec<(String, String)>,
    ids: &mut TableIds,
) -> Result<()> {
    if table.store == Store::Column {
        return Err(refusal::unsupported("Changefeeds of column tables are not supported"));
    }
    if let Some(error) = paths::element_error(name) {
        return Err(refusal::scheme(refusal::check(&format!("{}/{name}", table.path), error)));
    }
    let taken = table.changefeeds.iter().any(|feed| &*feed.name == name) || table.index(name).is_some();
    if taken {
        // The kind of the object and the status are UNVERIFIED.
        let path = format!("{}/{name}", table.path);
        return Err(refusal::exists(&path, table.id.0, "CdcStream"));
    }
    if table.changefeeds.len() >= limits::CHANGEFEEDS {
        return Err(refusal::precondition(format!(
            "cdc streams count has reached maximum value in the table, children limit for dir in domain: {}, \
             intention to create new children: {}",
            limits::CHANGEFEEDS,
            table.changefeeds.len() + 1
        )));
    }
    check_settings(table, &settings)?;
    table.changefeeds.push(Changefeed { id: ids.allocate(), name: name.into(), settings, disabled: false });
    Ok(())
}

fn check_settings(table: &Table, settings: &[(String, String)]) -> Result<()> {
    for (i, (key, _)) in settings.iter().enumerate() {
        if !SETTINGS.contains(&key.as_str()) {
            return Err(refusal::generic(format!("Unknown changefeed setting: {key}")));
        }
        if settings[..i].iter().any(|(other, _)| other == key) {
            return Err(refusal::generic(format!("{key} specified multiple times")));
        }
    }
    let value = |wanted: &str| settings.iter().find(|(key, _)| key == wanted).map(|(_, value)| value.as_str());
    one_of("mode", value("MODE"), &MODES)?;
    one_of("format", value("FORMAT"), &FORMATS)?;
    let partitions = value("TOPIC_MIN_ACTIVE_PARTITIONS").and_then(|count| count.parse::<u64>().ok());
    let first = table.key_types().next();
    if let (Some(2..), Some(ty)) = (partitions, first)
        && !matches!(ty, Type::Primitive(Primitive::Uint32 | Primitive::Uint64))
    {
        let text = format!("Unsupported first key column type {ty}, only Uint32 and Uint64 are supported");
        return Err(refusal::scheme(text));
    }
    Ok(())
}

fn one_of(what: &str, value: Option<&str>, known: &[&str]) -> Result<()> {
    match value {
        Some(value) if known.contains(&value.to_ascii_uppercase().as_str()) => Ok(()),
        // The texts are UNVERIFIED.
        Some(value) => Err(refusal::generic(format!("Unknown changefeed {what}: {value}"))),
        None => Err(refusal::generic(format!("{} setting is required for changefeed", what.to_uppercase()))),
    }
}
