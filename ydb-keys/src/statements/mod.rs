//! Schema and keys to statements: constant texts with typed parameters, the hash columns computed.

mod batch;
#[cfg(test)]
mod bucket_lengths;
mod buckets;
pub(crate) mod bulk;
mod cache;
pub(crate) mod change;
mod condition;
mod delete;
pub(crate) mod dual_write;
mod ends;
pub(crate) mod export;
mod in_batches;
pub(crate) mod key_prefix;
#[cfg(test)]
mod lengths;
mod merge;
pub(crate) mod model;
mod modify;
pub(crate) mod null;
pub(crate) mod page;
mod query;
mod read;
mod repeats;
mod rest;
pub(crate) mod row;
pub(crate) mod scan;
mod sorting;
mod split;
pub(crate) mod statement;
pub(crate) mod table_at;
pub(crate) mod update;
pub(crate) mod version;
pub(crate) mod write;
#[cfg(feature = "yql")]
pub(crate) mod yql;

pub(crate) use batch::{Limits, is_skipped};
pub use bulk::{BulkUpsert, ReadRows};
pub(crate) use cache::Location;
pub use change::{ColumnOf, Condition};
pub use delete::{Delete, DeleteMany};
pub use in_batches::BatchDelete;
pub use key_prefix::KeyParams;
pub(crate) use merge::MergeOrder;
pub(crate) use model::YdbTable;
pub(crate) use modify::{Modify, key_values, modified, write_back};
pub(crate) use page::Page;
pub use page::PageQuery;
pub(crate) use query::Query;
pub(crate) use read::Sought;
pub use read::{Exists, Get, GetMany};
pub(crate) use repeats::Requests;
pub(crate) use row::YdbRow;
pub(crate) use row::decode_row;
pub use scan::Scan;
pub use scan::{Count, DeleteRange, Select};
pub(crate) use statement::{AnyTimes, MayBeStale, Read, Repeatable};
pub(crate) use statement::{Member, Statement, Template};
pub use statement::{Param, ParamType, ParamValue};
pub(crate) use table_at::TableAt;
pub use update::{Update, UpdateMany};
pub use write::{Write, WriteMany};
pub(crate) use ydb_keys_core::keys::prefix::{Bounded, Sorted};
