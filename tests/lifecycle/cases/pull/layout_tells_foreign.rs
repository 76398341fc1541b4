use ydb_keys::YdbTable;

// What this model does not declare of the table `tokens`:
// - The hash of other programs, `h Int64 = length@3(token Utf8)`: write its function in a module,
//   `primary_key(h = with(module)(...), ...)`, with `ForeignHash::new` of this name and version,
//   and remove its field.

/// A row of the table `tokens`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "tokens")]
#[ydb(primary_key(h, token))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `tokens` WHERE `h` IS NULL OR `token` IS NULL` lists such rows.
#[ydb(key_not_null = false)]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `h` a sequence? If its values are spread, declare it `dispersed`"
))]
pub struct Tokens {
    pub h: i64,
    pub token: String,
}
