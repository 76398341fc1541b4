use std::time::SystemTime;

use uuid::Uuid;
use ydb_keys::{Decimal, YdbColumn, YdbTable};

// A type that cannot hold the Rust type, which an alias hides.
mod alias {
    use super::*;

    type Amount = Option<u64>;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
        #[ydb(type = "Int64")]
        amount: Amount,
    }
}

// Other names of types.
mod aliases {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
        #[ydb(type = "Text")]
        a: String,
        #[ydb(type = "Bytes")]
        b: Vec<u8>,
        #[ydb(type = "Serial")]
        c: i32,
        #[ydb(type = "VARCHAR")]
        d: String,
    }
}

// Types that a column table cannot hold.
mod column_table {
    use std::time::Duration;

    use super::*;

    #[derive(YdbTable)]
    #[ydb(store = column)]
    #[ydb(primary_key(id))]
    struct Thing {
        id: u64,
        length: Duration,
        #[ydb(type = "DyNumber")]
        number: String,
    }
}

// A decimal type without its parameters, and another than the field.
mod decimal {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
        #[ydb(type = "Decimal")]
        a: Decimal<22, 9>,
        #[ydb(type = "Decimal(10,2)")]
        b: Decimal<22, 9>,
    }
}

// A decimal of more digits than YDB has.
mod decimal_digits {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
        amount: Decimal<36, 2>,
    }
}

// A decimal that cannot be, with a default: one error for each field.
mod decimal_with_default {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(name))]
    struct Product {
        name: String,
        #[ydb(default = "1.5")]
        a: Decimal<5, 9>,
        #[ydb(default = 1.5)]
        b: Option<Decimal<36, 2>>,
        #[ydb(default = 7)]
        c: Decimal<0, 0>,
    }
}

// An enum with a number beyond its type, a negative and a counted one.
mod enum_range {
    use super::*;

    #[derive(YdbColumn)]
    #[ydb(as = "Uint8")]
    enum Status {
        New = 256,
        Old = -1,
        Paid,
    }
}

// An enum of a type that is not an integer.
mod enum_type {
    use super::*;

    #[derive(YdbColumn)]
    #[ydb(as = "u8")]
    enum Status {
        New = 1,
    }
}

// Types of other crates and of the standard library, as types that they are not stored as.
mod foreign {
    use std::net::IpAddr;
    use std::sync::Arc;

    use rust_decimal::Decimal;

    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(name))]
    struct Order {
        name: Arc<str>,
        #[ydb(type = "Double")]
        amount: Decimal,
        #[ydb(type = "Decimal(36,2)")]
        total: Option<Decimal>,
        #[ydb(type = "Uuid")]
        id: [u8; 16],
        #[ydb(type = "Uint32")]
        address: IpAddr,
    }
}

// Types called like those that every table can have, and decimals that no table can have all the same.
mod named_like_others {
    use super::*;

    type Duration = Decimal<50, 60>;
    #[allow(non_camel_case_types)]
    type u64 = Decimal<36, 0>;
    type SystemTime = Option<String>;
    type String = Decimal<0, 0>;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Order {
        id: uuid::Uuid,
        took: Duration,
        amount: u64,
        price: SystemTime,
        exact: Decimal<35, 35>,
    }
}

// A newtype of a type that the inner one cannot carry.
mod newtype {
    use super::*;

    #[derive(YdbColumn)]
    #[ydb(type = "Date")]
    struct Number(u64);
}

// A newtype around an `Option`, which an alias hides.
mod newtype_of_alias {
    use super::*;

    type Maybe = Option<u64>;

    #[derive(YdbColumn)]
    struct Number(Maybe);
}

// A newtype around an option.
mod newtype_of_option {
    use super::*;

    #[derive(YdbColumn)]
    struct Number(Option<u64>);
}

// A type that the Rust type cannot carry.
mod not_carried {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
        #[ydb(type = "Uint32")]
        amount: u64,
        #[ydb(type = "Json")]
        at: SystemTime,
    }
}

