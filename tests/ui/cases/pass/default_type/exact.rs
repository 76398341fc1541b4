// Literals of exactly the type.

use std::time::{Duration, SystemTime};

use uuid::Uuid;
use ydb_keys::{Decimal, YdbColumn, YdbTable};

#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
#[ydb(as = "Uint8")]
enum Status {
    New = 1,
    Paid = 2,
}

#[derive(YdbTable)]
#[ydb(primary_key(id))]
struct Thing {
    id: Uuid,
    #[ydb(default = 1.0)]
    float: f64,
    #[ydb(default = -1)]
    int: i32,
    #[ydb(default = 255)]
    small: u8,
    #[ydb(default = "2024-01-31T12:00:00Z")]
    at: SystemTime,
    #[ydb(type = "Date", default = "2024-01-31")]
    day: SystemTime,
    #[ydb(default = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6")]
    other: Uuid,
    #[ydb(default = true)]
    flag: bool,
    #[ydb(default = "999.99")]
    price: Decimal<5, 2>,
    #[ydb(default = 5)]
    maybe: Option<i64>,
    #[ydb(default = "P1DT2H")]
    length: Duration,
    #[ydb(default = b"new")]
    bytes: Vec<u8>,
    #[ydb(default = "new")]
    text: String,
    #[ydb(default = 1)]
    status: Status,
}

fn main() {}
