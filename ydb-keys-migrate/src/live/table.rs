//! The description of a live table.

use std::collections::BTreeMap;

use ydb_keys::__internal::schema::TtlUnit;
use ydb_keys::YdbType;
use ydb_keys::schema::Store;

use super::LiveRights;

/// A table as the database describes it.
///
/// Columns, key, indexes, store and attributes come from DescribeTable, which every release supports. The rest comes
/// from `SHOW CREATE TABLE`, which YDB has since 26.1, and is in [`settings`](LiveTable::settings).
#[derive(Clone, Debug, PartialEq)]
pub struct LiveTable {
    /// The path, relative to the database.
    pub path: String,
    /// All columns in the order of the database, including the hash column.
    pub columns: Vec<LiveColumn>,
    /// The primary key's columns in key order.
    pub primary_key: Vec<String>,
    /// Whether this is a row table or a column table.
    pub store: Store,
    /// The secondary indexes.
    pub indexes: Vec<LiveIndex>,
    /// The attributes of the table, which users can set.
    pub attributes: BTreeMap<String, String>,
    /// What only `SHOW CREATE TABLE` reports; `None` if the server does not have that statement.
    pub settings: Option<LiveSettings>,
    /// The result of comparing some rows with the model's hash; `None` if no rows were sampled.
    pub hash_sample: Option<HashSample>,
    /// What rows have in the computed columns of indexes, by column.
    pub index_samples: BTreeMap<String, IndexSample>,
    /// The access rights; `None` if they were not requested.
    pub rights: Option<LiveRights>,
}

/// A column of a live table.
#[derive(Clone, Debug, PartialEq)]
pub struct LiveColumn {
    /// The name.
    pub name: String,
    /// The type without `Optional`; `None` if neither the client nor `SHOW CREATE TABLE` reports it.
    pub ty: Option<YdbType>,
    /// The type as text: as [`YdbType`] prints it, or as the server does for types that a model's column cannot have.
    pub type_text: String,
    /// Whether it can be NULL.
    pub nullable: bool,
    /// The column family; `None` for the default one.
    pub family: Option<String>,
    /// Whether a sequence fills it; `None` if the server does not report it.
    pub serial: Option<bool>,
    /// The value that a new row gets if the write leaves the column out.
    pub default: LiveDefault,
}

impl LiveColumn {
    /// Whether it may hold a hash or a bucket, and is called one. Nothing else tells of a table without a layout, whose
    /// rows are not read or have a hash that no model has.
    #[doc(hidden)]
    pub fn is_called_hash(&self) -> bool {
        let name = self.name.to_ascii_lowercase();
        matches!(self.ty, Some(YdbType::Uint64 | YdbType::Uint32))
            && ["hash", "shard", "bucket"].iter().any(|word| name.contains(word))
    }
}

/// The default of a live column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LiveDefault {
    /// The server does not report it.
    Unreported,
    /// The column has no default.
    None,
    /// The literal as `SHOW CREATE TABLE` prints it.
    Literal(String),
    /// The server computes the value, even if a write names one. The expression is in [`LiveSettings::other`].
    Generated,
}

/// A secondary index of a live table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveIndex {
    /// The name.
    pub name: String,
    /// The kind.
    pub kind: LiveIndexKind,
    /// The indexed columns in index order.
    pub on: Vec<String>,
    /// The columns copied into the index.
    pub cover: Vec<String>,
    /// Whether the index is built; until then, YDB refuses to read through it.
    pub ready: bool,
}

/// The kind of a live index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LiveIndexKind {
    /// `GLOBAL SYNC`
    Sync,
    /// `GLOBAL ASYNC`
    Async,
    /// `GLOBAL UNIQUE SYNC`
    Unique,
    /// A kind that a model cannot declare: a vector, full-text or local index.
    Other,
}

