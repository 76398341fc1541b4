//! Description of a table. A description in the catalog never changes: an alteration makes a new one with a higher
//! version.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::clock::Deadline;
use crate::types::{Primitive, StructMember, Type, Value, parse_text};

/// Id of a column in the stored rows of one table. A table never uses an id twice, so the values of a dropped column
/// are never read as the values of another column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ColumnId(pub u32);

/// Description of a table, or of an index's table.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Id of the table's rows in the storage.
    pub id: TableId,
    /// Absolute path: `/local/dir/name`, or `/local/dir/name/index/indexImplTable` for an index's table.
    pub path: Arc<str>,
    /// Version of this description. It begins at 1, and every change increments it.
    pub version: u64,
    pub store: Store,
    /// Columns in the order of CREATE TABLE; added columns come last.
    pub columns: Vec<Column>,
    /// Primary key: positions in `columns`, in key order.
    pub key: Vec<usize>,
    /// Indexes in the order of creation.
    pub indexes: Vec<Index>,
    /// Column families other than `default`; also `default`, if it has settings.
    pub families: Vec<Family>,
    pub ttl: Option<Ttl>,
    /// Initial partitions, and the settings for later splits and merges.
    pub partitioning: Partitioning,
    pub key_bloom_filter: Option<bool>,
    pub read_replicas: Option<ReadReplicas>,
    /// User attributes.
    pub attributes: BTreeMap<String, String>,
    pub changefeeds: Vec<Changefeed>,
    pub next_column_id: u32,
    /// Time of creation, in microseconds since 1970.
    pub created_us: u64,
}

/// Kind of storage for a table's rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are YQL's own")]
pub enum Store {
    Row,
    Column,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    pub id: ColumnId,
    pub name: Arc<str>,
    /// Type of the column, without `Optional`.
    pub ty: Type,
    /// `true` if the column refuses NULL.
    pub not_null: bool,
    /// Family of the column; `None` for the family `default`.
    pub family: Option<Arc<str>>,
    /// Value of the column for rows that are written without a value for it.
    pub default: Option<DefaultValue>,
    /// COMPRESSION, which only columns of column tables have.
    pub compression: Option<Compression>,
}

impl Column {
    /// Returns a column with only an id, a name and a type.
    pub fn new(id: u32, name: Arc<str>, ty: Type) -> Self {
        Self { id: ColumnId(id), name, ty, not_null: false, family: None, default: None, compression: None }
    }

    /// Returns the column's name, and the type of its values in a query.
    pub fn member(&self) -> StructMember {
        (Arc::clone(&self.name), self.value_type())
    }

