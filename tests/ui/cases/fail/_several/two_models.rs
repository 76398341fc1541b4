// Two models and a newtype, each with its mistake.

use std::time::SystemTime;

use ydb_keys::{YdbColumn, YdbTable};

#[derive(YdbColumn)]
#[ydb(type = "Date")]
struct Number(u64);

#[derive(YdbTable)]
#[ydb(primary_key(at))]
struct Event {
    at: SystemTime,
}

#[derive(YdbTable)]
#[ydb(primary_key(id, nmae))]
struct User {
    id: String,
    name: String,
}

fn main() {}
