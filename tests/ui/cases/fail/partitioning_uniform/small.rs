// An integer of another width leads.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(id))]
#[ydb(partitioning(uniform = 4))]
struct User {
    #[ydb(dispersed)]
    id: i64,
}

fn main() {}
