//! SHOW CREATE TABLE: prints the statements that create a given table, in YDB's format.

use std::fmt::Write as _;

use super::{
    Changefeed, Column, Compression, DefaultValue, Family, Index, IndexKind, PartitionSettings, Partitioning,
    ReadReplicas, Store, Table, Ttl, TtlTier, TtlUnit, paths,
};
use crate::error::{Error, Result, Status};
use crate::types::{self, Primitive, Type, Value};

/// Returns the text for the column `CreateQuery`. `next` returns the next number of a serial column's sequence.
///
/// Fails with UNSUPPORTED when a default has a type that YDB cannot print, either.
pub fn show_create(table: &Table, database: &str, next: impl Fn(&str) -> i64) -> Result<String> {
    let name = paths::below(database, &table.path).unwrap_or(&table.path);
    let mut text = format!("CREATE TABLE {} (\n", quoted(name));
    for entry in entries(table)? {
        let _ = writeln!(text, "    {entry},");
    }
    let key = table.key.iter().map(|&column| &*table.columns[column].name);
    let _ = write!(text, "    PRIMARY KEY {}\n)", names(key));
    if let Partitioning::Hash { columns, .. } = &table.partitioning {
        let columns = columns.iter().map(|&column| &*table.columns[column].name);
        let _ = write!(text, "\nPARTITION BY HASH {}", names(columns));
    }
    match &*settings(table)? {
        [] => {}
        [only] if !only.contains('\n') => {
            let _ = write!(text, "\nWITH ({only})");
        }
        several => {
            let _ = write!(text, "\nWITH (\n    {}\n)", several.join(",\n    "));
        }
    }
    text.push_str(";\n");
    for feed in &table.changefeeds {
        let _ = write!(text, "\nALTER TABLE {}\n    {}\n;\n", quoted(name), changefeed(feed));
    }
    for column in &table.columns {
        let next = next(&column.name);
        if column.default == Some(DefaultValue::Sequence) && next != 1 {
            let sequence = quoted(&format!("{}/_serial_column_{}", table.path, column.name));
            let _ = write!(text, "\nALTER SEQUENCE {sequence} RESTART WITH {next};\n");
        }
    }
    for index in sorted(&table.indexes) {
        if let Some(settings) = index_settings(index) {
            let index = quoted(&index.name);
            let _ = write!(text, "\nALTER TABLE {}\n    ALTER INDEX {index} SET ({settings})\n;\n", quoted(name));
        }
    }
    Ok(text)
}

/// Returns the entries of CREATE TABLE: columns, indexes and families.
fn entries(table: &Table) -> Result<Vec<String>> {
    let mut entries =
        table.columns.iter().map(|column| self::column(column, table.store)).collect::<Result<Vec<_>>>()?;
    entries.extend(sorted(&table.indexes).into_iter().map(|index| self::index(index, table)));
    entries.extend(table.families.iter().filter_map(family));
    Ok(entries)
}

/// Sorts the indexes by name, because YDB keeps them in this order.
fn sorted(indexes: &[Index]) -> Vec<&Index> {
    let mut indexes: Vec<&Index> = indexes.iter().collect();
    indexes.sort_by(|a, b| a.name.cmp(&b.name));
    indexes
}

