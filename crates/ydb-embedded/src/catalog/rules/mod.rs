//! The rules of a table's parts, shared by CREATE and ALTER.

pub(super) mod changefeeds;
pub(super) mod columns;
pub(super) mod families;
pub(super) mod indexes;
pub(super) mod keys;
pub(super) mod mix;
pub(super) mod partitions;
pub(super) mod ttl;
mod types;
