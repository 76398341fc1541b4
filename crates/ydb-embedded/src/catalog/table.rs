//! The description of a table: immutable once in the catalog; a change makes a new one with a higher version.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::clock::Deadline;
use crate::types::{Primitive, StructMember, Type, Value, parse_text};

/// The id of a column in the stored rows of one table. It is never used twice in a table, so the values of a dropped
/// column are never read as those of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ColumnId(pub u32);

/// A table, or an index's table.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The id of its rows in the storage.
    pub id: TableId,
    /// The absolute path: `/local/dir/name`, of an index `/local/dir/name/index/indexImplTable`.
    pub path: Arc<str>,
    /// Counts changes of this description, from 1.
    pub version: u64,
    pub store: Store,
    /// The columns in the order of CREATE TABLE; added columns come last.
    pub columns: Vec<Column>,
    /// The primary key: positions in `columns`, in key order.
    pub key: Vec<usize>,
    /// Indexes in the order of creation.
    pub indexes: Vec<Index>,
    /// Families other than `default`, and `default` if it has settings.
    pub families: Vec<Family>,
    pub ttl: Option<Ttl>,
    /// How the rows are partitioned, at first and later.
    pub partitioning: Partitioning,
    pub key_bloom_filter: Option<bool>,
    pub read_replicas: Option<ReadReplicas>,
    /// User attributes.
    pub attributes: BTreeMap<String, String>,
    pub changefeeds: Vec<Changefeed>,
    pub next_column_id: u32,
    /// When it was created, in microseconds since 1970.
    pub created_us: u64,
}

/// Where a table's rows live.
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
    /// Its type without `Optional`.
    pub ty: Type,
    /// `true` if it refuses NULL.
    pub not_null: bool,
    /// Its family, where not `default`.
    pub family: Option<Arc<str>>,
    /// The value of this column in rows that do not mention it.
    pub default: Option<DefaultValue>,
    /// COMPRESSION of a column table's column.
    pub compression: Option<Compression>,
}

impl Column {
    /// A column with a name and a type only.
    pub fn new(id: u32, name: Arc<str>, ty: Type) -> Self {
        Self { id: ColumnId(id), name, ty, not_null: false, family: None, default: None, compression: None }
    }

    /// Its name, and the type of its values in a query.
    pub fn member(&self) -> StructMember {
        (Arc::clone(&self.name), self.value_type())
    }

    /// The type of the column's values in a query: optional unless NOT NULL.
    pub fn value_type(&self) -> Type {
        if self.not_null { self.ty.clone() } else { self.ty.clone().optional() }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum DefaultValue {
    Literal(Value),
    Sequence,
}

/// A secondary index. Its rows are in a hidden table, whose columns are the indexed ones, then the missing key columns,
/// then the covered ones.
#[derive(Clone, Debug, PartialEq)]
pub struct Index {
    pub name: Arc<str>,
    pub kind: IndexKind,
    /// The indexed columns: positions in the table's `columns`.
    pub columns: Vec<usize>,
    /// The covered columns, likewise.
    pub cover: Vec<usize>,
    /// The hidden table; its columns have the names of the main table's.
    pub table: Arc<Table>,
    /// Until when it is being built; `None` if it was ready at once.
    pub building_until: Option<Deadline>,
}

impl Index {
    /// Returns `true` if queries may read it.
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
    /// DATA, the storage pool's kind.
    pub data: Option<String>,
    pub compression: Option<Compression>,
    pub cache_mode: Option<String>,
}

/// A compression with its level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compression {
    /// `off`, `lz4` or `zstd`.
    pub algorithm: String,
    pub level: Option<i64>,
}

/// When rows expire.
#[derive(Clone, Debug, PartialEq)]
pub struct Ttl<C = usize> {
    /// The column: position in `columns`, or its name while it is only asked for.
    pub column: C,
    /// The unit of an integer column.
    pub unit: Option<TtlUnit>,
    /// What happens when; at least one, DELETE last.
    pub tiers: Vec<TtlTier>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TtlTier {
    /// After how many microseconds.
    pub after_us: i64,
    /// The external data source rows move to; `None` deletes them.
    pub storage: Option<String>,
}

/// The unit of a TTL over an integer column.
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
    /// A row table: by ranges of its key. `at` are the first split points, each a prefix of the key; by the settings partitions
    /// split and merge later.
    Ranges { at: Vec<Vec<Value>>, settings: PartitionSettings },
    /// A column table: by the hash of these columns, into a number of shards that is fixed at creation.
    Hash { columns: Vec<usize>, shards: u32 },
}

/// Settings of a row table's automatic partitioning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartitionSettings {
    /// AUTO_PARTITIONING_BY_SIZE.
    pub by_size: bool,
    /// AUTO_PARTITIONING_PARTITION_SIZE_MB.
    pub size_mb: u64,
    /// AUTO_PARTITIONING_BY_LOAD.
    pub by_load: bool,
    /// AUTO_PARTITIONING_MIN_PARTITIONS_COUNT.
    pub min: u64,
    /// AUTO_PARTITIONING_MAX_PARTITIONS_COUNT; `None` is no limit.
    pub max: Option<u64>,
}