fn column(column: &Column, store: Store) -> Result<String> {
    let mut text = format!("{} ", quoted(&column.name));
    match (&column.default, &column.ty) {
        (Some(DefaultValue::Sequence), Type::Primitive(Primitive::Int16)) => text.push_str("Serial2"),
        (Some(DefaultValue::Sequence), Type::Primitive(Primitive::Int32)) => text.push_str("Serial4"),
        (Some(DefaultValue::Sequence), _) => text.push_str("Serial8"),
        (_, ty) => text.push_str(&type_name(ty)),
    }
    // YDB does not print the family of a column table's column.
    if let (Some(family), Store::Row) = (&column.family, store) {
        let _ = write!(text, " FAMILY {}", quoted(family));
    }
    if column.not_null {
        text.push_str(" NOT NULL");
    }
    if let Some(Compression { algorithm, level }) = &column.compression {
        let _ = write!(text, " COMPRESSION (algorithm = {algorithm}");
        // zstd without a level is stored with level 1.
        match (algorithm.as_str(), level) {
            (_, Some(level)) => drop(write!(text, ", level = {level}")),
            ("zstd", None) => text.push_str(", level = 1"),
            _ => {}
        }
        text.push(')');
    }
    if let Some(DefaultValue::Literal(value)) = &column.default {
        let _ = write!(text, " DEFAULT {}", literal(value, &column.ty)?);
    }
    Ok(text)
}

fn index(index: &Index, table: &Table) -> String {
    let kind = match index.kind {
        IndexKind::Global => "GLOBAL SYNC",
        IndexKind::GlobalAsync => "GLOBAL ASYNC",
        IndexKind::GlobalUnique => "GLOBAL UNIQUE SYNC",
    };
    let names = |columns: &[usize]| names(columns.iter().map(|&column| &*table.columns[column].name));
    let mut text = format!("INDEX {} {kind} ON {}", quoted(&index.name), names(&index.columns));
    if !index.cover.is_empty() {
        let _ = write!(text, " COVER {}", names(&index.cover));
    }
    text
}

/// Returns a family's entry. The default family has an entry only if it has settings.
fn family(family: &Family) -> Option<String> {
    let mut settings = Vec::new();
    if let Some(data) = &family.data {
        settings.push(format!("DATA = {}", string(data.as_bytes())));
    }
    if let Some(compression) = &family.compression {
        settings.push(format!("COMPRESSION = {}", string(compression.algorithm.as_bytes())));
    }
    if let Some(mode) = &family.cache_mode {
        settings.push(format!("CACHE_MODE = {}", string(mode.as_bytes())));
    }
    if &*family.name == "default" && settings.is_empty() {
        return None;
    }
    Some(format!("FAMILY {} ({})", quoted(&family.name), settings.join(", ")))
}

fn settings(table: &Table) -> Result<Vec<String>> {
    let mut settings = Vec::new();
    match &table.partitioning {
        Partitioning::Ranges { at, settings: moving } => {
            settings.extend(size(moving));
            settings.extend(load_and_counts(moving, at.len() as u64 + 1));
            if !at.is_empty() {
                let types: Vec<&Type> = table.key_types().collect();
                let points = at.iter().map(|point| split_point(point, &types)).collect::<Result<Vec<_>>>()?;
                settings.push(format!("PARTITION_AT_KEYS = ({})", points.join(", ")));
            }
        }
        Partitioning::Hash { shards, .. } => {
            settings.push("STORE = COLUMN".to_owned());
            settings.push(format!("AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = {shards}"));
        }
    }
    match table.read_replicas {
        Some(ReadReplicas::PerAz(count)) => settings.push(format!("READ_REPLICAS_SETTINGS = 'PER_AZ:{count}'")),
        Some(ReadReplicas::AnyAz(count)) => settings.push(format!("READ_REPLICAS_SETTINGS = 'ANY_AZ:{count}'")),
        None => {}
    }
    if let Some(on) = table.key_bloom_filter {
        settings.push(format!("KEY_BLOOM_FILTER = {}", flag(on)));
    }
    settings.extend(table.ttl.as_ref().map(|ttl| self::ttl(ttl, table)));
    Ok(settings)
}

const fn flag(on: bool) -> &'static str {
    if on { "ENABLED" } else { "DISABLED" }
}

/// Returns the settings for splits by size. They are always printed, because the table profile of a cluster gives every
/// table a size.
fn size(settings: &PartitionSettings) -> Vec<String> {
    let mut texts = vec![format!("AUTO_PARTITIONING_BY_SIZE = {}", flag(settings.by_size))];
    if settings.by_size {
        texts.push(format!("AUTO_PARTITIONING_PARTITION_SIZE_MB = {}", settings.size_mb));
    }
    texts
}

