// Attributes in every form that means something: split, empty, trailing, conditional, beside those of others.
#![deny(warnings)]
#![allow(dead_code)]

use std::marker::PhantomData;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};
use ydb_keys::{YdbColumn, YdbRow, YdbTable};

#[derive(YdbTable)]
#[ydb()]
#[ydb(primary_key(name,),)]
#[ydb(index(by_at, on(size,), cover(at,), sync,),)]
#[ydb(partitioning(min = 1, at_keys(("a",), ("b",),),),)]
#[ydb()]
struct Trailing {
    #[ydb()]
    name: String,
    #[ydb(type = "Uint32",)]
    size: u32,
    at: SystemTime,
}

#[rustfmt::skip]
#[derive(YdbTable)] #[ydb(primary_key(h=xxh3(a,b),a,b))] struct NoSpaces{a:u64,b:String}

#[derive(YdbTable)]
#[ydb(
    // a comment
    primary_key(
        /* another */ name, // and one more
    )
)]
/// Documented in between.
#[ydb(table = "split")]
#[doc = "and once more"]
#[ydb(bloom_filter)]
struct Comments {
    /// A key.
    #[ydb(rename = "n")]
    /// Still the key.
    name: String,
}

#[derive(YdbTable)]
#[cfg_attr(all(), ydb(primary_key(name)))]
#[cfg_attr(any(), ydb(primary_key(nothing), table = 7, ???))]
struct Conditional {
    name: String,
    #[cfg(any())]
    removed: NoSuchType,
    #[cfg(all())]
    kept: u64,
    #[cfg_attr(all(), ydb(default = 5))]
    with_default: i32,
}

#[derive(Serialize, Deserialize, YdbTable, Clone, Debug, Default, PartialEq, PartialOrd)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ydb(primary_key(user_id), rename_all = "snake_case")]
#[must_use]
struct Together {
    #[serde(rename = "u", default)]
    #[ydb(rename = "uid")]
    user_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
    #[serde(skip)]
    #[ydb(skip)]
    marker: PhantomData<fn() -> u8>,
    #[ydb(skip)]
    cache: Option<Vec<Option<Box<u8>>>>,
}

#[derive(YdbColumn, Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[serde(rename_all = "lowercase")]
#[ydb(rename_all = "SCREAMING_SNAKE_CASE")]
#[non_exhaustive]
enum Both {
    #[default]
    NewOne,
    #[serde(rename = "x")]
    #[ydb(rename = "other one")]
    Other,
}

#[derive(YdbTable)]
#[ydb(primary_key(name))]
#[non_exhaustive]
#[repr(C)]
struct Represented {
    name: String,
    both: Both,
}

#[derive(YdbRow, Default)]
#[ydb(of = Represented,)]
#[ydb()]
struct Part {
    #[ydb()]
    both: Both,
    #[ydb(skip,)]
    rest: PhantomData<str>,
}

#[derive(YdbTable)]
#[ydb(primary_key(name))]
struct Where
where
    String: Clone,
{
    name: String,
}

fn main() {}
