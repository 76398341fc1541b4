// Structs and an enum of nothing, and a union.

use ydb_keys::YdbColumn;

#[derive(YdbColumn)]
struct Nothing;

#[derive(YdbColumn)]
enum Never {}

#[derive(YdbColumn)]
union Either {
    a: u64,
    b: i64,
}

fn main() {}
