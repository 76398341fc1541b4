// Items that are no tables, rows or columns, and fields of types that are no columns.
#![allow(dead_code)]

use ydb_keys::{YdbColumn, YdbRow, YdbTable};

#[derive(YdbTable)]
#[ydb(primary_key(a))]
union AUnion {
    a: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(a))]
struct ATuple(String);

#[derive(YdbTable)]
struct AUnit;

#[derive(YdbTable)]
struct NoFields {}

#[derive(YdbTable)]
#[ydb(primary_key(name))]
enum AnEnum {
    A { name: String },
}

#[derive(YdbTable)]
#[ydb(primary_key(name))]
struct Lifetime<'a> {
    name: &'a str,
}

#[derive(YdbTable)]
#[ydb(primary_key(name))]
struct Parameter<T = u64> {
    name: String,
    value: T,
}

#[derive(YdbTable)]
#[ydb(primary_key(name))]
struct Constant<const N: usize> {
    name: [u8; N],
}

#[derive(YdbColumn)]
struct NewtypeOfParameter<T>(T);

#[derive(YdbColumn)]
struct Pair(u64, u64);

#[derive(YdbColumn)]
struct Nothing();

#[derive(YdbColumn)]
enum Never {}

#[derive(YdbColumn)]
enum Fields {
    Unit,
    Tuple(u8),
    Named { a: u8 },
    EmptyTuple(),
}

#[derive(YdbRow)]
struct RowTuple(u64);

#[derive(YdbRow)]
enum RowEnum {
    A,
}

#[derive(YdbRow)]
struct NothingToRead {
    #[ydb(skip)]
    a: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(a))]
struct OnlySkipped {
    #[ydb(skip)]
    a: u64,
}

fn main() {}
