//! The schema of a table as constant data: what the derive emits, and the rules it must keep.

pub(crate) mod allowance;
pub(crate) mod changefeed;
pub(crate) mod column;
pub(crate) mod columns;
pub(crate) mod hash;
pub(crate) mod index;
pub(crate) mod layout;
pub(crate) mod member;
pub(crate) mod model;
pub(crate) mod partitioning;
pub(crate) mod path;
pub(crate) mod release;
pub(crate) mod rules;
pub(crate) mod settings;
pub(crate) mod simple;
pub(crate) mod table;

pub use crate::hash::function::HashFunction;
pub(crate) use allowance::{Allowance, Rule};
pub(crate) use changefeed::ChangefeedDef;
pub(crate) use column::DefaultValue;
pub use index::IndexKind;
pub(crate) use layout::{Layout, LayoutError};
pub(crate) use model::Table;
pub use model::{ColumnDef, HashDef, IndexDef};
pub(crate) use partitioning::{ByLoad, BySize, KeyLiteral, Partitioning};
pub(crate) use path::TablePath;
pub(crate) use rules::TEXT_LIMIT;
pub use settings::Store;
pub(crate) use settings::{FamilyDef, ReadReplicas, Ttl, TtlUnit};
pub(crate) use simple::{Form, SETTINGS, Setting};

/// The parts of a schema whose strings and lists are borrowed: those of a table that is not a model's.
pub(crate) mod any {
    pub(crate) use super::column::ColumnDef;
    pub(crate) use super::hash::HashDef;
    pub(crate) use super::index::IndexDef;
    pub(crate) use super::table::Table;
}
