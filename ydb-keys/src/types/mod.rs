//! YDB's types, values of them, and the Rust types that can be columns.

mod civil;
mod column;
pub(crate) mod const_text;
mod decimal;
mod document;
mod primitive;
mod stored;
mod time;
mod value;
#[doc(hidden)]
pub mod variant;
mod ydb_type;

#[cfg(feature = "chrono")]
mod chrono;
#[cfg(feature = "serde_json")]
mod serde_json;
#[cfg(feature = "uuid")]
mod uuid;

pub mod json;

pub(crate) use civil::days_of_month;
pub use column::{Column, ColumnInfo, Encode, Required, Skipped};
pub use decimal::{Decimal, ParseDecimalError};
pub(crate) use document::inexact_number;
pub(crate) use stored::Stored;
pub(crate) use time::time_in_range;
pub(crate) use value::uuid_text;
pub use value::{DecimalValue, Value};
pub use ydb_type::YdbType;
