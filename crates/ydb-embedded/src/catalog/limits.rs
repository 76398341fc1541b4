//! YDB's limits on schemas.

/// Columns of a row table.
pub(super) const ROW_COLUMNS: usize = 200;
/// Columns of a column table.
pub(super) const COLUMN_COLUMNS: usize = 10_000;
/// Columns of a primary key, also that of an index's table.
pub(super) const KEY_COLUMNS: usize = 30;
/// Indexes of a table.
pub(super) const INDEXES: usize = 20;
/// Changefeeds of a table.
pub(super) const CHANGEFEEDS: usize = 5;
/// Characters of a column's name or of an element of a path.
pub(super) const NAME: usize = 255;
/// Elements of a path.
pub(super) const DEPTH: usize = 32;
/// Partitions of a table.
pub(super) const PARTITIONS: u64 = 35_000;
/// Shards of a column table by default.
pub(super) const DEFAULT_SHARDS: u32 = 64;
