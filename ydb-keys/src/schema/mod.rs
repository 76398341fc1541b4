//! The schema of a table as constant data: what the derive emits, and the rules it must keep.

mod allowance;
mod changefeed;
mod column;
mod hash;
mod index;
pub(crate) mod layout;
pub(crate) mod member;
mod partitioning;
pub(crate) mod path;
pub(crate) mod rules;
mod settings;
pub mod simple;
pub(crate) mod table;

pub use crate::hash::function::HashFunction;
pub use allowance::{Allowance, Rule};
pub use changefeed::{ChangefeedDef, ChangefeedFormat, ChangefeedMode};
pub use column::{ColumnDef, DefaultValue};
pub use hash::HashDef;
pub use index::{IndexDef, IndexKind};
pub(crate) use layout::{Layout, LayoutError};
pub use partitioning::{ByLoad, BySize, KeyLiteral, Partitioning};
pub(crate) use rules::TEXT_LIMIT;
pub use settings::{Compression, FamilyDef, ReadReplicas, Store, Ttl, TtlUnit};
pub(crate) use simple::{Form, SETTINGS, Setting};
pub(crate) use table::Table;
