// An enum with a number beyond its type, a negative and a counted one.

use ydb_keys::YdbColumn;

#[derive(YdbColumn)]
#[ydb(as = "Uint8")]
enum Status {
    New = 256,
    Old = -1,
    Paid,
}

fn main() {}
