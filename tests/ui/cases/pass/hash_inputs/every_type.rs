// A hash over every type that can be hashed.

use std::time::{Duration, SystemTime};

use uuid::Uuid;
use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(hash = xxh3(text, bytes, id, a, flag, at, length), text, bytes, id, a, flag, at, length))]
struct Thing {
    text: String,
    bytes: Vec<u8>,
    id: Uuid,
    a: u8,
    flag: bool,
    at: SystemTime,
    length: Duration,
}

fn main() {}