/// What `SHOW CREATE TABLE` reports in addition to DescribeTable. `None` means that it does not print the setting.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LiveSettings {
    /// Column tables: the columns whose hash chooses the partition.
    pub partition_by: Vec<String>,
    /// `AUTO_PARTITIONING_BY_SIZE`
    pub by_size: Option<bool>,
    /// `AUTO_PARTITIONING_PARTITION_SIZE_MB`
    pub size_mb: Option<u64>,
    /// `AUTO_PARTITIONING_BY_LOAD`; not printed if it is off.
    pub by_load: Option<bool>,
    /// `AUTO_PARTITIONING_MIN_PARTITIONS_COUNT`; not printed if it equals the number of partitions.
    pub min: Option<u64>,
    /// `AUTO_PARTITIONING_MAX_PARTITIONS_COUNT`
    pub max: Option<u64>,
    /// The tuples of `PARTITION_AT_KEYS` as printed: the first key of each partition except the first one.
    pub split_points: Vec<String>,
    /// Settings of one value that a model can declare, by name, with the value as YDB prints it: `ENABLED` for
    /// `KEY_BLOOM_FILTER`, `PER_AZ:1` for `READ_REPLICAS_SETTINGS`. Values that set nothing, such as `DISABLED` or
    /// `PER_AZ:0`, are left out.
    pub simple: BTreeMap<&'static str, String>,
    /// `TTL`
    pub ttl: Option<LiveTtl>,
    /// Column families with settings.
    pub families: Vec<LiveFamily>,
    /// The names of changefeeds.
    pub changefeeds: Vec<String>,
    /// The settings of changefeeds, as name and text: `ADD CHANGEFEED ... WITH (...)`.
    pub changefeed_settings: Vec<(String, String)>,
    /// The sequences of serial columns, except those that have not given a number yet.
    pub sequences: Vec<LiveSequence>,
    /// The settings of indexes, as name and text: `ALTER INDEX ... SET (...)`.
    pub index_settings: Vec<(String, String)>,
    /// Everything printed that no other field holds, word for word, so that nothing is lost.
    pub other: Vec<String>,
}

/// The sequence of a serial column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveSequence {
    /// The serial column.
    pub column: String,
    /// `START WITH`: the first number.
    pub start: i64,
    /// `INCREMENT BY`: the difference between one number and the next.
    pub increment: i64,
    /// `RESTART WITH`: the next number. All numbers given so far are smaller, including those of deleted rows.
    pub next: i64,
}

/// The time to live of rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveTtl {
    /// The column with the time from which the age of a row is counted.
    pub column: String,
    /// What happens to rows, and when. The table of a model has one tier, which deletes them.
    pub tiers: Vec<LiveTtlTier>,
    /// The unit of a number column.
    pub unit: Option<TtlUnit>,
}

/// One tier of a TTL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveTtlTier {
    /// How long after the time in the column, as an ISO 8601 duration.
    pub after: String,
    /// The external data source that rows move to, or the printed text of another action; `None` if rows are deleted.
    pub to: Option<String>,
}

/// A column family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveFamily {
    /// The name.
    pub name: String,
    /// `DATA`
    pub data: Option<String>,
    /// `COMPRESSION` in lower case.
    pub compression: Option<String>,
    /// `CACHE_MODE`, which a model cannot declare.
    pub cache_mode: Option<String>,
}

/// The result of comparing the hash column of some rows with the expression that computes the model's hash.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HashSample {
    /// The number of sampled rows.
    pub rows: u64,
    /// How many of them have a hash that differs from the model's.
    pub differing: u64,
    /// A few of these, if the program computes the hash.
    pub first: Vec<String>,
}

/// What rows have in the computed column of an index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IndexSample {
    /// The number of sampled rows; 0 if the layout attribute says how the column is computed.
    pub rows: u64,
    /// How many of them have a value that differs from the model's.
    pub differing: u64,
    /// Whether the index has rows without a value.
    pub is_incomplete: bool,
}

impl LiveSettings {
    /// The next number of a serial column's sequence. YDB does not print a sequence that has not given a number yet.
    pub fn next_number(&self, column: &str) -> i64 {
        self.sequences.iter().find(|sequence| sequence.column == column).map_or(1, |sequence| sequence.next)
    }

    /// The text of the settings of an index, if it has some.
    pub(crate) fn of_index(&self, index: &str) -> &str {
        self.index_settings.iter().find(|(name, _)| name == index).map_or("", |(_, text)| text)
    }
}

impl LiveTable {
    /// The column with a name.
    pub fn column(&self, name: &str) -> Option<&LiveColumn> {
        self.columns.iter().find(|column| column.name == name)
    }

    /// The index with a name.
    pub fn index(&self, name: &str) -> Option<&LiveIndex> {
        self.indexes.iter().find(|index| index.name == name)
    }
}
