//! Schema and keys to statements: constant texts with typed parameters, the hash columns computed.

mod backfill;
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
pub(crate) mod flatten;
pub(crate) mod index;
mod key_params;
#[cfg(test)]
mod lengths;
mod merge;
pub(crate) mod model;
mod modify;
pub(crate) mod order;
pub(crate) mod page;
pub(crate) mod prefix;
mod query;
mod read;
mod repeats;
mod rest;
pub(crate) mod row;
pub(crate) mod scan;
mod select;
mod sorting;
mod split;
pub(crate) mod statement;
pub(crate) mod table_at;
mod text;
mod update;
pub(crate) mod version;
pub(crate) mod write;

pub use backfill::Backfill;
pub(crate) use batch::{Limits, is_skipped};
pub use bulk::{BulkUpsert, ReadRows};
pub(crate) use cache::Location;
pub use change::{
    Add, Append, Coalesce, ColumnOf, Comparand, Compared, Condition, NewValue, Now, Nullable, Number, Operand,
    Subtract, Text, Time,
};
pub use delete::{Delete, DeleteMany};
pub use key_params::KeyParams;
pub(crate) use merge::MergeOrder;
pub(crate) use model::YdbTable;
pub use modify::Modify;
pub(crate) use modify::{key_values, modified, write_back};
pub(crate) use page::Page;
pub use page::PageQuery;
pub(crate) use query::Query;
pub(crate) use read::Sought;
pub use read::{Exists, Get, GetMany};
pub(crate) use repeats::Requests;
pub(crate) use row::YdbRow;
pub(crate) use row::{decode_each, decode_row};
pub(crate) use scan::Scan;
pub use select::{Count, DeleteRange, Select};
pub use statement::{Member, Param, ParamType, ParamValue};
pub(crate) use statement::{ParamDef, Statement, Template};
pub(crate) use table_at::TableAt;
pub use update::{Update, UpdateMany};
pub(crate) use write::{AnyTimes, Repeatable};
pub use write::{Write, WriteMany};
