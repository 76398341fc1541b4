// Literals one beyond the limits of their types, and of other types.

use std::time::{Duration, SystemTime};

use uuid::Uuid;
use ydb_keys::{Decimal, YdbColumn, YdbTable};

#[derive(YdbTable)]
#[ydb(primary_key(name))]
struct Integers {
    #[ydb(default = b"bytes")]
    name: String,
    #[ydb(default = -129)]
    a: i8,
    #[ydb(default = 128)]
    b: i8,
    #[ydb(default = 0x8000)]
    c: i16,
    #[ydb(default = -2147483649)]
    d: i32,
    #[ydb(default = 9223372036854775808)]
    e: i64,
    #[ydb(default = -1)]
    f: u8,
    #[ydb(default = 0x1_0000)]
    g: u16,
    #[ydb(default = 18446744073709551616)]
    h: u64,
    #[ydb(default = 999999999999999999999999999999999999999999999999999999999999)]
    i: u64,
    #[ydb(default = 1.0)]
    j: i32,
    #[ydb(default = "1")]
    k: i32,
    #[ydb(default = '1')]
    l: i32,
    #[ydb(default = true)]
    m: u8,
    #[ydb(default = 1u8)]
    n: u8,
    #[ydb(default = 1 + 1)]
    o: u8,
    #[ydb(default = N)]
    p: u8,
    #[ydb(default = -true)]
    q: bool,
    #[ydb(default = c"c text")]
    r: Vec<u8>,
    #[ydb(default)]
    s: u8,
}

#[derive(YdbTable)]
#[ydb(primary_key(name))]
struct Others {
    name: String,
    #[ydb(default = 1)]
    a: bool,
    #[ydb(default = 1e3)]
    b: Decimal<22, 9>,
    #[ydb(default = "1000")]
    c: Decimal<3, 0>,
    #[ydb(default = "0.001")]
    d: Decimal<5, 2>,
    #[ydb(default = "2106-01-01", type = "Date")]
    e: SystemTime,
    #[ydb(default = "1969-12-31", type = "Date")]
    f: SystemTime,
    #[ydb(default = "0000-12-31", type = "Date32")]
    g: SystemTime,
    #[ydb(default = "2023-02-29", type = "Date")]
    h: SystemTime,
    #[ydb(default = "2024-01-01T24:00:00Z")]
    i: SystemTime,
    #[ydb(default = "2024-01-01T00:00:00")]
    j: SystemTime,
    #[ydb(default = "2024-01-01T00:00:00.0000001Z")]
    k: SystemTime,
    #[ydb(default = "2024-01-01T00:00:00.5Z", type = "Datetime")]
    l: SystemTime,
    #[ydb(default = "PT")]
    m: Duration,
    #[ydb(default = "P1M")]
    n: Duration,
    #[ydb(default = "00000000-0000-0000-0000-00000000000")]
    o: Uuid,
    #[ydb(default = "{00000000-0000-0000-0000-000000000000}")]
    p: Uuid,
    #[ydb(default = "{}", type = "Json")]
    q: String,
    #[ydb(default = "inf")]
    r: f64,
}

#[derive(YdbColumn)]
#[ydb(as = "Uint8")]
#[allow(dead_code)]
enum Code {
    One = 1,
}

#[derive(YdbTable)]
#[ydb(primary_key(name))]
struct Codes {
    name: String,
    #[ydb(default = 2)]
    a: Code,
    #[ydb(default = "One")]
    b: Option<Code>,
}

#[derive(YdbTable)]
#[ydb(primary_key(id, flag, text), partitioning(at_keys((1, 1), (1, true, 1), (2, true, "a", 1), 65_536)))]
struct Points {
    #[ydb(dispersed)]
    id: u16,
    flag: bool,
    text: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(id), partitioning(at_keys(-1, 5, -0)))]
struct NegativePoints {
    #[ydb(dispersed)]
    id: i64,
}

#[derive(YdbTable)]
#[ydb(primary_key(id, flag, text), partitioning(at_keys(1.5, 1u8, 'a', b"a", 99999999999999999999)))]
struct OtherPoints {
    #[ydb(dispersed)]
    id: u16,
    flag: bool,
    text: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(text, id), partitioning(at_keys("b", "a", "a", ("a", 1), ("a", 0), ("a"), ())))]
struct Order {
    text: String,
    id: u64,
}

macro_rules! ttl {
    ($($name:ident $after:literal;)*) => {$(
        #[derive(YdbTable)]
        #[ydb(primary_key(name), ttl(column = at, after = $after))]
        struct $name {
            name: String,
            at: SystemTime,
        }
    )*};
}
ttl! {
    P "P";
    Pt "PT";
    Year "P1Y";
    Month "P1M";
    Negative "-P1D";
    Inside "P-1D";
    FractionOfADay "P1.5D";
    LowerCase "p1d";
    WeekAndDay "P1W1D";
    Before " P1D";
    After "P1D ";
    Huge "P99999999999999999999D";
    Order2 "PT1S1H";
    TimeFirst "PT1H1D";
    NoT "P1H";
    Words "30 days";
}

fn main() {}
