// A skipped field of a row that is something else as well.

use ydb_keys::YdbRow;

#[derive(YdbRow)]
struct Total {
    total: u64,
    #[ydb(skip, rename = "sum", json)]
    sum: u64,
}

fn main() {}
