//! Description of a live table, and of its parts that a model cannot declare.

use std::collections::BTreeMap;

use ydb_keys::YdbType;
use ydb_keys::schema::Store;
use ydb_keys_core::schema::settings::TtlUnit;
use ydb_keys_core::schema::simple::{ENABLED, Setting};

use super::LiveRights;

/// Table as the database describes it.
///
/// Columns, key, indexes, store and attributes come from DescribeTable, which every release supports. The rest comes
/// from `SHOW CREATE TABLE`, which YDB has since 26.1, and is in [`settings`](LiveTable::settings).
#[derive(Clone, Debug, PartialEq)]
pub struct LiveTable {
    /// Path of the table, relative to the database.
    pub path: String,
    /// All columns in the order of the database, including the hash column.
    pub columns: Vec<LiveColumn>,
    /// Columns of the primary key, in key order.
    pub primary_key: Vec<String>,
    /// Store: row table or column table.
    pub store: Store,
    /// Secondary indexes.
    pub indexes: Vec<LiveIndex>,
    /// Attributes of the table, which users can set.
    pub attributes: BTreeMap<String, String>,
    /// Settings that only `SHOW CREATE TABLE` reports; `None` if the server does not have that statement.
    pub settings: Option<LiveSettings>,
    /// Comparison of some rows with the model's hash; `None` if no rows were sampled.
    pub hash_sample: Option<HashSample>,
    /// Samples of the computed columns of indexes, by column.
    pub index_samples: BTreeMap<String, IndexSample>,
    /// Access rights; `None` if they were not requested.
    pub rights: Option<LiveRights>,
}

/// Column of a live table.
#[derive(Clone, Debug, PartialEq)]
pub struct LiveColumn {
    /// Name of the column.
    pub name: String,
    /// Type without `Optional`; `None` if neither the client nor `SHOW CREATE TABLE` reports it.
    pub ty: Option<YdbType>,
    /// Type as text: as [`YdbType`] prints it, or as the server prints types that a model's column cannot have.
    pub type_text: String,
    /// `true` if the column can be NULL.
    pub nullable: bool,
    /// Column family; `None` for the default one.
    pub family: Option<String>,
    /// `true` if a sequence fills the column; `None` if the server does not report it.
    pub serial: Option<bool>,
    /// Value that a new row gets if the write leaves the column out.
    pub default: LiveDefault,
}

impl LiveColumn {
    /// Returns `true` if the column can hold a hash or a bucket, and has a name like one. The name is the only sign in
    /// a table without a layout whose rows are not read, or have a hash that no model has.
    #[doc(hidden)]
    pub fn is_called_hash(&self) -> bool {
        let name = self.name.to_ascii_lowercase();
        matches!(self.ty, Some(YdbType::Uint64 | YdbType::Uint32))
            && ["hash", "shard", "bucket"].iter().any(|word| name.contains(word))
    }
}

/// Default of a live column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LiveDefault {
    /// The server does not report it.
    Unreported,
    /// The column has no default.
    None,
    /// Literal as `SHOW CREATE TABLE` prints it.
    Literal(String),
    /// The server computes the value, even if a write names one. The expression is in [`LiveSettings::other`].
    Generated,
}

/// Secondary index of a live table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveIndex {
    /// Name of the index.
    pub name: String,
    /// Kind of the index.
    pub kind: LiveIndexKind,
    /// Indexed columns, in index order.
    pub on: Vec<String>,
    /// Columns that are copied into the index.
    pub cover: Vec<String>,
    /// `true` if the index is built; until then, YDB refuses to read through it.
    pub ready: bool,
}

/// Kind of a live index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LiveIndexKind {
    /// `GLOBAL SYNC`
    Sync,
    /// `GLOBAL ASYNC`
    Async,
    /// `GLOBAL UNIQUE SYNC`
    Unique,
    /// Kind that a model cannot declare: a vector, fulltext or local index.
    Other,
}

/// Settings that `SHOW CREATE TABLE` reports in addition to DescribeTable. `None` means that a setting is not printed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LiveSettings {
    /// Columns whose hash chooses the partition, in a column table.
    pub partition_by: Vec<String>,
    /// Setting `AUTO_PARTITIONING_BY_SIZE`.
    pub by_size: Option<bool>,
    /// Setting `AUTO_PARTITIONING_PARTITION_SIZE_MB`, in megabytes.
    pub size_mb: Option<u64>,
    /// Setting `AUTO_PARTITIONING_BY_LOAD`; not printed if it is off.
    pub by_load: Option<bool>,
    /// Setting `AUTO_PARTITIONING_MIN_PARTITIONS_COUNT`; not printed if it equals the number of partitions.
    pub min: Option<u64>,
    /// Setting `AUTO_PARTITIONING_MAX_PARTITIONS_COUNT`.
    pub max: Option<u64>,
    /// Tuples of `PARTITION_AT_KEYS` as printed: the first key of each partition except the first one.
    pub split_points: Vec<String>,
    /// Settings of one value that a model can declare, by name. The values are printed by YDB: `ENABLED` for
    /// `KEY_BLOOM_FILTER`, `PER_AZ:1` for `READ_REPLICAS_SETTINGS`. Values that set nothing, such as `DISABLED` or
    /// `PER_AZ:0`, are left out.
    pub simple: BTreeMap<&'static str, String>,
    /// Setting `TTL`.
    pub ttl: Option<LiveTtl>,
    /// Column families with settings.
    pub families: Vec<LiveFamily>,
    /// Names of changefeeds.
    pub changefeeds: Vec<String>,
    /// Settings of changefeeds, as name and text: `ADD CHANGEFEED ... WITH (...)`.
    pub changefeed_settings: Vec<(String, String)>,
    /// Sequences of serial columns, except those that have not given a number yet.
    pub sequences: Vec<LiveSequence>,
    /// Settings of indexes, as name and text: `ALTER INDEX ... SET (...)`.
    pub index_settings: Vec<(String, String)>,
    /// Printed parts that no other field holds, word for word, which keeps all of the text.
    pub other: Vec<String>,
}

