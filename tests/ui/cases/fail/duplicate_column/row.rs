// Two fields of a row of one name.

use ydb_keys::YdbRow;

#[derive(YdbRow)]
struct Total {
    total: u64,
    #[ydb(rename = "total")]
    sum: u64,
}

fn main() {}
