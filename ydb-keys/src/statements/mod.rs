//! Schema and keys to statements: constant texts with typed parameters, the hash columns computed.

mod backfill;
mod batch;
mod bulk;
mod cache;
mod condition;
mod delete;
mod ends;
mod index;
#[cfg(test)]
mod lengths;
mod located;
mod model;
mod order;
mod page;
mod prefix;
mod query;
mod read;
mod row;
mod scan;
mod select;
mod statement;
mod update;
mod write;

pub use backfill::Backfill;
pub(crate) use batch::Limits;
pub use bulk::{BulkUpsert, BulkUpsertable, ReadRows, ReadableRows, column_store};
pub(crate) use cache::Location;
pub use delete::{Delete, DeleteMany};
pub use index::YdbIndex;
pub use located::Located;
pub use model::YdbTable;
#[cfg(feature = "migrate")]
pub(crate) use order::{Rows, Side, condition};
pub use page::{Page, Paged};
pub use prefix::{Bounded, Fixed, KeyArg, KeyBound, Ranged, Start, Whole};
pub use read::{Exists, Get, GetMany};
pub use row::{RowOf, YdbRow};
pub(crate) use row::{decode_each, decode_row};
pub use scan::Scan;
pub use select::{Count, DeleteRange, ScanExists, Select};
pub use statement::{Member, Param, ParamType, ParamValue, Statement};
pub(crate) use statement::{ParamDef, TEXT_LIMIT};
pub use update::{Update, UpdateMany};
pub use write::{AnyTimes, Once, Repeatable, Verb, Write, WriteMany};
