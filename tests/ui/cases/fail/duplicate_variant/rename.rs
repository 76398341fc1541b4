// Two variants of one text.

use ydb_keys::YdbColumn;

#[derive(YdbColumn)]
enum Status {
    New,
    #[ydb(rename = "New")]
    Paid,
}

fn main() {}
