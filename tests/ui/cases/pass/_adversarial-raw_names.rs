// Raw names of structs, fields, types, variants, indexes and modules; and names of all cases. None of it is a warning.
#![deny(warnings, nonstandard_style)]

use ydb_keys::{YdbColumn, YdbRow, YdbTable};

#[allow(non_camel_case_types)]
#[derive(YdbTable)]
#[ydb(primary_key(r#struct), index(r#impl, on(r#trait)))]
pub struct r#type {
    pub r#struct: String,
    pub r#trait: Option<u64>,
}

#[derive(YdbTable)]
#[ydb(primary_key(name))]
pub struct r#Match {
    pub name: String,
}

#[allow(non_camel_case_types)]
#[derive(YdbTable)]
#[ydb(primary_key(id), index(by_other, on(other)))]
pub struct lower_case {
    pub id: String,
    pub other: u64,
}

#[allow(non_snake_case)]
#[derive(YdbTable)]
#[ydb(primary_key(userId, Name), index(by_at, on(Owner)))]
pub struct FieldCases {
    pub userId: String,
    pub Name: u64,
    pub Owner: Option<u64>,
    pub UPPER: Option<u64>,
}

#[allow(non_camel_case_types)]
#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
pub enum r#enum {
    r#async,
    r#await,
    plain,
}

#[allow(non_camel_case_types)]
#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
pub struct r#fn {
    pub r#in: String,
}

pub mod r#mod {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(r#fn, r#enum))]
    pub struct OfRawTypes {
        pub r#fn: r#fn,
        pub r#enum: r#enum,
        pub r#box: Option<r#fn>,
    }
}

#[allow(non_camel_case_types)]
#[derive(YdbRow)]
#[ydb(of = r#type)]
pub struct r#move {
    pub r#trait: Option<u64>,
}

#[derive(YdbTable)]
#[ydb(primary_key(name), key = r#Key, table = "type")]
pub struct Renamed {
    pub name: String,
}

/// A name of one letter, of digits, and of underscores.
#[derive(YdbTable)]
#[ydb(primary_key(_a, a1))]
pub struct T1 {
    pub _a: String,
    pub a1: u64,
    pub __: u64,
}

#[deprecated]
#[derive(YdbTable)]
#[ydb(primary_key(name), index(by_other, on(other)))]
pub struct Deprecated {
    pub name: String,
    #[deprecated]
    pub other: u64,
}

#[deprecated]
#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
#[ydb(dispersed)]
pub struct OldId(pub u64);

#[allow(deprecated)]
#[derive(YdbTable)]
#[ydb(primary_key(id))]
pub struct OfDeprecated {
    pub id: OldId,
}

#[derive(YdbTable)]
#[ydb(table = "users", primary_key(имя))]
pub struct Пользователь {
    #[ydb(rename = "name")]
    pub имя: String,
    #[ydb(rename = "naive")]
    pub naïve: Option<u64>,
}

#[derive(YdbTable)]
#[ydb(primary_key(id), rename_all = "SCREAMING-KEBAB-CASE")]
#[ydb(index("by-state-2", on(id2), as = InState))]
pub struct Kebab {
    pub id: String,
    pub id2: u64,
}

fn main() {}
