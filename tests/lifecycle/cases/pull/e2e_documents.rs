use ydb_keys::YdbTable;

/// A row of the table `ydb_keys_e2e/documents`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/documents")]
// `document` looks like a hash, but neither a hash of this library nor one of YDB's Digest
// functions over the text, the bytes or the decimal digits of a column after it gives its values in
// all 20 sampled rows. If you have the function, write it in a module, `primary_key(document =
// with(module)(...), ...)`, and remove its field.
#[ydb(primary_key(document, version))]
#[ydb(partitioning(uniform = 16))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `document` a sequence? If its values are spread, declare it `dispersed`"
))]
pub struct Documents {
    pub document: u64,
    pub version: i32,
    pub text: String,
}
