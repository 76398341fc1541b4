// A text that is declared to grow leads.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(ulid))]
struct Order {
    #[ydb(monotonic)]
    ulid: String,
}

fn main() {}
