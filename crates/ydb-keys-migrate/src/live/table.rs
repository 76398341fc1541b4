//! The description of a live table, and what it has that a model cannot declare.

use std::collections::BTreeMap;

use ydb_keys::YdbType;
use ydb_keys::schema::Store;
use ydb_keys_core::schema::settings::TtlUnit;
use ydb_keys_core::schema::simple::{ENABLED, Setting};

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
    /// `true` if it can be NULL.
    pub nullable: bool,
    /// The column family; `None` for the default one.
    pub family: Option<String>,
    /// `true` if a sequence fills it; `None` if the server does not report it.
    pub serial: Option<bool>,
    /// The value that a new row gets if the write leaves the column out.
    pub default: LiveDefault,
}

impl LiveColumn {
    /// Returns `true` if it may hold a hash or a bucket, and is called one. Nothing else tells of a table without a
    /// layout, whose rows are not read or have a hash that no model has.
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
    /// `true` if the index is built; until then, YDB refuses to read through it.
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
    /// `true` if the index has rows without a value.
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

// What a table has that a model cannot declare: later releases add kinds of indexes, columns and settings.
//
// Such parts are not mistakes, so no step of a plan touches them, and `pull` names them in a comment.

/// The prefix of names that YDB reserves for itself, such as the column `__ydb_row_id` of a full-text index and the
/// unique index on that column.
const OF_YDB: &str = "__ydb_";

impl LiveColumn {
    /// Returns `true` if a model cannot have this column: it is YDB's own, the server computes it, or its type is
    /// unknown here.
    pub(crate) fn is_foreign(&self) -> bool {
        // For these two types, the client reports the name and nothing else.
        let is_known = self.ty.is_some() || self.type_text.starts_with("Decimal") || self.type_text == "DyNumber";
        self.name.starts_with(OF_YDB) || self.default == LiveDefault::Generated || !is_known
    }
}

impl LiveIndex {
    /// Returns `true` if a model cannot have this index: it is of another kind, or on a column that YDB reserves for
    /// itself.
    #[doc(hidden)]
    pub fn is_foreign(&self) -> bool {
        let is_of_ydb = |name: &String| name.starts_with(OF_YDB);
        self.kind == LiveIndexKind::Other || is_of_ydb(&self.name) || self.on.iter().any(is_of_ydb)
    }
}

impl LiveTtl {
    /// Returns `true` if a model cannot declare this TTL: rows do not only expire, they also move to other storage.
    pub(crate) fn is_foreign(&self) -> bool {
        self.tiers.len() != 1 || self.tiers.iter().any(|tier| tier.to.is_some())
    }
}

impl LiveTable {
    /// What `SHOW CREATE TABLE` printed for an index of another kind.
    pub(crate) fn printed_index(&self, index: &LiveIndex) -> Option<&str> {
        let is_it = |text: &&str| index.kind == LiveIndexKind::Other && named(text) == Some(&*index.name);
        self.other().find(is_it)
    }

    /// What `SHOW CREATE TABLE` printed beyond what the fields and indexes of this description hold.
    pub(crate) fn unsaid(&self) -> impl Iterator<Item = &str> {
        let is_index = |text: &&str| named(text).and_then(|name| self.index(name)).is_some_and(LiveIndex::is_foreign);
        self.other().filter(move |text| !is_index(text))
    }

    /// Returns `true` if an index is a Bloom filter over the whole key, as `KEY_BLOOM_FILTER` creates one.
    ///
    /// YDB 26.2 deprecates that setting in favor of `INDEX .. LOCAL USING bloom_filter`, and prints a filter that the
    /// setting created as such an index.
    pub(crate) fn is_key_filter(&self, index: &LiveIndex) -> bool {
        let is_bloom_filter = |text: &str| text.to_ascii_lowercase().contains(" local using bloom_filter ");
        index.on == self.primary_key && self.printed_index(index).is_some_and(is_bloom_filter)
    }

    /// The value of a setting. Since YDB 26.2, a filter of the key may be printed as a local index.
    pub fn simple(&self, setting: &Setting) -> Option<&str> {
        let value = self.settings.as_ref().and_then(|settings| settings.simple.get(setting.name));
        let has_key_filter =
            || setting.word == "bloom_filter" && self.indexes.iter().any(|index| self.is_key_filter(index));
        value.map(String::as_str).or_else(|| has_key_filter().then_some(ENABLED))
    }

    fn other(&self) -> impl Iterator<Item = &str> {
        self.settings.iter().flat_map(|settings| settings.other.iter().map(String::as_str))
    }
}

/// The name in the entry of an index.
fn named(entry: &str) -> Option<&str> {
    entry.strip_prefix("INDEX `")?.split('`').next()
}