fn load_and_counts(settings: &PartitionSettings, partitions: u64) -> Vec<String> {
    let mut texts = Vec::new();
    if settings.by_load {
        texts.push("AUTO_PARTITIONING_BY_LOAD = ENABLED".to_owned());
    }
    // The minimum is not printed if the table begins with exactly that many partitions.
    if settings.min != partitions {
        texts.push(format!("AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = {}", settings.min));
    }
    if let Some(max) = settings.max {
        texts.push(format!("AUTO_PARTITIONING_MAX_PARTITIONS_COUNT = {max}"));
    }
    texts
}

/// Returns the partitioning settings of an index's table that differ from the defaults, or `None` if there are none.
fn index_settings(index: &Index) -> Option<String> {
    let Partitioning::Ranges { at, settings } = &index.table.partitioning else { return None };
    let mut texts = load_and_counts(settings, at.len() as u64 + 1);
    let defaults = PartitionSettings::default();
    if (settings.by_size, settings.size_mb) != (defaults.by_size, defaults.size_mb) {
        texts.splice(0..0, size(settings));
    }
    (!texts.is_empty()).then(|| texts.join(", "))
}

fn split_point(point: &[Value], types: &[&Type]) -> Result<String> {
    // NULLs are left out, as YDB leaves them out.
    let values = point.iter().zip(types).filter(|(value, _)| !value.is_null());
    let values = values.map(|(value, ty)| literal(value, ty)).collect::<Result<Vec<_>>>()?;
    Ok(format!("({})", values.join(", ")))
}

fn ttl(ttl: &Ttl, table: &Table) -> String {
    let tier = |TtlTier { after_us, storage }: &TtlTier| {
        let after = after_us - after_us % 1_000_000;
        let interval = types::to_text(&Value::Int(after), &Primitive::Interval.into());
        match storage {
            Some(path) => format!("INTERVAL('{interval}') TO EXTERNAL DATA SOURCE {}", quoted(path)),
            None => format!("INTERVAL('{interval}') DELETE"),
        }
    };
    let tiers: Vec<String> = ttl.tiers.iter().map(tier).collect();
    let unit = match ttl.unit {
        None => "",
        Some(TtlUnit::Seconds) => " AS SECONDS",
        Some(TtlUnit::Milliseconds) => " AS MILLISECONDS",
        Some(TtlUnit::Microseconds) => " AS MICROSECONDS",
        Some(TtlUnit::Nanoseconds) => " AS NANOSECONDS",
    };
    // The column's name is printed without quotes.
    let on = format!("ON {}{unit}", table.columns[ttl.column].name);
    match &*tiers {
        [only] => format!("TTL = {only} {on}"),
        several => format!("TTL =\n        {}\n    {on}", several.join(",\n        ")),
    }
}

fn changefeed(feed: &Changefeed) -> String {
    let mut settings = Vec::new();
    for key in ["MODE", "FORMAT"] {
        if let Some(value) = feed.setting(key) {
            settings.push(format!("{key} = {}", string(value.to_uppercase().as_bytes())));
        }
    }
    for key in ["VIRTUAL_TIMESTAMPS", "SCHEMA_CHANGES", "USER_SIDS", "TRACE_IDS"] {
        if feed.is_on(key) {
            settings.push(format!("{key} = TRUE"));
        }
    }
    if let Some(region) = feed.setting("AWS_REGION").filter(|region| !region.is_empty()) {
        settings.push(format!("AWS_REGION = {}", string(region.as_bytes())));
    }
    settings.push(format!("RETENTION_PERIOD = INTERVAL('{}')", feed.setting("RETENTION_PERIOD").unwrap_or("P1D")));
    if let Some(count) = feed.setting("TOPIC_MIN_ACTIVE_PARTITIONS") {
        settings.push(format!("TOPIC_MIN_ACTIVE_PARTITIONS = {count}"));
    }
    if feed.is_on("INITIAL_SCAN") {
        settings.push("INITIAL_SCAN = TRUE".to_owned());
    }
    format!("ADD CHANGEFEED {} WITH ({})", quoted(&feed.name), settings.join(", "))
}

