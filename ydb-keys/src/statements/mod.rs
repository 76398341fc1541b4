//! Statements from schemas and keys: constant texts with typed parameters, with the hash columns computed.

/// Implements `Debug` without the bounds on type parameters that a derive would add.
macro_rules! impl_debug {
    ([$($generics:tt)*] $ty:ty, |$self:ident, $f:ident| $body:expr) => {
        impl<$($generics)*> std::fmt::Debug for $ty {
            fn fmt(&$self, $f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                $body
            }
        }
    };
}

/// Implements `Clone` without the bounds on type parameters that a derive would add.
macro_rules! impl_clone {
    ([$($generics:tt)*] $ty:ty: $($field:ident),*) => {
        impl<$($generics)*> Clone for $ty {
            fn clone(&self) -> Self {
                Self { $($field: self.$field.clone()),* }
            }
        }
    };
}

mod batch;
mod buckets;
pub(crate) mod bulk;
mod cache;
pub(crate) mod change;
mod condition;
mod delete;
pub(crate) mod dual_write;
pub(crate) mod export;
mod in_batches;
pub(crate) mod key_prefix;
pub(crate) mod model;
mod query;
mod read;
pub(crate) mod row;
pub(crate) mod scan;
pub(crate) mod shape;
mod sorting;
mod split;
pub(crate) mod statement;
pub(crate) mod table_at;
#[cfg(test)]
mod tests;
pub(crate) mod update;
pub(crate) mod version;
pub(crate) mod write;
#[cfg(feature = "yql")]
pub(crate) mod yql;

pub(crate) use batch::{Limits, Requests, is_skipped};
pub(crate) use buckets::MergeOrder;
pub use bulk::{BulkUpsert, ReadRows};
pub(crate) use cache::Location;
use cache::{Model, Shape};
pub use change::{ColumnOf, Condition};
use condition::{End, Nulls};
pub use delete::{Delete, DeleteMany};
pub use in_batches::BatchDelete;
use key_prefix::IntoKey;
pub use key_prefix::KeyParams;
pub(crate) use model::YdbTable;
use model::{WithoutVersion, YdbIndex};
use query::Purpose;
pub(crate) use query::Query;
pub use read::{Exists, Get, GetMany};
pub(crate) use read::{Sought, cut_keys};
use row::ProjectionOf;
pub(crate) use row::{YdbRow, decode_row};
pub(crate) use scan::Page;
pub use scan::{Count, DeleteRange, PageQuery, Scan, Select};
use shape::{ChangeShape, ConditionShape, Returning, RowShape, Verb};
use sorting::Sorting;
use split::Slice;
pub(crate) use statement::{AnyTimes, MayBeStale, Member, Read, Repeatable, Statement, Template};
use statement::{Once, Params};
pub use statement::{Param, ParamType, ParamValue};
pub(crate) use table_at::TableAt;
pub use update::{Update, UpdateMany};
pub(crate) use write::{ManyRows, Modify, key_values, modified};
pub use write::{Write, WriteMany};
pub(crate) use ydb_keys_core::keys::prefix::{Bounded, Sorted};
