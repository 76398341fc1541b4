//! The schema of a model: constant data, whose strings and lists are never freed.

use super::{column, hash, table};

/// The schema of one table as constant data: `<YourModel as YdbTable>::TABLE`.
///
/// `#[derive(YdbTable)]` makes it and has the compiler check every rule, so a `Table` that exists breaks none.
pub type Table = table::Table<'static>;

/// A column of a model's table.
pub type ColumnDef = column::ColumnDef<'static>;

/// A global secondary index of a model's table.
pub type IndexDef = table::IndexDef<'static>;

/// The hash column that leads the key or an index of a model's table.
pub type HashDef = hash::HashDef<'static>;
