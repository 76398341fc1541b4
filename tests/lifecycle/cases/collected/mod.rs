//! Nothing yet.
pub const TABLES: &[&ydb_keys::Table] = ydb_keys::schema![];
