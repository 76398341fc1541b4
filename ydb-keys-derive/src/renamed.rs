//! The rules' former ids, so that an old one is answered with the id of today. `ydb-keys-cli` compiles this file too.

/// Ids, and the former ones that they replace.
#[rustfmt::skip]
pub(crate) const RENAMED: &[(&str, &[&str])] = &[
    ("allowance", &["unused_allowance"]),
    ("changefeed", &["changefeed_format", "changefeed_interval", "changefeed_limit", "changefeed_mode",
        "changefeed_name", "changefeed_on_column_table", "changefeed_partitions"]),
    ("column_type", &["default_type", "index_key_type", "key_type", "skip", "with"]),
    ("conflicting_attributes", &["duplicate_attribute"]),
    ("family", &["family_compression", "family_key", "family_name", "family_settings", "family_unknown"]),
    ("full_scan", &["unbounded_scan"]),
    ("hash", &["bucket", "hash_function", "hash_inputs", "hash_not_leading", "hash_on_column_table"]),
    ("index", &["index_columns", "index_key_prefix", "index_limit", "index_name", "index_on_column_table",
        "index_unique_async", "not_an_index", "unknown_index"]),
    ("malformed_attribute", &["unknown_attribute"]),
    ("monotonic_leading_key", &["time_ordered_uuid"]),
    ("not_an_executor", &["not_a_client"]),
    ("partitioning", &["partitioning_at_keys", "partitioning_bounds", "partitioning_conflict", "partitioning_gap",
        "partitioning_min", "partitioning_size", "partitioning_store", "partitioning_uniform"]),
    ("reserved_name", &["generated_name"]),
    ("row", &["not_a_row_of", "row_column", "row_index", "row_not_covered", "row_nullable", "row_type"]),
    ("serial", &["serial_default", "serial_nullable", "serial_store", "serial_type"]),
    ("too_large", &["cell_too_large", "key_too_large", "row_too_large"]),
    ("ttl", &["ttl_column", "ttl_interval", "ttl_missing", "ttl_nullable", "ttl_unit"]),
    ("type_mismatch", &["column_expression", "key_argument"]),
    ("unsupported_call", &["bulk_upsert", "read_rows", "repeated_insert"]),
    ("unsupported_item", &["duplicate_variant", "generics", "not_a_column", "not_a_row", "not_a_table",
        "test_function"]),
    ("version", &["version_column", "version_write"]),
];

/// The rule that a former id is a part of now.
pub(crate) fn renamed(id: &str) -> Option<&'static str> {
    RENAMED.iter().find(|(_, former)| former.contains(&id)).map(|(now, _)| *now)
}
