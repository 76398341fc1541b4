//! Conversion of table settings, in requests and in descriptions.

use ydb_grpc::ydb_proto::feature_flag::Status as Flag;
use ydb_grpc::ydb_proto::table::column_family::Compression as SentCompression;
use ydb_grpc::ydb_proto::table::read_replicas_settings::Settings;
use ydb_grpc::ydb_proto::table::ttl_settings::Mode;
use ydb_grpc::ydb_proto::table::value_since_unix_epoch_mode_settings::Unit;
use ydb_grpc::ydb_proto::table::{
    ColumnFamily, DateTypeColumnModeSettings, PartitioningSettings, ReadReplicasSettings, StoragePool, TtlSettings,
    ValueSinceUnixEpochModeSettings,
};

use crate::catalog::spec::{PartitioningSpec, TtlSpec};
use crate::catalog::{Compression, Family, PartitionSettings, ReadReplicas, Table, Ttl, TtlTier, TtlUnit};
use crate::error::Result;
use crate::wire::reply::bad;

/// Returns the value of a flag; `None` if it is not set.
///
/// Fails with BAD_REQUEST for an unknown code.
pub(super) fn flag(code: i32, field: &str) -> Result<Option<bool>> {
    match Flag::try_from(code) {
        Ok(Flag::Unspecified) => Ok(None),
        Ok(Flag::Enabled) => Ok(Some(true)),
        Ok(Flag::Disabled) => Ok(Some(false)),
        Err(_) => Err(bad(format!("Unknown value {code} of {field}"))),
    }
}

pub(super) fn flag_to(flag: bool) -> i32 {
    (if flag { Flag::Enabled } else { Flag::Disabled }) as i32
}

/// Returns the settings of automatic partitioning. A number of 0 counts as not set.
pub(super) fn partitioning(sent: &PartitioningSettings) -> Result<PartitioningSpec> {
    let given = |n: u64| Some(n).filter(|&n| n > 0);
    Ok(PartitioningSpec {
        by_size: flag(sent.partitioning_by_size, "partitioning_by_size")?,
        size_mb: given(sent.partition_size_mb),
        by_load: flag(sent.partitioning_by_load, "partitioning_by_load")?,
        min: given(sent.min_partitions_count),
        max: given(sent.max_partitions_count),
    })
}

pub(super) fn partitioning_to(settings: &PartitionSettings) -> PartitioningSettings {
    PartitioningSettings {
        partitioning_by_size: flag_to(settings.by_size),
        partition_size_mb: if settings.by_size { settings.size_mb } else { 0 },
        partitioning_by_load: flag_to(settings.by_load),
        min_partitions_count: settings.min,
        max_partitions_count: settings.max.unwrap_or(0),
        ..Default::default()
    }
}

/// Converts a TTL, which can only delete rows in this message.
pub(super) fn ttl(sent: TtlSettings) -> Result<TtlSpec> {
    let spec = |column, unit, seconds: u32| {
        let tier = TtlTier { after_us: i64::from(seconds) * 1_000_000, storage: None };
        TtlSpec { column, unit, tiers: vec![tier] }
    };
    match sent.mode {
        Some(Mode::DateTypeColumn(mode)) => Ok(spec(mode.column_name, None, mode.expire_after_seconds)),
        Some(Mode::ValueSinceUnixEpoch(mode)) => {
            let unit = match Unit::try_from(mode.column_unit) {
                Ok(Unit::Seconds) => TtlUnit::Seconds,
                Ok(Unit::Milliseconds) => TtlUnit::Milliseconds,
                Ok(Unit::Microseconds) => TtlUnit::Microseconds,
                Ok(Unit::Nanoseconds) => TtlUnit::Nanoseconds,
                Ok(Unit::Unspecified) | Err(_) => {
                    return Err(bad(format!("Unknown value {} of column_unit", mode.column_unit)));
                }
            };
            Ok(spec(mode.column_name, Some(unit), mode.expire_after_seconds))
        }
        None => Err(bad("ttl_settings.mode is not set")),
    }
}

/// Describes a TTL. This message knows only the tier that deletes rows.
pub(super) fn ttl_to(table: &Table, ttl: &Ttl) -> TtlSettings {
    let column_name = table.columns.get(ttl.column).map_or_else(String::new, |column| column.name.to_string());
    let after_us = ttl.tiers.last().map_or(0, |tier| tier.after_us);
    let expire_after_seconds = u32::try_from(after_us / 1_000_000).unwrap_or(u32::MAX);
    let unit = ttl.unit.map(|unit| match unit {
        TtlUnit::Seconds => Unit::Seconds,
        TtlUnit::Milliseconds => Unit::Milliseconds,
        TtlUnit::Microseconds => Unit::Microseconds,
        TtlUnit::Nanoseconds => Unit::Nanoseconds,
    });
    let mode = match unit {
        None => Mode::DateTypeColumn(DateTypeColumnModeSettings { column_name, expire_after_seconds }),
        Some(unit) => {
            let column_unit = unit as i32;
            Mode::ValueSinceUnixEpoch(ValueSinceUnixEpochModeSettings {
                column_name,
                column_unit,
                expire_after_seconds,
            })
        }
    };
    TtlSettings { mode: Some(mode), ..Default::default() }
}

pub(super) fn family(sent: ColumnFamily) -> Result<Family> {
    let algorithm = match SentCompression::try_from(sent.compression) {
        Ok(SentCompression::Unspecified) => None,
        Ok(SentCompression::None) => Some("off"),
        Ok(SentCompression::Lz4) => Some("lz4"),
        Err(_) => {
            return Err(bad(format!(
                "Unsupported compression value {} in column family '{}'",
                sent.compression, sent.name
            )));
        }
    };
    if flag(sent.keep_in_memory, "keep_in_memory")? == Some(true) {
        return Err(bad("Setting keep_in_memory to ENABLED is not allowed"));
    }
    Ok(Family {
        name: sent.name.into(),
        data: sent.data.map(|pool| pool.media),
        compression: algorithm.map(|algorithm| Compression { algorithm: algorithm.to_owned(), level: None }),
        cache_mode: None,
    })
}

/// Describes a column family. This message has no field for the cache mode.
pub(super) fn family_to(family: &Family) -> ColumnFamily {
    let compression = match family.compression.as_ref().map(|compression| compression.algorithm.as_str()) {
        Some("lz4") => SentCompression::Lz4,
        Some("off") | None => SentCompression::None,
        // The protocol's enum of compressions has no code for zstd.
        _ => SentCompression::Unspecified,
    };
    ColumnFamily {
        name: family.name.to_string(),
        data: family.data.clone().map(|media| StoragePool { media }),
        compression: compression as i32,
        keep_in_memory: 0,
    }
}

pub(super) fn read_replicas(sent: ReadReplicasSettings) -> Result<ReadReplicas> {
    match sent.settings {
        Some(Settings::PerAzReadReplicasCount(n)) => Ok(ReadReplicas::PerAz(n)),
        Some(Settings::AnyAzReadReplicasCount(n)) => Ok(ReadReplicas::AnyAz(n)),
        None => Err(bad("read_replicas_settings.settings is not set")),
    }
}

pub(super) fn read_replicas_to(replicas: ReadReplicas) -> ReadReplicasSettings {
    let settings = match replicas {
        ReadReplicas::PerAz(n) => Settings::PerAzReadReplicasCount(n),
        ReadReplicas::AnyAz(n) => Settings::AnyAzReadReplicasCount(n),
    };
    ReadReplicasSettings { settings: Some(settings) }
}
