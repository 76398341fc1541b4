// edition: 2018
// A crate of edition 2018: the same rules at the same tokens.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(gen, async))]
struct Order {
    gen: u64,
    r#async: Option<String>,
}

fn main() {}
