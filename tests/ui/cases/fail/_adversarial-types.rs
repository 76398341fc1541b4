// Enums and newtypes that cannot be columns, or not as they say.
#![allow(dead_code)]

use ydb_keys::YdbColumn;

#[derive(YdbColumn)]
#[ydb(as = "uint8")]
enum LowerCase {
    A = 1,
}

#[derive(YdbColumn)]
#[ydb(as = "Float")]
enum AsFloat {
    A = 1,
}

#[derive(YdbColumn)]
#[ydb(as = "")]
enum AsNothing {
    A = 1,
}

#[derive(YdbColumn)]
#[ydb(as = "Uint8")]
enum Range {
    A = 256,
    B = -1,
    C = 255,
}

#[derive(YdbColumn)]
#[ydb(as = "Int64")]
enum Counted {
    A = 1,
    B,
    C = 1 << 2,
    D = N,
}
const N: isize = 9;

#[derive(YdbColumn)]
#[ydb(as = "Uint8", rename_all = "lowercase")]
enum Renamed {
    #[ydb(rename = "a")]
    A = 1,
}

#[derive(YdbColumn)]
#[ydb(type = "Utf8")]
enum TypeOfAnEnum {
    A,
}

#[derive(YdbColumn)]
#[ydb(monotonic)]
enum Monotonic {
    A,
}

#[derive(YdbColumn)]
#[ydb(rename_all = "lowercase")]
struct RenamedNewtype(String);

#[derive(YdbColumn)]
#[ydb(as = "Uint8")]
struct AsNewtype(u8);

#[derive(YdbColumn)]
struct FieldAttribute(#[ydb(type = "Datetime")] std::time::SystemTime);

#[derive(YdbColumn)]
#[ydb(type = "Uint64")]
struct NotCarried(u32);

#[derive(YdbColumn)]
#[ydb(type = "Decimal(35, 36)")]
struct NotCarriedDecimal(ydb_keys::Decimal<22, 9>);

#[derive(YdbColumn)]
#[ydb(type = "Decimal(300, 9)")]
struct NoDecimal(ydb_keys::Decimal<22, 9>);

type Maybe<T> = Option<T>;
#[derive(YdbColumn)]
struct OfMaybe(Maybe<u64>);

#[derive(YdbColumn)]
struct OfVec(Vec<String>);

#[derive(YdbColumn)]
#[ydb(monotonic, dispersed)]
struct BothWays(u64);

#[derive(YdbColumn)]
#[ydb(serial)]
struct Serial(i64);

fn main() {}
