//! Paths, table descriptions and the rules of DDL: what exists, not what is stored in it.

pub mod spec;
mod table;

pub use table::{
    Changefeed, Column, ColumnId, Compression, DefaultValue, Family, Index, IndexKind, PartitionSettings, Partitioning, ReadReplicas, Store, Table,
    TableId, Ttl, TtlTier, TtlUnit,
};
