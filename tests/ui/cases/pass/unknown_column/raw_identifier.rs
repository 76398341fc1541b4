// A field whose name is a keyword.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(r#type))]
struct Order {
    r#type: String,
}

fn main() {}
