//! Schema and keys to statements: constant texts with typed parameters, the hash columns computed.

mod cache;
mod condition;
mod delete;
mod model;
mod read;
mod row;
mod scan;
mod statement;
mod update;
mod write;

pub use delete::{Delete, DeleteMany};
pub use model::YdbTable;
pub use read::{Get, GetMany};
pub use row::YdbRow;
pub(crate) use row::decode_row;
pub use scan::{Bounded, Fixed, KeyArg, KeyBound, Ranged, Scan, Start, Whole};
pub use statement::{Member, Param, ParamType, ParamValue, Statement};
pub use update::{Update, UpdateMany};
pub use write::{Verb, Write, WriteMany};
