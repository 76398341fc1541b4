// Two variants that get one text from `rename_all`.

use ydb_keys::YdbColumn;

#[derive(YdbColumn)]
#[ydb(rename_all = "lowercase")]
enum Status {
    New,
    NeW,
}

fn main() {}
