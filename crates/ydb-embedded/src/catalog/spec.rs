//! A change of the schema as asked for, before any rule is checked. It comes from YQL or from the wire.

use std::collections::BTreeMap;

use super::{Compression, Family, IndexKind, ReadReplicas, Store, Ttl};
use crate::types::{Type, Value};

/// CREATE TABLE as asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct TableSpec {
    pub path: String,
    pub store: Store,
    pub columns: Vec<ColumnSpec>,
    /// The primary key's columns in order.
    pub key: Vec<String>,
    pub indexes: Vec<IndexSpec>,
    pub families: Vec<Family>,
    pub ttl: Option<TtlSpec>,
    /// How the table begins.
    pub partitions: InitialPartitions,
    pub partitioning: PartitioningSpec,
    /// PARTITION BY HASH.
    pub hash_columns: Option<Vec<String>>,
    pub key_bloom_filter: Option<bool>,
    pub read_replicas: Option<ReadReplicas>,
    /// User attributes.
    pub attributes: BTreeMap<String, String>,
}

/// A column as asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct ColumnSpec {
    pub name: String,
    /// Its type without `Optional`.
    pub ty: Type,
    /// `true` if it refuses NULL.
    pub not_null: bool,
    pub family: Option<String>,
    pub default: Option<DefaultSpec>,
    pub compression: Option<Compression>,
}

/// A default as asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum DefaultSpec {
    Literal(Type, Value),
    Sequence,
}

/// An index as asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct IndexSpec {
    pub name: String,
    pub kind: IndexKind,
    pub columns: Vec<String>,
    pub cover: Vec<String>,
}

/// A TTL as asked for.
pub type TtlSpec = Ttl<String>;

/// How a table begins.
#[derive(Clone, Debug, PartialEq)]
pub enum InitialPartitions {
    One,
    /// `UNIFORM_PARTITIONS = n`.
    Uniform(u64),
    /// `PARTITION_AT_KEYS`: split points with the types they were written in.
    AtKeys(Vec<Vec<(Type, Value)>>),
    /// Both were given, which is refused.
    Both,
}

/// The settings of automatic partitioning that were given.
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

/// One change of a table.
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
    /// ALTER FAMILY: the fields that are given.
    AlterFamily(Family),
    /// SET of partitioning settings; those not named go back to their defaults, as in YDB.
    SetPartitioning(PartitioningSpec),
    SetKeyBloomFilter(bool),
    SetReadReplicas(ReadReplicas),
    SetTtl(TtlSpec),
    ResetTtl,
    /// Attributes: a value sets one, an empty value drops it.
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
    /// RENAME TO, an absolute path.
    RenameTo(String),
    /// ADD CHANGEFEED with its settings, names in upper case.
    AddChangefeed {
        name: String,
        settings: Vec<(String, String)>,
    },
    DisableChangefeed(String),
    DropChangefeed(String),
    /// COMPACT: nothing to do here.
    Compact,
}
