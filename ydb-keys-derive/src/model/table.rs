//! A table, resolved.

use proc_macro2::Span;
use syn::{Ident, Path, Visibility};

use super::changefeed::Changefeed;
use super::column::{Column, Field, Skipped};
use super::index::Index;
use super::key::Key;
use super::names::Names;
use super::partitioning::Partitioning;
use super::store::Store;

/// A table, resolved. After errors it holds what could be resolved, so that the rules about types are checked as well.
pub(crate) struct Table {
    pub(crate) ident: Ident,
    pub(crate) visibility: Visibility,
    pub(crate) krate: Path,
    pub(crate) name: String,
    pub(crate) skipped: Vec<Skipped>,
    pub(crate) columns: Vec<Column>,
    pub(crate) key: Key,
    /// Whether the key columns are created as NOT NULL.
    pub(crate) key_not_null: bool,
    pub(crate) names: Names,
    pub(crate) store: Store,
    /// Positions of the columns of `partition_by_hash`.
    pub(crate) partition_by: Vec<usize>,
    /// Where the partition key of a column table is named.
    pub(crate) partition_span: Option<Span>,
    pub(crate) partitioning: Option<Partitioning>,
    pub(crate) ttl: Option<Ttl>,
    pub(crate) indexes: Vec<Index>,
    /// Position of the column with the row's version.
    pub(crate) version: Option<usize>,
    pub(crate) families: Vec<Family>,
    pub(crate) changefeeds: Vec<Changefeed>,
    pub(crate) bloom_filter: bool,
    /// A variant of `ReadReplicas` with its number.
    pub(crate) read_replicas: Option<(Ident, u32)>,
    pub(crate) allowances: Vec<Allowance>,
}

/// Time to live.
pub(crate) struct Ttl {
    /// Position of the column, and where it is named.
    pub(crate) column: (usize, Span),
    pub(crate) after: (String, Span),
    /// A variant of `TtlUnit`, and where it is named.
    pub(crate) unit: Option<(Ident, Span)>,
}

/// A column family.
pub(crate) struct Family {
    pub(crate) name: String,
    pub(crate) data: Option<String>,
    /// A variant of `Compression`.
    pub(crate) compression: Option<Ident>,
}

/// A rule switched off.
pub(crate) struct Allowance {
    /// The rule's id, and where it is named.
    pub(crate) rule: &'static str,
    pub(crate) span: Span,
    pub(crate) reason: String,
    /// Whether it was read without an error, so that it can be checked.
    pub(crate) whole: bool,
}

/// Splits the fields into the skipped ones and the columns, in the struct's order.
pub(crate) fn split(fields: Vec<Field>) -> (Vec<Skipped>, Vec<Column>) {
    let (mut skipped, mut columns) = (Vec::new(), Vec::new());
    for field in fields {
        match field {
            Field::Column(column) => columns.push(*column),
            Field::Skipped(field) => skipped.push(*field),
        }
    }
    (skipped, columns)
}
