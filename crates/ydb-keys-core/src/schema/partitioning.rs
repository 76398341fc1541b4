//! How a table is split into partitions.

/// The partitioning settings of a table. Settings that are `None` are left to YDB, see
/// [`Table::create_table`](super::Table::create_table).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Partitioning {
    /// Whether and when partitions are split by size.
    pub by_size: BySize,
    /// Whether partitions are split by load.
    pub by_load: ByLoad,
    /// The fewest partitions.
    pub min: Option<u32>,
    /// The most partitions.
    pub max: Option<u32>,
    /// The number of initial partitions, which divide the range of a leading Uint32 or Uint64 evenly.
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

/// Splitting of partitions by load.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByLoad {
    /// As YDB does by default: not at all.
    Default,
    /// Where a partition is under load for some time.
    On,
    /// Never, and the model says so.
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
    /// Splitting by size and by load as YDB does it, no bounds.
    pub const DEFAULT: Partitioning = Partitioning {
        by_size: BySize::Default,
        by_load: ByLoad::Default,
        min: None,
        max: None,
        uniform: None,
        at_keys: &[],
    };

    /// The fewest partitions of a row table: as set, or as many as there are at first, so that YDB does not merge them
    /// at once.
    pub const fn fewest(&self) -> u32 {
        match (self.min, self.uniform) {
            (Some(min), _) => min,
            (None, Some(uniform)) => uniform,
            // There are at most 35000 points.
            (None, None) => self.at_keys.len() as u32 + 1,
        }
    }
}
