//! Library that the cases use as the crates `ydb_keys` and `ydb_keys_bulk`: one library, with the client in it.

pub use ydb;
pub use ydb_keys::*;
pub use ydb_keys_bulk::{Bulk, BulkAt, Connection, LoadError, LoadReport};