impl Default for PartitionSettings {
    /// The defaults of a row table, as measured on YDB 25.1 and 26.2.
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
    /// A row table of these columns, the first of which are its key.
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

    /// The position of a column.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| &*column.name == name)
    }

    pub fn index(&self, name: &str) -> Option<&Index> {
        self.indexes.iter().find(|index| &*index.name == name)
    }

    /// The types of the key's columns, in key order.
    pub fn key_types(&self) -> impl Iterator<Item = &Type> {
        self.key.iter().map(|&column| &self.columns[column].ty)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changefeed {
    pub id: TableId,
    pub name: Arc<str>,
    /// Its settings as given, names in upper case.
    pub settings: Vec<(String, String)>,
    pub disabled: bool,
}

/// What a record has besides its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeedMode {
    /// Nothing.
    KeysOnly,
    /// The columns that were written.
    Updates,
    /// The row before the change, the row after it, or both.
    Images { old: bool, new: bool },
}

/// A consumer of a changefeed's topic.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConsumerSpec {
    /// `true` if records that it has not committed are kept beyond their time.
    pub important: bool,
    /// Records that were written before are not read; microseconds since 1970.
    pub read_from_us: u64,
    /// The codecs that it supports, by the protocol's numbers.
    pub codecs: Vec<i32>,
}

/// A change of a topic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TopicAction {
    AddConsumer(String, ConsumerSpec),
    DropConsumer(String),
}

impl Changefeed {
    pub fn setting(&self, name: &str) -> Option<&str> {
        self.settings.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Returns `true` if a flag is on. `ENABLED` is the word for `TOPIC_AUTO_PARTITIONING`.
    pub fn is_on(&self, flag: &str) -> bool {
        self.setting(flag)
            .is_some_and(|value| value.eq_ignore_ascii_case("true") || value.eq_ignore_ascii_case("enabled"))
    }

    /// The format of its records, in upper case.
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

    /// How long records are kept, in microseconds; a day unless set.
    pub fn retention_us(&self) -> u64 {
        self.micros("RETENTION_PERIOD").unwrap_or(86_400_000_000)
    }

    /// How often there are barriers, in microseconds.
    pub fn barriers_us(&self) -> Option<u64> {
        self.micros("BARRIERS_INTERVAL").or_else(|| self.micros("RESOLVED_TIMESTAMPS")).filter(|interval| *interval > 0)
    }

    /// The number of the topic's partitions, if it was chosen.
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

/// The id of what is stored for a table, an index or a changefeed; never used twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableId(pub u64);

/// Hands out the ids of tables, none twice.
#[derive(Clone, Debug)]
pub struct TableIds {
    next: u64,
}

impl Default for TableIds {
    /// Begins at 2; the database itself is 1.
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
