// Literals of each type at their limits: defaults, split points, numbers of settings, in every spelling.
#![deny(warnings)]

use std::time::{Duration, SystemTime};

use uuid::Uuid;
use ydb_keys::{Decimal, YdbTable};

#[derive(YdbTable)]
#[ydb(primary_key(name))]
struct Integers {
    name: String,
    #[ydb(default = -128)]
    i8_min: i8,
    #[ydb(default = 0x7f)]
    i8_max: i8,
    #[ydb(default = -32_768)]
    i16_min: i16,
    #[ydb(default = 0o77777)]
    i16_max: i16,
    #[ydb(default = -0x8000_0000)]
    i32_min: i32,
    #[ydb(default = 0b1)]
    i32_one: i32,
    #[ydb(default = -9223372036854775808)]
    i64_min: i64,
    #[ydb(default = 9_223_372_036_854_775_807)]
    i64_max: Option<i64>,
    #[ydb(default = 255)]
    u8_max: u8,
    #[ydb(default = 0xFFFF)]
    u16_max: u16,
    #[ydb(default = 4294967295)]
    u32_max: u32,
    #[ydb(default = 18446744073709551615)]
    u64_max: u64,
    #[ydb(default = -0)]
    nothing: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(name))]
struct Texts {
    #[ydb(default = "")]
    name: String,
    #[ydb(default = "it's \"quoted\" `\\` \n\t\0 \u{1F600} $x {} --!")]
    escapes: String,
    #[ydb(default = r#"raw "text" \n"#)]
    raw: Option<String>,
    #[ydb(default = "two
lines")]
    lines: String,
    #[ydb(default = b"\x00\xff'\"")]
    bytes: Vec<u8>,
    #[ydb(default = br"\x")]
    raw_bytes: Vec<u8>,
    #[ydb(default = "as text")]
    text_bytes: Option<Vec<u8>>,
}

#[derive(YdbTable)]
#[ydb(primary_key(name))]
struct Others {
    name: String,
    #[ydb(default = true)]
    yes: bool,
    #[ydb(default = "-99999.99")]
    decimal: Decimal<7, 2>,
    #[ydb(default = 0.10)]
    decimal_float: Decimal<3, 2>,
    #[ydb(default = "7")]
    whole: Decimal<1, 0>,
    #[ydb(default = "1970-01-01", type = "Date")]
    first_day: SystemTime,
    #[ydb(default = "2105-12-31", type = "Date")]
    last_day: SystemTime,
    #[ydb(default = "0001-01-01", type = "Date32")]
    old_day: SystemTime,
    #[ydb(default = "2000-02-29T23:59:59Z", type = "Datetime")]
    leap: SystemTime,
    #[ydb(default = "1970-01-01T00:00:00.000001Z")]
    at: SystemTime,
    #[ydb(default = "9999-12-31T23:59:59.999999Z", type = "Timestamp64")]
    end: SystemTime,
    #[ydb(default = "PT0.000001S")]
    moment: Duration,
    #[ydb(default = "00000000-0000-0000-0000-000000000000")]
    none: Uuid,
    #[ydb(default = "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF")]
    all: Option<Uuid>,
}

#[derive(YdbTable)]
#[ydb(primary_key(id, small, flag, text, bytes))]
#[ydb(partitioning(at_keys(
    0,
    (0, 0),
    (0x1, 0b1111_1111, false, ""),
    (1, 255, true, "", ""),
    (1, 255, true, "\0", "й"),
    (18_446_744_073_709_551_615, 255, true, "z", "z"),
)))]
struct Points {
    #[ydb(dispersed)]
    id: u64,
    small: u8,
    flag: bool,
    text: String,
    bytes: Vec<u8>,
}

#[derive(YdbTable)]
#[ydb(primary_key(id), partitioning(at_keys((0), (9_223_372_036_854_775_807))))]
struct SignedPoints {
    #[ydb(dispersed)]
    id: i64,
}

#[derive(YdbTable)]
#[ydb(primary_key(h = numeric_hash(id), id), partitioning(uniform = 0x88B8, min = 4294967295, max = 0xFFFF_FFFF))]
#[ydb(partitioning(by_size = 4_294_967_295))]
struct Numbers {
    id: u64,
}

#[derive(YdbTable)]
#[ydb(store = column, primary_key(name), partitioning(nodes = 1))]
struct OneNode {
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(name), read_replicas = "ANY_AZ:0")]
struct NoReplicas {
    name: String,
}

macro_rules! ttl {
    ($($name:ident $after:literal;)*) => {$(
        #[derive(YdbTable)]
        #[ydb(primary_key(name), ttl(column = at, after = $after))]
        struct $name {
            name: String,
            at: Option<SystemTime>,
        }
    )*};
}
ttl! {
    Zero "PT0S";
    ZeroDays "P0D";
    Weeks "P1W";
    All "P1DT1H1M1S";
    Fraction "PT0.5S";
    Hours "PT100000H";
    LeadingZeros "P007D";
}

#[derive(YdbTable)]
#[ydb(primary_key(name), ttl(unit = nanoseconds, after = "PT1S", column = at))]
struct TtlOrder {
    name: String,
    at: Option<u64>,
}

fn main() {}
