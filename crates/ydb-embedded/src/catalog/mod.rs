//! Paths, table descriptions and the rules of DDL: what exists, not the rows in it.

mod access;
mod alter;
#[allow(clippy::module_inception, reason = "the room's main type lives in the file of its name")]
mod catalog;
mod changefeed;
mod create;
mod ids;
mod limits;
mod literal;
pub mod paths;
pub mod refusal;
mod rights;
mod rules;
mod show;
pub mod spec;
pub mod sysview;
mod table;
#[cfg(test)]
mod tests;

pub use access::{Access, AccessChange, AccessLists};
pub use alter::{Effect, alter};
pub use catalog::{ADMINISTRATOR, Catalog, Entry};
pub use changefeed::{Changefeed, ConsumerSpec, FeedMode, TopicAction};
pub use create::check_settings;
pub use ids::{TableId, TableIds};
pub use paths::below;
pub use rights::{Permission, Rights};
pub use show::show_create;
pub use sysview::is_view as is_system_view;
pub use table::{
    Column, ColumnId, Compression, DefaultValue, Family, Index, IndexKind, PartitionSettings, Partitioning,
    ReadReplicas, Store, Table, Ttl, TtlTier, TtlUnit,
};
