// An enum of numbers with names for texts.

use ydb_keys::YdbColumn;

#[derive(YdbColumn)]
#[ydb(as = "Uint8", rename_all = "lowercase")]
enum Status {
    New = 1,
    #[ydb(rename = "done")]
    Paid = 2,
}

fn main() {}
