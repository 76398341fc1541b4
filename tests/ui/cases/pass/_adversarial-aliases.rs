// Types behind aliases of aliases, newtypes of newtypes, projections, macros, paths and constant expressions.
#![deny(warnings)]

use std::time::SystemTime;

use ydb_keys::{Decimal, YdbColumn, YdbTable};

type Text = String;
type Word = Text;
type Maybe<T> = Option<T>;
type MaybeWord = Maybe<Word>;

trait Of {
    type Id;
    type Name;
}
struct Shop;
impl Of for Shop {
    type Id = u64;
    type Name = MaybeWord;
}

macro_rules! id_type {
    () => { uuid::Uuid };
}

#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
#[ydb(dispersed)]
struct Inner(u64);
type Between = Inner;
#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
struct Outer(Between);
#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
struct Outermost {
    outer: Outer,
}

#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
#[ydb(type = "Datetime")]
struct Second(SystemTime);
#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
struct Stamp(Second);

const PRECISION: u8 = 22;

#[derive(YdbTable)]
#[ydb(primary_key(word))]
struct AliasOfAlias {
    word: Word,
    other: MaybeWord,
}

#[derive(YdbTable)]
#[ydb(primary_key(hash = numeric_hash(id), id))]
struct Projected {
    id: <Shop as Of>::Id,
    name: <Shop as Of>::Name,
}

#[derive(YdbTable)]
#[ydb(primary_key(id))]
struct FromMacro {
    id: id_type!(),
    other: Option<id_type!()>,
}

#[derive(YdbTable)]
#[ydb(primary_key(id))]
struct DispersedThreeDeep {
    id: Outermost,
}

#[derive(YdbTable)]
#[ydb(primary_key(hash = numeric_hash(at), at))]
struct TypeTwoDeep {
    at: Stamp,
    later: Maybe<Stamp>,
}

#[derive(YdbTable)]
#[ydb(primary_key(name))]
struct Expressions {
    name: String,
    a: Decimal<PRECISION, 9>,
    b: Decimal<{ 20 + 2 }, { 3 * 3 }>,
    c: Maybe<Decimal<35, 35>>,
    d: Decimal<1, 0>,
}

mod away {
    pub mod further {
        pub type Id = super::super::Outer;
    }
}

#[derive(YdbTable)]
#[ydb(primary_key(id))]
struct Paths {
    id: self::away::further::Id,
    number: ::std::primitive::u64,
    text: crate::Word,
    maybe: ::core::option::Option<std::string::String>,
}

fn main() {}
