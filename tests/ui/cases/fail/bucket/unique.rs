// A unique index with a bucket of a column that is not indexed: two rows with one name can be in two buckets.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(id_hash = xxh3(id), id))]
#[ydb(index(by_name, on(shard = xxh3(id) % 16, name), unique))]
struct User {
    id: u64,
    name: String,
}

fn main() {}
