//! What generated code may name. Not public API: it changes without notice.

pub use crate::error::{Result, ValueError};
pub use crate::keys::{RowDecoder, RowEncoder, YdbKey, debug_key, feed_key, hash, hash_input, same_key};
pub use crate::schema::rules;
pub use crate::schema::{
    Allowance, BySize, ColumnDef, Compression, DefaultValue, FamilyDef, HashDef, HashFunction, IndexDef, IndexKind,
    KeyLiteral, Partitioning, ReadReplicas, Rule, Store, Table, Ttl, TtlUnit,
};
pub use crate::statements::{Bounded, Fixed, KeyArg, Ranged, Scan, Start, Statement, Update, Whole, YdbTable};
pub use crate::types::json::{JsonColumn, JsonInfo, RequiredJson};
pub use crate::types::variant;
pub use crate::types::{Column, ColumnInfo, Required, Value, YdbType};
#[cfg(feature = "sdk")]
pub use crate::sdk::{Call, Executor, from_ydb_row};
#[cfg(feature = "sdk")]
pub use ydb::{FromYdbRow, Row as SdkRow, YdbResult as SdkResult};
pub use ::core::marker::PhantomData;