// A type that is nearly one of YDB.
mod unknown {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
        #[ydb(type = "DateTime")]
        at: SystemTime,
    }
}

// Modules that lack something, or are of another type than the field.
mod modules {
    use std::num::{NonZeroU8, NonZeroU16};

    use ydb_keys::{YdbRow, YdbTable};

    mod port {
        use std::num::NonZeroU16;

        use ydb_keys::types::ColumnInfo;
        use ydb_keys::{Column, Value, ValueError, YdbType};

        pub const INFO: ColumnInfo = ColumnInfo::new(&[YdbType::Uint16]);

        pub fn encode(port: &NonZeroU16, _: YdbType) -> Result<Value<'_>, ValueError> {
            Ok(Value::Uint16(port.get()))
        }

        pub fn decode(value: Value<'_>) -> Result<NonZeroU16, ValueError> {
            NonZeroU16::new(u16::decode(value)?).ok_or(ValueError::Null)
        }
    }

    mod without_info {
        pub use super::port::{decode, encode};
    }

    mod without_encode {
        pub use super::port::{INFO, decode};
    }

    mod without_decode {
        pub use super::port::{INFO, encode};
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(host))]
    struct Service {
        host: String,
        #[ydb(with = without_info)]
        a: NonZeroU16,
        #[ydb(with = without_encode)]
        b: NonZeroU16,
        #[ydb(with = without_decode)]
        c: NonZeroU16,
        #[ydb(with = nowhere)]
        d: NonZeroU16,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(host))]
    struct Other {
        host: String,
        #[ydb(with = port)]
        port: NonZeroU8,
    }

    #[derive(YdbRow)]
    struct Row {
        #[ydb(with = port)]
        port: Option<NonZeroU8>,
    }
}

// Skipped fields of types without a default value.
mod no_default {
    use ydb_keys::{YdbRow, YdbTable};

    struct NoDefault;

    #[derive(YdbTable)]
    #[ydb(primary_key(name))]
    struct Table {
        name: String,
        #[ydb(skip)]
        skipped: NoDefault,
        #[ydb(skip)]
        also: Result<u64, String>,
    }

    #[derive(YdbRow)]
    struct Row {
        name: String,
        #[ydb(skip)]
        skipped: Option<NoDefault>,
        #[ydb(skip)]
        also: &'static mut u64,
    }

    fn run() {
        let _ = |row: Row| (row.name, row.skipped, row.also);
    }
}

// A bool in the key of a column table.
mod key_column_table_bool {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(store = column)]
    #[ydb(primary_key(id, flag))]
    struct Thing {
        id: u64,
        flag: bool,
    }
}

// An interval in the key of a column table.
mod key_column_table_interval {
    use std::time::Duration;

    use super::*;

    #[derive(YdbTable)]
    #[ydb(store = column)]
    #[ydb(primary_key(id, length))]
    struct Thing {
        id: u64,
        length: Duration,
    }
}

// A UUID in the key of a column table.
mod key_column_table_uuid {
    use uuid::Uuid;

    use super::*;

    #[derive(YdbTable)]
    #[ydb(store = column)]
    #[ydb(primary_key(id))]
    struct Thing {
        id: Uuid,
    }
}

// A key column of a type that is not a key type (double).
mod key_double {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id, value))]
    struct Thing {
        id: String,
        value: f64,
    }
}

// A key column of a type that is not a key type (float).
mod key_float {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id, value))]
    struct Thing {
        id: String,
        value: f32,
    }
}

// A float that is hashed.
mod key_hashed_float {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(hash = xxh3(value), value))]
    struct Thing {
        value: f64,
    }
}

// A key column of a type that is not a key type (json).
mod key_json {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id, value))]
    struct Thing {
        id: String,
        value: serde_json::Value,
    }
}