    /// Returns the type of the column's values in a query, which is optional unless the column is NOT NULL.
    pub fn value_type(&self) -> Type {
        if self.not_null { self.ty.clone() } else { self.ty.clone().optional() }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum DefaultValue {
    Literal(Value),
    Sequence,
}

/// A secondary index. Its rows are in a hidden table. The columns of the hidden table are the indexed columns, then the
/// missing columns of the main key, then the covered columns.
#[derive(Clone, Debug, PartialEq)]
pub struct Index {
    pub name: Arc<str>,
    pub kind: IndexKind,
    /// Positions of the indexed columns in the table's `columns`.
    pub columns: Vec<usize>,
    /// Positions of the covered columns in the table's `columns`.
    pub cover: Vec<usize>,
    /// Hidden table of the index. Its columns have the same names as those of the main table.
    pub table: Arc<Table>,
    /// Time when the build of the index ends; `None` if the index was ready at once.
    pub building_until: Option<Deadline>,
}

impl Index {
    /// Returns `true` if queries may read the index.
    pub fn is_ready(&self) -> bool {
        self.building_until.as_ref().is_none_or(Deadline::is_over)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are YQL's own")]
pub enum IndexKind {
    Global,
    GlobalAsync,
    GlobalUnique,
}

/// A column family.
#[derive(Clone, Debug, PartialEq)]
pub struct Family {
    pub name: Arc<str>,
    /// DATA: kind of the storage pool.
    pub data: Option<String>,
    pub compression: Option<Compression>,
    pub cache_mode: Option<String>,
}

/// Algorithm of a compression, with its level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compression {
    /// Name of the algorithm: `off`, `lz4` or `zstd`.
    pub algorithm: String,
    pub level: Option<i64>,
}

/// Settings for the expiry of rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Ttl<C = usize> {
    /// Column that the TTL reads: its position in `columns`, or its name while the TTL is only requested.
    pub column: C,
    /// Unit of the column's numbers; `None` if the column is not a number.
    pub unit: Option<TtlUnit>,
    /// Actions on expired rows. There is at least one, and DELETE is the last.
    pub tiers: Vec<TtlTier>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TtlTier {
    /// Time in microseconds after which the action takes place.
    pub after_us: i64,
    /// External data source that rows move to; `None` if rows are deleted.
    pub storage: Option<String>,
}

/// Unit of a TTL column that contains numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are YQL's own")]
pub enum TtlUnit {
    Seconds,
    Milliseconds,
    Microseconds,
    Nanoseconds,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Partitioning {
    /// Ranges of a row table's key. `at` contains the initial split points, each a prefix of the key. `settings`
    /// control how partitions split and merge later.
    Ranges { at: Vec<Vec<Value>>, settings: PartitionSettings },
    /// Hash of these columns of a column table. The number of shards is fixed at creation.
    Hash { columns: Vec<usize>, shards: u32 },
}

/// Settings of a row table's automatic partitioning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartitionSettings {
    /// Setting AUTO_PARTITIONING_BY_SIZE.
    pub by_size: bool,
    /// Setting AUTO_PARTITIONING_PARTITION_SIZE_MB.
    pub size_mb: u64,
    /// Setting AUTO_PARTITIONING_BY_LOAD.
    pub by_load: bool,
    /// Setting AUTO_PARTITIONING_MIN_PARTITIONS_COUNT.
    pub min: u64,
    /// Setting AUTO_PARTITIONING_MAX_PARTITIONS_COUNT; `None` means no limit.
    pub max: Option<u64>,
}

impl Default for PartitionSettings {
    /// Returns the defaults of a row table, as measured on YDB 25.1 and 26.2.
    fn default() -> Self {
        Self { by_size: true, size_mb: 2048, by_load: false, min: 1, max: None }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are YQL's own")]
pub enum ReadReplicas {
    PerAz(u64),
    AnyAz(u64),
}

impl Table {
    /// Returns a row table with these columns. The first `key` columns are its key.
    pub fn plain(id: TableId, path: Arc<str>, columns: Vec<Column>, key: usize, created_us: u64) -> Self {
        Self {
            id,
            path,
            version: 1,
            store: Store::Row,
            next_column_id: u32::try_from(columns.len()).unwrap_or(u32::MAX).saturating_add(1),
            columns,
            key: (0..key).collect(),
            indexes: Vec::new(),
            families: Vec::new(),
            ttl: None,
            partitioning: Partitioning::Ranges { at: Vec::new(), settings: PartitionSettings::default() },
            key_bloom_filter: None,
            read_replicas: None,
            attributes: BTreeMap::new(),
            changefeeds: Vec::new(),
            created_us,
        }
    }

    /// Returns the position of a column in `columns`.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| &*column.name == name)
    }

    pub fn index(&self, name: &str) -> Option<&Index> {
        self.indexes.iter().find(|index| &*index.name == name)
    }

    /// Returns the types of the key's columns, in key order.
    pub fn key_types(&self) -> impl Iterator<Item = &Type> {
        self.key.iter().map(|&column| &self.columns[column].ty)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changefeed {
    pub id: TableId,
    pub name: Arc<str>,
    /// Settings as they were given, but with their names in upper case.
    pub settings: Vec<(String, String)>,
    pub disabled: bool,
}

/// Contents of a changefeed's records, besides the key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeedMode {
    /// Nothing besides the key.
    KeysOnly,
    /// Columns that were written.
    Updates,
    /// Row before the change, row after the change, or both.
    Images { old: bool, new: bool },
}

/// Consumer of a changefeed's topic.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConsumerSpec {
    /// `true` if records that the consumer has not committed are kept beyond the retention period.
    pub important: bool,
    /// Time in microseconds since 1970. Records that were written earlier are not read.
    pub read_from_us: u64,
    /// Codecs that the consumer supports, by their numbers in the protocol.
    pub codecs: Vec<i32>,
}

/// Change of a changefeed's topic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TopicAction {
    AddConsumer(String, ConsumerSpec),
    DropConsumer(String),
}

impl Changefeed {
    pub fn setting(&self, name: &str) -> Option<&str> {
        self.settings.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Returns `true` if a flag is on. The value `ENABLED` turns on `TOPIC_AUTO_PARTITIONING`.
    pub fn is_on(&self, flag: &str) -> bool {
        self.setting(flag)
            .is_some_and(|value| value.eq_ignore_ascii_case("true") || value.eq_ignore_ascii_case("enabled"))
    }

    /// Returns the format of the changefeed's records, in upper case.
    pub fn format(&self) -> String {
        self.setting("FORMAT").unwrap_or_default().to_ascii_uppercase()
    }

    pub fn mode(&self) -> FeedMode {
        match self.setting("MODE").unwrap_or_default().to_ascii_uppercase().as_str() {
            "UPDATES" => FeedMode::Updates,
            "NEW_IMAGE" => FeedMode::Images { old: false, new: true },
            "OLD_IMAGE" => FeedMode::Images { old: true, new: false },
            "NEW_AND_OLD_IMAGES" => FeedMode::Images { old: true, new: true },
            _ => FeedMode::KeysOnly,
        }
    }

    /// Returns the retention period of records in microseconds; a day, unless it is set.
    pub fn retention_us(&self) -> u64 {
        self.micros("RETENTION_PERIOD").unwrap_or(86_400_000_000)
    }

    /// Returns the interval between barriers in microseconds; `None` if there are no barriers.
    pub fn barriers_us(&self) -> Option<u64> {
        self.micros("BARRIERS_INTERVAL").or_else(|| self.micros("RESOLVED_TIMESTAMPS")).filter(|interval| *interval > 0)
    }

    /// Returns the number of the topic's partitions; `None` if the settings do not choose it.
    pub fn partitions(&self) -> Option<usize> {
        let chosen = self.setting("TOPIC_MIN_ACTIVE_PARTITIONS").or_else(|| self.setting("TOPIC_PARTITIONS"));
        chosen.and_then(|count| count.parse().ok()).filter(|count| *count > 0)
    }

    fn micros(&self, name: &str) -> Option<u64> {
        match parse_text(self.setting(name)?, &Primitive::Interval.into()) {
            Some(Value::Int(micros)) => u64::try_from(micros).ok(),
            _ => None,
        }
    }
}

/// Id of the data that is stored for a table, an index or a changefeed. No id is used twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableId(pub u64);

/// Generator of table ids, which returns no id twice.
#[derive(Clone, Debug)]
pub struct TableIds {
    next: u64,
}

impl Default for TableIds {
    /// Begins at 2, because the database itself has the id 1.
    fn default() -> Self {
        Self { next: 2 }
    }
}

impl TableIds {
    pub fn allocate(&mut self) -> TableId {
        let id = TableId(self.next);
        self.next += 1;
        id
    }
}
