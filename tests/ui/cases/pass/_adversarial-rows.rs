// Rows of models behind aliases, paths and re-exports; of hidden types; with the hash column; with the names of others.
#![deny(warnings)]
#![allow(dead_code)]

use std::time::SystemTime;

use ydb_keys::{YdbColumn, YdbRow, YdbTable};

mod models {
    use super::*;

    #[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
    #[ydb(dispersed)]
    pub struct Id(pub u64);

    #[derive(YdbTable)]
    #[ydb(primary_key(h = xxh3(id), id, at), rename_all = "camelCase")]
    #[ydb(index("by-owner", on(owner_name), cover(text)), index(by_at, on(owner_name, at), as = Latest))]
    pub struct Order {
        pub id: Id,
        pub at: SystemTime,
        pub owner_name: Option<String>,
        #[ydb(rename = "note")]
        pub text: Option<Vec<u8>>,
        #[ydb(type = "Decimal(22,9)")]
        pub price: ydb_keys::Decimal<22, 9>,
        pub r#type: u8,
    }
}
use models::Order as Renamed;
type Alias = Renamed;
type Maybe<T> = Option<T>;

#[derive(YdbRow)]
#[ydb(of = Alias, rename_all = "camelCase")]
struct OfAlias {
    id: u64,
    owner_name: Maybe<String>,
}

#[derive(YdbRow)]
#[ydb(of = self::models::Order, covered_by = "by-owner")]
struct OfPath {
    h: u64,
    #[ydb(rename = "ownerName")]
    owner: Option<String>,
    note: Option<Vec<u8>>,
    at: SystemTime,
}

#[derive(YdbRow)]
#[ydb(of = crate::Renamed)]
struct NullableForSafety {
    id: Option<models::Id>,
    r#type: Option<u8>,
    price: Maybe<ydb_keys::Decimal<22, 9>>,
    #[ydb(rename = "h")]
    hash: Option<u64>,
}

#[derive(YdbRow)]
struct AnyNames {
    #[ydb(rename = "COUNT(*)")]
    count: u64,
    #[ydb(rename = "")]
    empty: Option<String>,
    #[ydb(rename = "сумма, ₽")]
    sum: Option<f64>,
    __ydb_row_id: u64,
}

fn main() {
    let _ = Renamed::index::<models::OrderByOwner>().owner_name(None).statement();
    let _ = Renamed::index::<models::Latest>().owner_name(Some("a".to_owned())).at(SystemTime::UNIX_EPOCH..).statement();
}
