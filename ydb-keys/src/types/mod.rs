//! YDB's types, values of them, and the Rust types that can be columns.

#[cfg(test)]
mod any;
mod binary;
pub(crate) mod cells;
pub(crate) mod civil;
pub(crate) mod column;
pub(crate) mod const_text;
pub(crate) mod decimal;
mod document;
pub(crate) mod instead;
mod ip;
pub(crate) mod json;
mod json_text;
#[cfg(feature = "yql")]
mod kept;
pub(crate) mod kinds;
pub(crate) mod parse;
mod primitive;
pub(crate) mod stored;
mod text;
pub(crate) mod time;
pub(crate) mod value;
pub(crate) mod variant;
pub(crate) mod with;
pub(crate) mod ydb_type;

#[cfg(feature = "bytes")]
mod bytes;
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
#[cfg(feature = "uuid")]
mod uuid;

#[cfg(test)]
pub(crate) use any::any_value;
pub(crate) use cells::Cells;
pub(crate) use civil::days_of_month;
pub(crate) use column::{Column, Encode};
pub use column::{ColumnInfo, Required};
pub(crate) use document::inexact_number;
pub(crate) use json_text::invalid_json_at;
pub(crate) use stored::{Stored, uuid_order};
pub(crate) use time::time_in_range;
pub use value::DecimalValue;
pub(crate) use value::Value;
pub(crate) use value::uuid_text;
pub(crate) use with::Encoded;
pub(crate) use ydb_type::YdbType;
