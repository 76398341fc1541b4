//! The schema of a table as constant data: what the derive emits, and the rules it must keep.

mod allowance;
mod changefeed;
mod column;
pub(crate) mod columns;
mod hash;
mod index;
pub(crate) mod layout;
pub(crate) mod member;
pub(crate) mod model;
mod partitioning;
pub(crate) mod path;
pub(crate) mod rules;
mod settings;
pub(crate) mod simple;
mod table;

pub use crate::hash::function::HashFunction;
pub use allowance::{Allowance, Rule};
pub use changefeed::{ChangefeedDef, ChangefeedFormat, ChangefeedMode};
pub use column::DefaultValue;
pub use index::IndexKind;
pub(crate) use layout::{Layout, LayoutError};
pub(crate) use model::Table;
pub use model::{ColumnDef, HashDef, IndexDef};
pub use partitioning::{ByLoad, BySize, KeyLiteral, Partitioning};
pub(crate) use path::TablePath;
pub(crate) use rules::TEXT_LIMIT;
pub use settings::{Compression, FamilyDef, ReadReplicas, Store, Ttl, TtlUnit};
pub(crate) use simple::{Form, SETTINGS, Setting};

/// The parts of a schema whose strings and lists are borrowed: those of a table that is not a model's.
pub mod any {
    pub use super::column::ColumnDef;
    pub use super::hash::HashDef;
    pub use super::index::IndexDef;
    pub use super::table::Table;
}
