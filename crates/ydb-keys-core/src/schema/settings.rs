//! Settings of a table besides its columns and key: partitions, time to live, families, changefeeds.

/// Way in which a table stores its rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Store {
    /// Sorted by primary key and partitioned by key ranges.
    Row,
    /// By columns, partitioned by a hash, for analytics.
    Column,
}

/// Rows that expire: [time to live](https://ydb.tech/docs/en/concepts/ttl).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ttl {
    /// Position of the column with the time from which a row's life is counted.
    pub column: usize,
    /// Life of a row after that time, an ISO 8601 duration: `P30D`.
    pub after: &'static str,
    /// The unit of a number column; `None` for times.
    pub unit: Option<TtlUnit>,
}

__named! {
    /// Unit of a number in a TTL column, counted since 1970-01-01.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[allow(missing_docs, reason = "the units speak for themselves")]
    pub enum TtlUnit {
        Seconds = "SECONDS",
        Milliseconds = "MILLISECONDS",
        Microseconds = "MICROSECONDS",
        Nanoseconds = "NANOSECONDS",
    }

    /// Returns the unit in YQL: `SECONDS`.
    fn yql
}

/// A column family: columns stored together, on a medium and with their own compression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FamilyDef {
    /// The family's name; `default` holds the columns that name no family, the key columns among them.
    pub name: &'static str,
    /// The kind of storage pool: `ssd`.
    pub data: Option<&'static str>,
    /// Compression of the family.
    pub compression: Option<Compression>,
}

__named! {
    /// Compression of a column family.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[allow(missing_docs, reason = "the names are YDB's")]
    pub enum Compression {
        Off = "off",
        Lz4 = "lz4",
        Zstd = "zstd",
    }

    /// Returns the name in YQL: `lz4`.
    #[doc(hidden)]
    fn yql
}

/// Read-only copies of each partition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadReplicas {
    /// A number of copies in each availability zone.
    PerAz(u32),
    /// A number of copies in all zones together.
    AnyAz(u32),
}

/// Partitioning settings of a table. Settings that are `None` are left to YDB, see
/// [`Table::create_table`](super::Table::create_table).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Partitioning {
    /// Splitting of partitions by size.
    pub by_size: BySize,
    /// Splitting of partitions by load.
    pub by_load: ByLoad,
    /// Least number of partitions.
    pub min: Option<u32>,
    /// Greatest number of partitions.
    pub max: Option<u32>,
    /// Number of initial partitions, which divide the range of a leading Uint32 or Uint64 evenly.
    pub uniform: Option<u32>,
    /// First keys of the partitions after the first partition, ascending; each is a prefix of the key.
    pub at_keys: &'static [&'static [KeyLiteral]],
}

/// Splitting of partitions by size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BySize {
    /// At YDB's own default size.
    Default,
    /// At a size in megabytes.
    Megabytes(u32),
    /// Never.
    Off,
}

/// Splitting of partitions by load.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByLoad {
    /// By YDB's default: not at all.
    Default,
    /// On: partitions split that are under load for some time.
    On,
    /// Off, because the model says it.
    Off,
}

/// A value of a split point. YQL takes only literals there, no negative numbers and no constructors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each variant is the Rust literal of that kind")]
pub enum KeyLiteral {
    Bool(bool),
    Int(u64),
    Text(&'static str),
}

impl Partitioning {
    /// Splitting by size and by load as YDB does by default, without bounds on the number of partitions.
    pub const DEFAULT: Partitioning = Partitioning {
        by_size: BySize::Default,
        by_load: ByLoad::Default,
        min: None,
        max: None,
        uniform: None,
        at_keys: &[],
    };

    /// Returns the least number of partitions of a row table: the number that is set, or the number of initial
    /// partitions, so that YDB does not merge them at once.
    pub const fn fewest(&self) -> u32 {
        match (self.min, self.uniform) {
            (Some(min), _) => min,
            (None, Some(uniform)) => uniform,
            // A table has at most 35000 split points.
            (None, None) => self.at_keys.len() as u32 + 1,
        }
    }
}

/// A changefeed of a row table ([change data capture](https://ydb.tech/docs/en/concepts/cdc)): YDB writes a record of
/// each change of a row into a topic, whose path is that of the table with the changefeed's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChangefeedDef {
    /// Name of the changefeed, and of the topic below the table.
    pub name: &'static str,
    /// Contents of a record besides the key.
    pub mode: ChangefeedMode,
    /// Format of a record.
    pub format: ChangefeedFormat,
    /// `true` if records hold the virtual timestamp of their transaction.
    pub virtual_timestamps: bool,
    /// Interval at which YDB writes a barrier into each partition of the topic, an ISO 8601 duration; `None` for never.
    pub barriers: Option<&'static str>,
    /// Time for which YDB keeps a record, an ISO 8601 duration; `None` for YDB's 24 hours.
    pub retention: Option<&'static str>,
    /// `true` if the changefeed begins with a record for each row that is already there.
    pub initial_scan: bool,
    /// `true` if records name the user who made the change.
    pub user_sids: bool,
    /// `true` if records hold the trace id of the request that made the change.
    pub trace_ids: bool,
    /// `true` if YDB adds partitions to the topic when the load rises.
    pub auto_partitioning: bool,
    /// Number of the topic's initial partitions; `None` for as many as the table has.
    pub min_partitions: Option<u32>,
}

impl ChangefeedDef {
    /// A changefeed without settings. The derive's starting point; not for use by hand.
    #[doc(hidden)]
    pub const EMPTY: ChangefeedDef = ChangefeedDef {
        name: "",
        mode: ChangefeedMode::Updates,
        format: ChangefeedFormat::Json,
        virtual_timestamps: false,
        barriers: None,
        retention: None,
        initial_scan: false,
        user_sids: false,
        trace_ids: false,
        auto_partitioning: false,
        min_partitions: None,
    };
}

__named! {
    /// Contents of a changefeed's record besides the key.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[allow(missing_docs, reason = "the names are YDB's")]
    pub enum ChangefeedMode {
        KeysOnly = "KEYS_ONLY",
        Updates = "UPDATES",
        NewImage = "NEW_IMAGE",
        OldImage = "OLD_IMAGE",
        NewAndOldImages = "NEW_AND_OLD_IMAGES",
    }

    /// Returns the name in YQL: `NEW_IMAGE`.
    #[doc(hidden)]
    fn yql
}

__named! {
    /// Format of a changefeed's record.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum ChangefeedFormat {
        /// YDB's own format, which `ChangeRecord` reads.
        Json = "JSON",
        /// The format of Debezium.
        DebeziumJson = "DEBEZIUM_JSON",
    }

    /// Returns the name in YQL: `DEBEZIUM_JSON`.
    #[doc(hidden)]
    fn yql
}

impl ChangefeedMode {
    /// All modes, each with its word in the attribute.
    #[doc(hidden)]
    pub const ALL: [(Self, &'static str); 5] = [
        (Self::KeysOnly, "keys_only"),
        (Self::Updates, "updates"),
        (Self::NewImage, "new_image"),
        (Self::OldImage, "old_image"),
        (Self::NewAndOldImages, "new_and_old_images"),
    ];
}

impl ChangefeedFormat {
    /// All formats, each with its word in the attribute.
    #[doc(hidden)]
    pub const ALL: [(Self, &'static str); 2] = [(Self::Json, "json"), (Self::DebeziumJson, "debezium_json")];
}
