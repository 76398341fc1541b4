// A key column of a type that is not a key type (yson).

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(id, value))]
struct Thing {
    id: String,
    #[ydb(type = "Yson")]
    value: Vec<u8>,
}

fn main() {}
