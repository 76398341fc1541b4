//! What the cases see as the crate `ydb_keys`: one library, with the client in it.

pub use ydb;
pub use ydb_keys::*;
