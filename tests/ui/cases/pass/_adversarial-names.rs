// Names at their limits, renames that differ in case only, and every case of `rename_all`.
#![deny(warnings)]

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(id), table = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/b")]
struct LongPath {
    #[ydb(rename = "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb")]
    id: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(id))]
#[ydb(index(ccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc, on(other), as = Long))]
struct LongIndex {
    id: String,
    other: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(a), table = "1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16/17/18/19/20/21/22/23/24/25/26/27/28/29/30/31/32")]
struct Deepest {
    a: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(id, ID), index(name, on(Id)), index(NAME, on(Id, id), as = Other))]
#[allow(non_snake_case)]
struct CaseOnly {
    id: String,
    ID: u64,
    Id: Option<u64>,
    #[ydb(rename = "iD")]
    other: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(b_c, a), rename_all = "camelCase")]
struct Swapped {
    /// Named like the other field, which is named otherwise itself.
    #[ydb(rename = "bC")]
    a: u64,
    #[ydb(rename = "a")]
    b_c: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(a = xxh3(b), b), rename_all = "UPPERCASE")]
struct HashKeepsItsName {
    /// Column `A`, beside the hash column `a`.
    #[ydb(rename = "A")]
    x: u64,
    b: String,
}

macro_rules! cases {
    ($($name:ident $case:literal;)*) => {$(
        #[derive(YdbTable)]
        #[ydb(primary_key(first_key), rename_all = $case)]
        struct $name {
            first_key: String,
            _under_score_: u64,
            a1b2: u64,
            http_url2x: u64,
        }
    )*};
}
cases! {
    Lower "lowercase";
    Upper "UPPERCASE";
    Pascal "PascalCase";
    Camel "camelCase";
    Snake "snake_case";
    ScreamingSnake "SCREAMING_SNAKE_CASE";
    Kebab "kebab-case";
    ScreamingKebab "SCREAMING-KEBAB-CASE";
}

#[derive(YdbTable)]
#[ydb(primary_key(a), family("-", compression = "off"), family("2", compression = "zstd"))]
#[ydb(index("-2", on(b), as = Dashes), index("2-", on(c), as = More))]
struct OddNames {
    #[ydb(rename = "-")]
    a: String,
    #[ydb(rename = "0", family = "-")]
    b: u64,
    #[ydb(rename = "_", family = "2")]
    c: u64,
    #[ydb(rename = "SELECT")]
    d: u64,
    #[ydb(rename = "ydb__")]
    e: u64,
}

fn main() {}
