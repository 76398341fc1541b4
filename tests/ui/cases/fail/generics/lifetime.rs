// A table that borrows.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(id))]
struct Order<'a> {
    id: &'a str,
}

fn main() {}
