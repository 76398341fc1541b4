//! YDB's types, values of them, and the Rust types that can be columns.

#[cfg(any(test, feature = "arbitrary"))]
mod any;
mod binary;
pub mod cells;
pub mod civil;
pub mod column;
pub mod const_text;
pub mod decimal;
mod document;
pub mod json;
#[cfg(feature = "yql")]
mod kept;
pub mod parse;
pub mod primitive;
pub mod stored;
mod text;
pub mod time;
pub mod value;
pub mod ydb_type;

#[cfg(feature = "chrono")]
mod chrono;
#[cfg(feature = "jiff")]
mod jiff;
#[cfg(feature = "rust_decimal")]
mod rust_decimal;
#[cfg(feature = "serde_json")]
mod serde_json;
#[cfg(feature = "time")]
mod time_crate;

#[cfg(any(test, feature = "arbitrary"))]
pub use any::any_value;
pub use cells::Cells;
pub use civil::days_of_month;
pub use column::{Column, ColumnInfo, Encode, Encoded, Required};
pub use document::inexact_number;
pub use json::invalid_json_at;
pub use stored::{Stored, uuid_order};
pub use time::time_in_range;
pub use value::{DecimalValue, Value, uuid_text};
pub use ydb_type::YdbType;
