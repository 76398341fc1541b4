// Enums and newtypes at their edges.
#![deny(warnings)]
#![allow(dead_code)]

use ydb_keys::{YdbColumn, YdbTable};

#[derive(YdbColumn)]
enum One {
    Only,
}

#[derive(YdbColumn)]
#[ydb(rename_all = "lowercase")]
enum Words {
    None,
    Some,
    Ok,
    Err,
    Self_,
    String,
    #[ydb(rename = "")]
    Empty,
    #[ydb(rename = "it's \"x\" \\ \n й")]
    Odd,
    #[ydb(rename = "none ")]
    NoneAndSpace,
}

#[derive(YdbColumn)]
#[ydb(as = "Int8")]
#[repr(i8)]
enum Ends {
    Least = -128,
    Zero = -0,
    Hex = 0x10,
    Binary = 0b11,
    Grouped = (5),
    Separated = 1_2,
    Most = 127,
}

#[derive(YdbColumn)]
#[ydb(as = "Uint64")]
#[repr(u64)]
enum Wide {
    Most = 18446744073709551615,
    Suffixed = 7u64,
}

#[derive(YdbColumn)]
#[ydb(as = "Int64")]
#[repr(i64)]
enum Least {
    Least = -9223372036854775808,
}

/// The numbers count for Rust, the names for the database.
#[derive(YdbColumn)]
enum NumbersAndTexts {
    A = 5,
    B,
}

#[derive(YdbColumn)]
struct Named {
    value: Vec<u8>,
}

#[derive(YdbColumn)]
struct RawField {
    r#type: f64,
}

#[derive(YdbColumn)]
#[ydb(type = "Decimal(22, 9)")]
struct Money(ydb_keys::Decimal<22, 9>);

#[derive(YdbColumn)]
#[ydb(type = "Json", crate = ::ydb_keys)]
pub(crate) struct Raw(pub(crate) String);

#[derive(YdbTable)]
#[ydb(primary_key(name, one))]
struct Everything {
    name: String,
    one: One,
    words: Option<Words>,
    #[ydb(default = "it's \"x\" \\ \n й")]
    odd: Words,
    #[ydb(default = -128)]
    ends: Ends,
    #[ydb(default = 18446744073709551615)]
    wide: Wide,
    least: Least,
    both: NumbersAndTexts,
    named: Named,
    raw_field: RawField,
    money: Option<Money>,
    raw: Raw,
}

fn main() {}