// A key column of a type that is not a key type (json_document).
mod key_json_document {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id, value))]
    struct Thing {
        id: String,
        #[ydb(type = "JsonDocument")]
        value: String,
    }
}

// A field stored as JSON.
mod key_json_field {
    use serde::{Deserialize, Serialize};

    use super::*;

    #[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq, Hash)]
    struct Tags(Vec<String>);

    #[derive(YdbTable)]
    #[ydb(primary_key(id, tags))]
    struct Thing {
        id: String,
        #[ydb(json)]
        tags: Tags,
    }
}

// A float leads.
mod key_leading {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(value))]
    struct Thing {
        value: f64,
    }
}

// A newtype over a float.
mod key_newtype {
    use ydb_keys::YdbColumn;

    use super::*;

    #[derive(YdbColumn, Clone, Debug, PartialEq)]
    struct Price(f64);

    #[derive(YdbTable)]
    #[ydb(primary_key(id, price))]
    struct Thing {
        id: String,
        price: Price,
    }
}

// A key column of a type that is not a key type (yson).
mod key_yson {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id, value))]
    struct Thing {
        id: String,
        #[ydb(type = "Yson")]
        value: Vec<u8>,
    }
}

// An index on a float.
mod key_index_double {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_amount, on(amount)))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        amount: Option<f64>,
    }
}

// An index with a JSON document at the end.
mod key_second {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_tags, on(customer_id, tags)))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        amount: Option<f64>,
        tags: Option<serde_json::Value>,
    }
}

// Floats that the types cannot hold: infinite there, or zero.
mod default_beyond_floats {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(name))]
    struct Reading {
        name: String,
        #[ydb(default = 1e300)]
        a: f32,
        #[ydb(default = 1e999)]
        b: f64,
        #[ydb(default = -3.5e38)]
        c: Option<f32>,
        #[ydb(default = 1e-50)]
        d: f32,
        #[ydb(default = 0.1e-400)]
        e: f64,
    }
}

// A number for a bool.
mod default_a_bool {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Thing {
        id: Uuid,
        #[ydb(default = 1)]
        value: bool,
    }
}

// A character.
mod default_a_char {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Thing {
        id: Uuid,
        #[ydb(default = 'x')]
        value: String,
    }
}

// A default in a column table.
mod default_column_table {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(store = column)]
    #[ydb(primary_key(id))]
    struct Thing {
        id: u64,
        #[ydb(default = 1)]
        value: i64,
    }
}

// More digits than the decimal has.
mod default_decimal {
    use ydb_keys::Decimal;

    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Thing {
        id: Uuid,
        #[ydb(default = "1000.00")]
        value: Decimal<5, 2>,
    }
}

// A text that is not a variant of the enum.
mod default_an_enum {
    use super::*;

    #[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
    enum Status {
        New,
        Paid,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Order {
        id: Uuid,
        #[ydb(default = "Lost")]
        status: Status,
    }
}

// A float for an integer.
mod default_float_for_int {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Thing {
        id: Uuid,
        #[ydb(default = 1.0)]
        value: i32,
    }
}

// An integer for a float.
mod default_int_for_float {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Thing {
        id: Uuid,
        #[ydb(default = 1)]
        value: f64,
    }
}

// A text that is not a duration.
mod default_interval {
    use std::time::Duration;

    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Thing {
        id: Uuid,
        #[ydb(default = "1 day")]
        value: Duration,
    }
}

// A default of a JSON document.
mod default_json {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Thing {
        id: Uuid,
        #[ydb(default = "{}")]
        value: Option<serde_json::Value>,
    }
}

// A negative number for an unsigned type.
mod default_negative {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Thing {
        id: Uuid,
        #[ydb(default = -1)]
        value: u32,
    }
}

// A text for a newtype over an integer, which an alias hides.
mod default_newtype {
    use super::*;

    #[derive(YdbColumn)]
    struct Number(u64);

