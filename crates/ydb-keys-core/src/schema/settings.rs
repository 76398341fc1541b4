//! Settings of a table other than its columns, key and partitioning.

/// How a table stores its rows.
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
    /// Position of the column that says when a row was made.
    pub column: usize,
    /// How long a row lives after that, an ISO 8601 duration: `P30D`.
    pub after: &'static str,
    /// The unit of a number column; `None` for times.
    pub unit: Option<TtlUnit>,
}

/// What a number in a TTL column counts since 1970-01-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the units speak for themselves")]
pub enum TtlUnit {
    Seconds,
    Milliseconds,
    Microseconds,
    Nanoseconds,
}

/// A column family: columns stored together, on a medium and with their own compression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FamilyDef {
    /// The family's name; `default` holds the columns that name no family, the key columns among them.
    pub name: &'static str,
    /// The kind of storage pool: `ssd`.
    pub data: Option<&'static str>,
    /// How the family is compressed.
    pub compression: Option<Compression>,
}

/// Compression of a column family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are YDB's")]
pub enum Compression {
    Off,
    Lz4,
    Zstd,
}

impl Compression {
    /// The name in YQL: `lz4`.
    #[doc(hidden)]
    pub const fn yql(self) -> &'static str {
        match self {
            Compression::Off => "off",
            Compression::Lz4 => "lz4",
            Compression::Zstd => "zstd",
        }
    }
}

/// Read-only copies of each partition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadReplicas {
    /// This many in each availability zone.
    PerAz(u32),
    /// This many in all zones together.
    AnyAz(u32),
}
