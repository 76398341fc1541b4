// A module in quotes, as serde has it.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(id))]
struct Order {
    id: String,
    #[ydb(with = "module")]
    place: Vec<String>,
}

fn main() {}