/// Sequence of a serial column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveSequence {
    /// Name of the serial column.
    pub column: String,
    /// First number (`START WITH`).
    pub start: i64,
    /// Difference between one number and the next (`INCREMENT BY`).
    pub increment: i64,
    /// Next number (`RESTART WITH`). All numbers given so far are smaller, including those of deleted rows.
    pub next: i64,
}

/// Time to live of rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveTtl {
    /// Column with the time from which the age of a row is counted.
    pub column: String,
    /// Tiers: actions on rows, and their times. The table of a model has one tier, which deletes the rows.
    pub tiers: Vec<LiveTtlTier>,
    /// Unit of a number column.
    pub unit: Option<TtlUnit>,
}

/// Tier of a TTL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveTtlTier {
    /// Time after the one in the column, as an ISO 8601 duration.
    pub after: String,
    /// External data source that rows move to, or the printed text of another action; `None` if rows are deleted.
    pub to: Option<String>,
}

/// Column family of a live table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveFamily {
    /// Name of the family.
    pub name: String,
    /// Setting `DATA` of the family.
    pub data: Option<String>,
    /// Setting `COMPRESSION` of the family, in lower case.
    pub compression: Option<String>,
    /// Setting `CACHE_MODE` of the family, which a model cannot declare.
    pub cache_mode: Option<String>,
}

/// Comparison of the hash column of some rows with the model's hash.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HashSample {
    /// Number of sampled rows.
    pub rows: u64,
    /// Number of sampled rows whose hash differs from the model's.
    pub differing: u64,
    /// Some of the differing rows, if the program computes the hash.
    pub first: Vec<String>,
}

/// Comparison of the computed column of an index in some rows with the model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IndexSample {
    /// Number of sampled rows; 0 if the layout attribute declares the column's expression.
    pub rows: u64,
    /// Number of sampled rows whose value differs from the model's.
    pub differing: u64,
    /// `true` if some rows of the index have NULL in its computed column: they were written before the column was
    /// filled.
    pub is_incomplete: bool,
}

impl LiveSettings {
    /// Returns the next number of a serial column's sequence. YDB does not print a sequence that has not given a number
    /// yet.
    pub fn next_number(&self, column: &str) -> i64 {
        self.sequences.iter().find(|sequence| sequence.column == column).map_or(1, |sequence| sequence.next)
    }

    /// Returns the text of the settings of an index; empty if there are none.
    pub(crate) fn of_index(&self, index: &str) -> &str {
        self.index_settings.iter().find(|(name, _)| name == index).map_or("", |(_, text)| text)
    }
}

impl LiveTable {
    /// Returns the column with this name.
    pub fn column(&self, name: &str) -> Option<&LiveColumn> {
        self.columns.iter().find(|column| column.name == name)
    }

    /// Returns the index with this name.
    pub fn index(&self, name: &str) -> Option<&LiveIndex> {
        self.indexes.iter().find(|index| index.name == name)
    }
}

// Parts of a table that a model cannot declare: later releases add kinds of indexes, columns and settings.
//
// Such parts are not mistakes. No step of a plan touches them, and `pull` names them in a comment.

/// Prefix of names that YDB reserves for itself, such as the column `__ydb_row_id` of a fulltext index and the unique
/// index on that column.
const OF_YDB: &str = "__ydb_";

impl LiveColumn {
    /// Returns `true` if a model cannot have this column: it belongs to YDB, the server computes it, or its type is
    /// unknown to this crate.
    pub(crate) fn is_foreign(&self) -> bool {
        // For Decimal and DyNumber, the client reports only the name of the type.
        let is_known = self.ty.is_some() || self.type_text.starts_with("Decimal") || self.type_text == "DyNumber";
        self.name.starts_with(OF_YDB) || self.default == LiveDefault::Generated || !is_known
    }
}

impl LiveIndex {
    /// Returns `true` if a model cannot have this index: its kind is unknown to models, or it is on a column that YDB
    /// reserves for itself.
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
    /// Returns the text that `SHOW CREATE TABLE` printed for an index of another kind.
    pub(crate) fn printed_index(&self, index: &LiveIndex) -> Option<&str> {
        let is_it = |text: &&str| index.kind == LiveIndexKind::Other && named(text) == Some(&*index.name);
        self.other().find(is_it)
    }

    /// Returns the printed parts that no field and no index of this description holds.
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

    /// Returns the value of a setting. Since YDB 26.2, a filter of the key may be printed as a local index.
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

/// Returns the name in the entry of an index.
fn named(entry: &str) -> Option<&str> {
    entry.strip_prefix("INDEX `")?.split('`').next()
}
