//! The description of a live table.

use std::collections::BTreeMap;

use super::LiveRights;
use crate::schema::{Store, TtlUnit};
use crate::types::YdbType;

/// A table as the database describes it.
///
/// Columns, key, indexes, store and attributes come from DescribeTable, which every release answers. The rest is in
/// [`settings`](LiveTable::settings), from `SHOW CREATE TABLE`, which YDB has from 26.1.
#[derive(Clone, Debug, PartialEq)]
pub struct LiveTable {
    /// The path below the database.
    pub path: String,
    /// All columns in the order of the database, the hash column among them.
    pub columns: Vec<LiveColumn>,
    /// The primary key's columns in key order.
    pub primary_key: Vec<String>,
    /// Row or column table.
    pub store: Store,
    /// Secondary indexes by name.
    pub indexes: Vec<LiveIndex>,
    /// The attributes of the table, which users may set.
    pub attributes: BTreeMap<String, String>,
    /// What only `SHOW CREATE TABLE` tells; `None` where the server does not know the statement.
    pub settings: Option<LiveSettings>,
    /// What some rows say of the model's hash; `None` where nobody looked.
    pub hash_sample: Option<HashSample>,
    /// Who may do what with it; `None` where nobody looked.
    pub rights: Option<LiveRights>,
}

/// A column of a live table.
#[derive(Clone, Debug, PartialEq)]
pub struct LiveColumn {
    /// The name.
    pub name: String,
    /// The type, without its optionality; `None` where neither the client nor `SHOW CREATE TABLE` tells it.
    pub ty: Option<YdbType>,
    /// The type as the server spells it, for types that a column of a model cannot have, else as [`YdbType`] does.
    pub type_text: String,
    /// Whether it may hold NULL.
    pub nullable: bool,
    /// The column family; `None` for the default one.
    pub family: Option<String>,
    /// Whether a sequence fills it; `None` where the server cannot tell.
    pub serial: Option<bool>,
    /// The value that a write takes that leaves the column out.
    pub default: LiveDefault,
}

/// The default of a live column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LiveDefault {
    /// The server cannot tell.
    Untold,
    /// There is none.
    None,
    /// The literal as `SHOW CREATE TABLE` prints it.
    Literal(String),
    /// The server computes the value, also where a write names one; how is in [`LiveSettings::other`].
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
    /// Whether it is built; until then reads through it are refused.
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
    /// One that models do not have: a vector, full-text or local index.
    Other,
}

/// What `SHOW CREATE TABLE` tells beyond DescribeTable. `None` is a setting that it does not print.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LiveSettings {
    /// Column tables: the columns whose hash chooses the partition.
    pub partition_by: Vec<String>,
    /// `AUTO_PARTITIONING_BY_SIZE`
    pub by_size: Option<bool>,
    /// `AUTO_PARTITIONING_PARTITION_SIZE_MB`
    pub size_mb: Option<u64>,
    /// `AUTO_PARTITIONING_BY_LOAD`; not printed where it is off.
    pub by_load: Option<bool>,
    /// `AUTO_PARTITIONING_MIN_PARTITIONS_COUNT`; not printed where it is the number of partitions.
    pub min: Option<u64>,
    /// `AUTO_PARTITIONING_MAX_PARTITIONS_COUNT`
    pub max: Option<u64>,
    /// The tuples of `PARTITION_AT_KEYS` as printed: where the partitions begin, but for the first.
    pub split_points: Vec<String>,
    /// Settings of one value that a model can declare, by name, as YDB prints the value: `KEY_BLOOM_FILTER` is `ENABLED`,
    /// `READ_REPLICAS_SETTINGS` is `PER_AZ:1`. A value that sets nothing, such as `DISABLED` or `PER_AZ:0`, is left out.
    pub simple: BTreeMap<&'static str, String>,
    /// `TTL`
    pub ttl: Option<LiveTtl>,
    /// Column families with settings.
    pub families: Vec<LiveFamily>,
    /// The names of changefeeds.
    pub changefeeds: Vec<String>,
    /// Settings of changefeeds, name and text: `ADD CHANGEFEED ... WITH (...)`.
    pub changefeed_settings: Vec<(String, String)>,
    /// The sequences of serial columns, but for those that have given no number yet.
    pub sequences: Vec<LiveSequence>,
    /// Settings of indexes, name and text: `ALTER INDEX ... SET (...)`.
    pub index_settings: Vec<(String, String)>,
    /// What no field above holds, as printed: nothing that is told gets lost.
    pub other: Vec<String>,
}

/// The sequence behind a serial column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveSequence {
    /// The serial column.
    pub column: String,
    /// `START WITH`: the first number.
    pub start: i64,
    /// `INCREMENT BY`: what is added from one number to the next.
    pub increment: i64,
    /// `RESTART WITH`: the number that it gives next. All numbers that it has given are less, also those of rows that are gone.
    pub next: i64,
}

/// Rows that expire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveTtl {
    /// The column that says when a row was made.
    pub column: String,
    /// What happens when; a table of a model has one tier, which deletes.
    pub tiers: Vec<LiveTtlTier>,
    /// The unit of a number column.
    pub unit: Option<TtlUnit>,
}

/// One tier of a TTL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveTtlTier {
    /// How long after the column's time, an ISO 8601 duration.
    pub after: String,
    /// The external data source that rows move to, or what else happens to them, as printed; `None` where they are deleted.
    pub to: Option<String>,
}

/// A column family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveFamily {
    /// The name.
    pub name: String,
    /// `DATA`
    pub data: Option<String>,
    /// `COMPRESSION`, as printed, in lower case.
    pub compression: Option<String>,
    /// `CACHE_MODE`, which models do not have.
    pub cache_mode: Option<String>,
}

/// What some rows say of the model's hash: the column against the expression that computes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HashSample {
    /// Rows looked at.
    pub rows: u64,
    /// Rows among them whose hash column holds another number.
    pub differing: u64,
}

impl LiveSettings {
    /// The number that the sequence of a serial column gives next. YDB prints nothing of one that has given none.
    pub fn next_number(&self, column: &str) -> i64 {
        self.sequences.iter().find(|sequence| sequence.column == column).map_or(1, |sequence| sequence.next)
    }
}

impl LiveTable {
    /// The column of a name.
    pub fn column(&self, name: &str) -> Option<&LiveColumn> {
        self.columns.iter().find(|column| column.name == name)
    }

    /// The index of a name.
    pub fn index(&self, name: &str) -> Option<&LiveIndex> {
        self.indexes.iter().find(|index| index.name == name)
    }
}
