// A Uint32 and a Uint64 lead.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(id))]
#[ydb(partitioning(uniform = 4))]
struct A {
    #[ydb(dispersed)]
    id: u32,
}

#[derive(YdbTable)]
#[ydb(primary_key(id))]
#[ydb(partitioning(uniform = 4))]
struct B {
    #[ydb(dispersed)]
    id: u64,
}

fn main() {}
