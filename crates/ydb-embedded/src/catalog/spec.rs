//! Requested changes of the schema, from YQL or from the wire. No rule has been checked yet.

use std::collections::BTreeMap;

use super::{Compression, Family, IndexKind, ReadReplicas, Store, Ttl};
use crate::types::{Type, Value};

/// Requested CREATE TABLE.
#[derive(Clone, Debug, PartialEq)]
pub struct TableSpec {
    pub path: String,
    pub store: Store,
    pub columns: Vec<ColumnSpec>,
    /// Names of the primary key's columns, in key order.
    pub key: Vec<String>,
    pub indexes: Vec<IndexSpec>,
    pub families: Vec<Family>,
    pub ttl: Option<TtlSpec>,
    /// Partitions of the new table.
    pub partitions: InitialPartitions,
    pub partitioning: PartitioningSpec,
    /// Columns of PARTITION BY HASH.
    pub hash_columns: Option<Vec<String>>,
    pub key_bloom_filter: Option<bool>,
    pub read_replicas: Option<ReadReplicas>,
    /// User attributes.
    pub attributes: BTreeMap<String, String>,
}

/// Requested column.
#[derive(Clone, Debug, PartialEq)]
pub struct ColumnSpec {
    pub name: String,
    /// Type of the column, without `Optional`.
    pub ty: Type,
    /// `true` if the column refuses NULL.
    pub not_null: bool,
    pub family: Option<String>,
    pub default: Option<DefaultSpec>,
    pub compression: Option<Compression>,
}

/// Requested default of a column.
#[derive(Clone, Debug, PartialEq)]
pub enum DefaultSpec {
    Literal(Type, Value),
    Sequence,
}

/// Requested index.
#[derive(Clone, Debug, PartialEq)]
pub struct IndexSpec {
    pub name: String,
    pub kind: IndexKind,
    pub columns: Vec<String>,
    pub cover: Vec<String>,
}

/// Requested TTL, which names its column.
pub type TtlSpec = Ttl<String>;

/// Requested partitions of a new table.
#[derive(Clone, Debug, PartialEq)]
pub enum InitialPartitions {
    One,
    /// Number of partitions in `UNIFORM_PARTITIONS = n`.
    Uniform(u64),
    /// Split points of `PARTITION_AT_KEYS`, each value with the type in which it was written.
    AtKeys(Vec<Vec<(Type, Value)>>),
    /// Both `UNIFORM_PARTITIONS` and `PARTITION_AT_KEYS`, which is refused.
    Both,
}

/// Requested settings of automatic partitioning. `None` means that a setting was not given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PartitioningSpec {
    /// AUTO_PARTITIONING_BY_SIZE.
    pub by_size: Option<bool>,
    /// AUTO_PARTITIONING_PARTITION_SIZE_MB.
    pub size_mb: Option<u64>,
    /// AUTO_PARTITIONING_BY_LOAD.
    pub by_load: Option<bool>,
    /// AUTO_PARTITIONING_MIN_PARTITIONS_COUNT.
    pub min: Option<u64>,
    /// AUTO_PARTITIONING_MAX_PARTITIONS_COUNT.
    pub max: Option<u64>,
}

/// Requested change of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Alteration {
    AddColumn(ColumnSpec),
    DropColumn(String),
    SetFamily {
        column: String,
        family: String,
    },
    DropNotNull(String),
    SetNotNull(String),
    SetDefault {
        column: String,
        value: DefaultSpec,
    },
    DropDefault(String),
    SetCompression {
        column: String,
        compression: Compression,
    },
    AddFamily(Family),
    /// ALTER FAMILY, with the fields that are given.
    AlterFamily(Family),
    /// SET of partitioning settings. A setting that is not named stays as it is, unless turning on splits resets it.
    SetPartitioning(PartitioningSpec),
    SetKeyBloomFilter(bool),
    SetReadReplicas(ReadReplicas),
    SetTtl(TtlSpec),
    ResetTtl,
    /// Changes of user attributes: a value sets an attribute, an empty value drops it.
    SetAttributes(BTreeMap<String, String>),
    AddIndex(IndexSpec),
    DropIndex(String),
    RenameIndex {
        from: String,
        to: String,
    },
    SetIndexPartitioning {
        index: String,
        settings: PartitioningSpec,
    },
    /// RENAME TO, with an absolute path.
    RenameTo(String),
    /// ADD CHANGEFEED with its settings, whose names are in upper case.
    AddChangefeed {
        name: String,
        settings: Vec<(String, String)>,
    },
    DisableChangefeed(String),
    DropChangefeed(String),
    /// COMPACT, which changes nothing in this engine.
    Compact,
}
