//! How a table is split into partitions.

/// The partitioning settings of a table. Settings that are `None` are left to YDB, see [`Table::create_table`](super::Table::create_table).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Partitioning {
    /// Whether and when partitions are split by size.
    pub by_size: BySize,
    /// Whether partitions are split by load.
    pub by_load: bool,
    /// The fewest partitions.
    pub min: Option<u32>,
    /// The most partitions.
    pub max: Option<u32>,
    /// This many partitions at first, cut evenly over the range of a leading Uint32 or Uint64.
    pub uniform: Option<u32>,
    /// The first keys of the partitions after the first one, ascending; each a prefix of the key.
    pub at_keys: &'static [&'static [KeyLiteral]],
}

/// Splitting of partitions by size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BySize {
    /// At YDB's own default size.
    Default,
    /// At this many megabytes.
    Megabytes(u32),
    /// Never.
    Off,
}

/// One value of a split point. YQL takes literals there, no negative numbers and no constructors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each variant is the Rust literal of that kind")]
pub enum KeyLiteral {
    Bool(bool),
    Int(u64),
    Text(&'static str),
}

impl Partitioning {
    /// Splitting by size as YDB does it, not by load, no bounds.
    pub const DEFAULT: Partitioning =
        Partitioning { by_size: BySize::Default, by_load: false, min: None, max: None, uniform: None, at_keys: &[] };
}
