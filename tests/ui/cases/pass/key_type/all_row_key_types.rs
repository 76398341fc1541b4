// Every type that can be in the key of a row table.

use std::time::{Duration, SystemTime};

use uuid::Uuid;
use ydb_keys::{Decimal, YdbTable};

#[derive(YdbTable)]
#[ydb(primary_key(text, bytes, id, a, b, c, d, e, f, g, h, flag, at, length, price, number))]
struct Thing {
    text: String,
    bytes: Vec<u8>,
    id: Uuid,
    a: u8,
    b: u16,
    c: u32,
    d: u64,
    e: i8,
    f: i16,
    g: i32,
    h: i64,
    flag: bool,
    at: SystemTime,
    length: Duration,
    price: Decimal<22, 9>,
    #[ydb(type = "DyNumber")]
    number: String,
    value: f64,
    json: serde_json::Value,
}

fn main() {}
