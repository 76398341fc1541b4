// A split point beyond 64 bits.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(id))]
#[ydb(partitioning(at_keys(18446744073709551616)))]
struct User {
    #[ydb(dispersed)]
    id: u64,
    name: String,
}

fn main() {}