fn names<'a>(names: impl Iterator<Item = &'a str>) -> String {
    format!("({})", names.map(quoted).collect::<Vec<_>>().join(", "))
}

fn quoted(name: &str) -> String {
    format!("`{}`", name.replace('\\', "\\\\").replace('`', "\\`"))
}

/// Returns a constant with the constructor of its type.
///
/// Fails with UNSUPPORTED for types that YDB cannot print, either.
fn literal(value: &Value, ty: &Type) -> Result<String> {
    use Primitive as P;
    let text = || types::to_text(value, ty);
    let call = |name: &str| format!("{name}({})", string(text().as_bytes()));
    let primitive = match ty.unwrap_optional() {
        Type::Decimal { .. } => return Ok(format!("CAST({} AS {})", string(text().as_bytes()), type_name(ty))),
        Type::Primitive(primitive) => *primitive,
        _ => return Err(Error::new(Status::Unsupported, "Unsupported value type for SHOW CREATE TABLE")),
    };
    Ok(match primitive {
        P::Bool => text().to_uppercase(),
        P::Int8 | P::Int16 | P::Int32 | P::Int64 | P::Uint8 | P::Uint16 | P::Uint32 | P::Uint64 => text(),
        P::Float | P::Double => text(),
        P::String | P::Yson => match value {
            Value::Bytes(bytes) => string(bytes),
            _ => string(text().as_bytes()),
        },
        P::Utf8 | P::Json => string(text().as_bytes()),
        P::DyNumber => call("DyNumber"),
        P::Timestamp => timestamp(value),
        P::Date | P::Datetime | P::Interval | P::Uuid => call(&primitive.name().to_uppercase()),
        P::Date32 | P::Datetime64 | P::Timestamp64 | P::Interval64 => call(&primitive.name().to_uppercase()),
        P::JsonDocument | P::TzDate | P::TzDatetime | P::TzTimestamp => {
            return Err(Error::new(Status::Unsupported, "Unsupported primitive type for SHOW CREATE TABLE"));
        }
    })
}

/// Returns the name of a type in the style of YQL's formatter.
fn type_name(ty: &Type) -> String {
    match ty {
        Type::Decimal { precision, scale } => format!("Decimal({precision}, {scale})"),
        other => other.to_string(),
    }
}

/// Returns a Timestamp constant, which has all six digits of its fraction.
fn timestamp(value: &Value) -> String {
    let micros = if let Value::Uint(micros) = value { *micros } else { 0 };
    let seconds = types::to_text(&Value::Uint(micros / 1_000_000), &Primitive::Datetime.into());
    format!("TIMESTAMP('{}.{:06}Z')", seconds.trim_end_matches('Z'), micros % 1_000_000)
}

fn string(bytes: &[u8]) -> String {
    let mut text = String::from("'");
    for chunk in bytes.utf8_chunks() {
        for symbol in chunk.valid().chars() {
            match symbol {
                '\\' | '\'' => text.extend(['\\', symbol]),
                '\n' => text.push_str("\\n"),
                '\r' => text.push_str("\\r"),
                '\t' => text.push_str("\\t"),
                control if control.is_control() => {
                    for byte in control.encode_utf8(&mut [0; 4]).bytes() {
                        let _ = write!(text, "\\x{byte:02X}");
                    }
                }
                other => text.push(other),
            }
        }
        for byte in chunk.invalid() {
            let _ = write!(text, "\\x{byte:02X}");
        }
    }
    text.push('\'');
    text
}
