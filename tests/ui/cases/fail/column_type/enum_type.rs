// An enum of a type that is not an integer.

use ydb_keys::YdbColumn;

#[derive(YdbColumn)]
#[ydb(as = "u8")]
enum Status {
    New = 1,
}

fn main() {}
