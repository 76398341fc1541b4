// Structs whose fields cannot be borrowed.

use ydb_keys::{YdbColumn, YdbTable};

#[derive(YdbTable)]
#[ydb(primary_key(name))]
#[repr(C, packed)]
struct Packed {
    name: String,
    size: u64,
}

#[derive(YdbColumn)]
#[repr(packed(2))]
struct PackedNewtype(u64);

fn main() {}
