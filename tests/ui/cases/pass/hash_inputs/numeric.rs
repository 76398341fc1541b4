// A hash of a number over an integer, a time and a newtype.

use std::time::SystemTime;

use ydb_keys::{YdbColumn, YdbTable};

#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
struct Id(i32);

#[derive(YdbTable)]
#[ydb(primary_key(hash = numeric_hash(id), id))]
struct A {
    id: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(hash = int_hash64(at), at))]
struct B {
    at: SystemTime,
}

#[derive(YdbTable)]
#[ydb(primary_key(hash = numeric_hash(id), id))]
struct C {
    id: Id,
}

fn main() {}
