// A key column called like the method that chooses columns.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(select))]
struct Query {
    select: String,
}

fn main() {}
