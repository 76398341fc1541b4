// What is no struct with columns.

use ydb_keys::YdbRow;

#[derive(YdbRow)]
struct Tuple(u64);

#[derive(YdbRow)]
enum Status {
    New,
}

#[derive(YdbRow)]
struct Unit;

#[derive(YdbRow)]
struct Empty {}

#[derive(YdbRow)]
struct Skipped {
    #[ydb(skip)]
    cached: u64,
}

fn main() {}
