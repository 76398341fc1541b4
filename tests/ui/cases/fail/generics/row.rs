// A row that borrows.

use ydb_keys::YdbRow;

#[derive(YdbRow)]
struct Name<'a> {
    name: &'a str,
}

fn main() {}
