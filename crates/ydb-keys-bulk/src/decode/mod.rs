//! Decoder of query results into structs, without the values of the crate `ydb`: from Arrow, or from YDB's own
//! values.
//!
//! ```text
//! part of a result --ipc--------> record batch --+
//!        |                                       +--> columns --row by row--> struct
//!        +--protobuf--> values of each column ---+
//! ```
//!
//! Names and types come with the first part (FIRST_ONLY) or with each part (ALWAYS). The columns of the struct are
//! found by name once. A text is copied once, into the struct.

mod column;
mod ipc;
mod logical;
mod part;
#[cfg(test)]
mod tests;

pub use part::from_record_batch;
pub(super) use part::{Part, Reader, record_batch, record_schema};
