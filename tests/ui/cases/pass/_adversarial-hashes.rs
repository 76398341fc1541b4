// A hash over each type alone, and the numeric ones over each type that they take.
#![deny(warnings)]

use std::time::{Duration, SystemTime};

use chrono::{DateTime, NaiveDateTime, TimeDelta, Utc};
use uuid::Uuid;
use ydb_keys::{YdbColumn, YdbTable};

#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
struct Text(String);
#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
#[ydb(monotonic)]
struct Sequence(i64);
type Bytes = Vec<u8>;

macro_rules! hashed {
    ($($name:ident $function:ident $ty:ty;)*) => {$(
        #[derive(YdbTable)]
        #[ydb(primary_key(key_hash = $function(id), id))]
        struct $name {
            id: $ty,
            other: Option<$ty>,
        }
    )*};
}
hashed! {
    XI16 xxh3 i16;
    XI32 xxh3 i32;
    XI64 xxh3 i64;
    XU16 xxh3 u16;
    XU32 xxh3 u32;
    XU64 xxh3 u64;
    XString xxh3 String;
    XBytes xxh3 Bytes;
    XText xxh3 Text;
    XSequence xxh3 Sequence;
    XUuid xxh3 Uuid;
    XTime xxh3 SystemTime;
    XDuration xxh3 Duration;
    XDateTime xxh3 DateTime<Utc>;
    XNaive xxh3 NaiveDateTime;
    XDelta xxh3 TimeDelta;
    NI16 numeric_hash i16;
    NU64 numeric_hash u64;
    NSequence numeric_hash Sequence;
    NTime numeric_hash SystemTime;
    NDuration numeric_hash Duration;
    NDelta numeric_hash TimeDelta;
    II32 int_hash64 i32;
    IU16 int_hash64 u16;
    ITime int_hash64 DateTime<Utc>;
}

fn main() {}
