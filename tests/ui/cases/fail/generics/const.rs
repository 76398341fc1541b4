// A table of a constant.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(id))]
struct Order<const N: usize> {
    id: String,
}

fn main() {}
