// A key column of a type that is not a key type (json_document).

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(id, value))]
struct Thing {
    id: String,
    #[ydb(type = "JsonDocument")]
    value: String,
}

fn main() {}
