// Raw names of no field: the hints name fields as they are.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(hash = xxh3(r#typ), r#type, r#match))]
struct Order {
    r#type: String,
}

fn main() {}
