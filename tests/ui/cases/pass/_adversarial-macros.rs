// Models that macro_rules writes: names, fields, types, keys, literals and whole attributes are fragments.
#![deny(warnings)]

use ydb_keys::{YdbColumn, YdbRow, YdbTable};

macro_rules! model {
    ($(#[$attr:meta])* $vis:vis $name:ident($key:ident: $ty:ty $(, $field:ident: $of:ty)*)) => {
        #[derive(YdbTable)]
        $(#[$attr])*
        #[ydb(primary_key($key))]
        $vis struct $name {
            $key: $ty,
            $($field: $of,)*
        }
    };
}

model!(pub(crate) Texts(name: String, other: Option<String>));
model!(#[ydb(table = "made/by_macro")] #[allow(dead_code)] pub Ids(id: uuid::Uuid, r#type: Option<u64>));

macro_rules! settings {
    ($name:ident, $table:literal, $least:literal, $most:expr, $point:literal, $ttl:literal, $default:literal, $index:ident) => {
        #[derive(YdbTable)]
        #[ydb(table = $table, primary_key(name))]
        #[ydb(partitioning(by_load, min = $least, max = $most, at_keys(($point))))]
        #[ydb(ttl(column = at, after = $ttl), index($index, on(number), cover(at), as = Found))]
        struct $name {
            name: String,
            at: std::time::SystemTime,
            #[ydb(default = $default)]
            number: i32,
        }
    };
}
settings!(Settings, "made/settings", 8, 10, "m", "P30D", 7, by_number);

macro_rules! keyed {
    ($name:ident, $hash:ident = $function:ident($($input:ident),*), $($key:ident),*) => {
        #[derive(YdbTable)]
        #[ydb(primary_key($hash = $function($($input),*), $($key),*))]
        struct $name {
            $($key: u64,)*
        }
    };
}
keyed!(OneInput, h = numeric_hash(a), a, b);
keyed!(TwoInputs, h = xxh3(b, a), a, b, c);

macro_rules! column_types {
    ($name:ident($ty:ty), $kind:ident { $($variant:ident = $code:literal),* }) => {
        #[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
        #[ydb(dispersed)]
        struct $name($ty);
        #[derive(YdbColumn)]
        #[ydb(as = "Int16")]
        #[allow(dead_code)]
        enum $kind { $($variant = $code),* }
        #[derive(YdbTable)]
        #[ydb(primary_key(id))]
        struct WithColumns {
            id: $name,
            kind: Option<$kind>,
        }
    };
}
column_types!(Spread(u32), Kind { Less = -1, More = 0x7F });

macro_rules! row_of {
    ($model:path, $name:ident { $($field:ident: $ty:ty),* }) => {
        #[derive(YdbRow)]
        #[ydb(of = $model)]
        #[allow(dead_code)]
        struct $name { $($field: $ty),* }
    };
}
row_of!(Settings, Part { name: String, number: i32 });

fn main() {
    let _ = Settings::index::<Found>().number(1).statement();
    let _ = Texts::get("a".to_owned()).statement();
}