    type Receipt = Number;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Thing {
        id: Uuid,
        #[ydb(default = "5")]
        value: Receipt,
    }
}

// A text for an optional integer.
mod default_option {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Thing {
        id: Uuid,
        #[ydb(default = "5")]
        value: Option<i64>,
    }
}

// A number beyond the range of the type.
mod default_range {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Thing {
        id: Uuid,
        #[ydb(default = 256)]
        value: u8,
    }
}

// A number with a suffix.
mod default_suffix {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Thing {
        id: Uuid,
        #[ydb(default = 5u32)]
        value: u32,
    }
}

// A text for an integer.
mod default_text_for_int {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Thing {
        id: Uuid,
        #[ydb(default = "5")]
        value: u32,
    }
}

// A text that is not a time.
mod default_time {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Thing {
        id: Uuid,
        #[ydb(default = "2024-01-31")]
        value: SystemTime,
    }
}

// A text that fits the Rust type, not the chosen one.
mod default_chosen_type {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Thing {
        id: Uuid,
        #[ydb(type = "Date", default = "2024-01-31T12:00:00Z")]
        value: SystemTime,
    }
}

// A text that is not a UUID.
mod default_a_uuid {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Thing {
        id: Uuid,
        #[ydb(default = "new")]
        value: Uuid,
    }
}

// Types that no column has, with those to write instead: one error for each.
mod replaced {
    use std::borrow::Cow;
    use std::collections::HashMap;
    use std::num::NonZeroU64;
    use std::rc::Rc;
    use std::sync::Arc;
    use std::sync::atomic::AtomicU32;

    use ydb_keys::YdbRow;

    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(name))]
    struct Thing {
        name: String,
        #[ydb(default = 5)]
        a: usize,
        b: Option<isize>,
        c: i128,
        d: u128,
        e: char,
        f: &'static str,
        g: Box<[u8]>,
        h: &'static [u8],
        i: Cow<'static, [u8]>,
        j: Vec<u64>,
        k: Option<Vec<String>>,
        l: HashMap<String, u64>,
        m: (u64, u64),
        n: [u16; 4],
        o: NonZeroU64,
        p: AtomicU32,
        q: Box<u64>,
        r: Arc<String>,
        s: Rc<str>,
        t: (),
        u: std::path::PathBuf,
        v: std::time::Instant,
    }

    #[derive(YdbRow)]
    struct Row {
        count: usize,
        initial: Option<char>,
    }

    #[derive(YdbColumn)]
    struct Newtype(usize);

    #[derive(YdbColumn)]
    struct Named {
        list: Vec<u32>,
    }
}

// The same in the key: what depends on the type is judged as if the other one were written.
mod replaced_key {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id_hash = numeric_hash(id), id), index(by_letter, on(letter)))]
    struct Thing {
        id: usize,
        letter: char,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(name))]
    struct Borrowed {
        name: &'static str,
    }

    fn run() {
        let _ = Thing::get(5_usize);
        let _ = Thing::scan().id(5_usize);
    }
}

// Fields whose types have no size.
mod without_a_size {
    use ydb_keys::YdbRow;

    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(name))]
    struct Bytes {
        name: String,
        bytes: [u8],
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(name))]
    struct Text {
        name: String,
        text: str,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(name))]
    struct Numbers {
        name: String,
        numbers: [u64],
    }

    #[derive(YdbRow)]
    struct Row {
        shown: dyn std::fmt::Debug,
    }

    #[derive(YdbColumn)]
    struct Newtype([u8]);
}

// A function of other programs that returns what no key takes.
mod foreign_returns_a_float {
    use ydb_keys::ForeignHash;

    use super::*;

    mod half {
        use super::*;

        pub const HASH: ForeignHash = ForeignHash::new("half", 1);

        pub fn hash(user: &u64) -> f64 {
            *user as f64 / 2.0
        }
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(user_hash = with(half)(user), user))]
    struct User {
        user: u64,
    }
}

fn main() {}
