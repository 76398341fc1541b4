//! What generated code may name. Not public API: it changes without notice.

mod from_row;
mod methods;

pub use crate::error::{Result, ValueError};
pub use crate::keys::{PageToken, RowDecoder, RowEncoder, YdbKey, debug_key, feed_key, hash, hash_input, same_key};
pub use crate::schema::rules;
pub use crate::schema::{
    Allowance, ByLoad, BySize, ColumnDef, Compression, DefaultValue, FamilyDef, HashDef, HashFunction, IndexDef,
    IndexKind, KeyLiteral, Partitioning, ReadReplicas, Rule, Store, Table, Ttl, TtlUnit,
};
#[cfg(feature = "sdk")]
pub use crate::sdk::{Call, Executor, FromYdbRow, Rows, SdkResult, SdkRow, from_ydb_row};
pub use crate::statements::{
    Bounded, Count, DeleteRange, Fixed, KeyArg, Paged, Ranged, RowOf, Scan, ScanExists, Select, Start, Statement,
    Update, Whole, YdbIndex, YdbRow, YdbTable, column_store,
};
pub use crate::types::json::{JsonColumn, JsonInfo, RequiredJson};
pub use crate::types::variant;
pub use crate::types::{Column, ColumnInfo, Required, Skipped, Value, YdbType};
pub use ::core::marker::PhantomData;
pub use ::std::vec::Vec;
pub use from_row::from_ydb_row;
pub use methods::{index_scan_methods, scan_methods, sdk_scan_methods, sdk_update_methods, update_methods};
