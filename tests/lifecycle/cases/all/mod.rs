//! Models of the tables of a database, written by `ydb-keys pull`.

pub mod shop_tags;
pub mod table_type;

/// All tables, for `ydb_keys::check` and `ydb_keys_cli::main`.
pub const TABLES: &[&ydb_keys::Table] = ydb_keys::schema![
    shop_tags::Tags,
    table_type::Type,
];
