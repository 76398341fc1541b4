//! Key-safe table models for YDB.

pub mod hash;
pub mod keys;
pub mod schema;
pub mod statements;
pub mod types;

mod ddl;
mod error;

#[doc(hidden)]
pub mod __private;

pub use ddl::CreateTable;
pub use error::{Error, Result, ValueError};
pub use keys::YdbKey;
pub use schema::Table;
pub use statements::{Statement, YdbTable};
pub use types::{Column, Decimal, ParseDecimalError, Value, YdbType};
pub use ydb_keys_derive::{YdbColumn, YdbTable};
