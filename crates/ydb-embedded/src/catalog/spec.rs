//! A change of the schema as asked for, before any rule is checked. It comes from YQL or from the wire.

use std::collections::BTreeMap;

use super::{Compression, Family, IndexKind, ReadReplicas, Store, Ttl};
use crate::types::{Type, Value};

/// CREATE TABLE as asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct TableSpec {
    /// The absolute path.
    pub path: String,
    /// Row or column store.
    pub store: Store,
    /// The columns in order.
    pub columns: Vec<ColumnSpec>,
    /// The primary key's columns in order.
    pub key: Vec<String>,
    /// The indexes.
    pub indexes: Vec<IndexSpec>,
    /// The families.
    pub families: Vec<Family>,
    /// The TTL.
    pub ttl: Option<TtlSpec>,
    /// How the table begins.
    pub partitions: InitialPartitions,
    /// The settings of automatic partitioning that were given.
    pub partitioning: PartitioningSpec,
    /// PARTITION BY HASH.
    pub hash_columns: Option<Vec<String>>,
    /// KEY_BLOOM_FILTER.
    pub key_bloom_filter: Option<bool>,
    /// READ_REPLICAS_SETTINGS.
    pub read_replicas: Option<ReadReplicas>,
    /// User attributes.
    pub attributes: BTreeMap<String, String>,
}

/// A column as asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct ColumnSpec {
    /// Its name.
    pub name: String,
    /// Its type without `Optional`.
    pub ty: Type,
    /// Whether it refuses NULL.
    pub not_null: bool,
    /// Its family.
    pub family: Option<String>,
    /// Its default.
    pub default: Option<DefaultSpec>,
    /// Its compression.
    pub compression: Option<Compression>,
}

/// A default as asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum DefaultSpec {
    /// A literal with its own type.
    Literal(Type, Value),
    /// A serial column's sequence.
    Sequence,
}

/// An index as asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct IndexSpec {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: IndexKind,
    /// The indexed columns.
    pub columns: Vec<String>,
    /// The covered columns.
    pub cover: Vec<String>,
}

/// A TTL as asked for.
pub type TtlSpec = Ttl<String>;

/// How a table begins.
#[derive(Clone, Debug, PartialEq)]
pub enum InitialPartitions {
    /// One partition.
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
    /// ADD COLUMN.
    AddColumn(ColumnSpec),
    /// DROP COLUMN.
    DropColumn(String),
    /// ALTER COLUMN .. SET FAMILY.
    SetFamily { column: String, family: String },
    /// ALTER COLUMN .. DROP NOT NULL.
    DropNotNull(String),
    /// ALTER COLUMN .. SET NOT NULL.
    SetNotNull(String),
    /// ALTER COLUMN .. SET DEFAULT.
    SetDefault { column: String, value: DefaultSpec },
    /// ALTER COLUMN .. DROP DEFAULT.
    DropDefault(String),
    /// ALTER COLUMN .. SET COMPRESSION.
    SetCompression { column: String, compression: Compression },
    /// ADD FAMILY.
    AddFamily(Family),
    /// ALTER FAMILY: the fields that are given.
    AlterFamily(Family),
    /// SET of partitioning settings; those not named go back to their defaults, as in YDB.
    SetPartitioning(PartitioningSpec),
    /// SET KEY_BLOOM_FILTER.
    SetKeyBloomFilter(bool),
    /// SET READ_REPLICAS_SETTINGS.
    SetReadReplicas(ReadReplicas),
    /// SET TTL.
    SetTtl(TtlSpec),
    /// RESET TTL.
    ResetTtl,
    /// Attributes: a value sets one, an empty value drops it.
    SetAttributes(BTreeMap<String, String>),
    /// ADD INDEX.
    AddIndex(IndexSpec),
    /// DROP INDEX.
    DropIndex(String),
    /// RENAME INDEX.
    RenameIndex { from: String, to: String },
    /// ALTER INDEX .. SET of partitioning settings.
    SetIndexPartitioning { index: String, settings: PartitioningSpec },
    /// RENAME TO, an absolute path.
    RenameTo(String),
    /// ADD CHANGEFEED with its settings, names in upper case.
    AddChangefeed { name: String, settings: Vec<(String, String)> },
    /// ALTER CHANGEFEED .. DISABLE.
    DisableChangefeed(String),
    /// DROP CHANGEFEED.
    DropChangefeed(String),
    /// COMPACT: nothing to do here.
    Compact,
}
