//! The schema of a table as constant data: the output of the derive, and the rules for it.

pub mod allowance;
pub mod column;
pub mod hash;
pub mod layout;
pub mod member;
pub mod model;
pub mod path;
pub mod release;
pub mod rules;
pub mod settings;
pub mod simple;
pub mod table;

pub use crate::hash::function::HashFunction;
pub use allowance::{Allowance, Rule};
pub use column::DefaultValue;
pub use layout::{Layout, LayoutError};
pub use model::{ColumnDef, HashDef, IndexDef, Table};
pub use path::TablePath;
pub use rules::TEXT_LIMIT;
pub use settings::{
    ByLoad, BySize, ChangefeedDef, FamilyDef, KeyLiteral, Partitioning, ReadReplicas, Store, Ttl, TtlUnit,
};
pub use simple::{Form, SETTINGS, Setting};
pub use table::IndexKind;

/// Parts of a schema with borrowed strings and lists, for a table that is not a model's.
pub mod any {
    pub use super::column::ColumnDef;
    pub use super::hash::HashDef;
    pub use super::table::IndexDef;
    pub use super::table::Table;
}
