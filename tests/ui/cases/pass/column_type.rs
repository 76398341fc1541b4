use std::time::{Duration, SystemTime};

use ydb_keys::{Decimal, YdbTable};

// Types that the Rust types can carry.
mod carried {
    use std::time::SystemTime;

    use ydb_keys::YdbColumn;

    use super::*;

    type Moment = Option<SystemTime>;

    #[derive(YdbColumn)]
    #[ydb(type = "Date")]
    struct Day(SystemTime);

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
        #[ydb(type = "Datetime")]
        at: Moment,
        day: Day,
        #[ydb(type = "JsonDocument")]
        tags: String,
        #[ydb(type = "Decimal(22,9)")]
        amount: Decimal<22, 9>,
    }
}

// The 64-bit interval in a column table.
mod column_table {
    use std::time::Duration;

    use super::*;

    #[derive(YdbTable)]
    #[ydb(store = column)]
    #[ydb(primary_key(id))]
    struct Thing {
        id: u64,
        #[ydb(type = "Interval64")]
        length: Duration,
    }
}

// Types of other crates and of the standard library, as each of the types that they are stored as.
mod foreign {
    use std::borrow::Cow;
    use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
    use std::sync::Arc;

    use rust_decimal::Decimal;

    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(address, id))]
    struct Order {
        address: IpAddr,
        id: [u8; 16],
        #[ydb(type = "Utf8")]
        v4: Ipv4Addr,
        v6: Option<Ipv6Addr>,
        name: Box<str>,
        #[ydb(type = "Json")]
        note: Option<Cow<'static, str>>,
        #[ydb(type = "String")]
        tag: Arc<str>,
        amount: Decimal,
        #[ydb(type = "Decimal(35,35)", default = "0.5")]
        rate: Decimal,
        #[ydb(type = "Decimal(1,0)")]
        count: Option<Decimal>,
    }
}

// Types called like others, of which a table can have columns.
mod named_like_others {
    use super::*;

    type Duration = Decimal<22, 9>;
    #[allow(non_camel_case_types)]
    type u64 = std::string::String;
    #[allow(non_camel_case_types)]
    type f64 = std::primitive::u64;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Order {
        id: u64,
        took: Duration,
        amount: Option<f64>,
    }
}

// Foreign types by the functions of a module: in the key, in the hash, in an index, nullable, and in a row.
mod modules {
    use std::num::NonZeroU16;

    use ydb_keys::{YdbRow, YdbTable};

    mod port {
        pub(crate) mod as_number {
            use std::num::NonZeroU16;

            use ydb_keys::types::ColumnInfo;
            use ydb_keys::{Column, Value, ValueError, YdbType};

            pub(crate) const INFO: ColumnInfo = ColumnInfo::new(&[YdbType::Uint16]);

            pub(crate) fn encode(port: &NonZeroU16, _: YdbType) -> Result<Value<'static>, ValueError> {
                Ok(Value::Uint16(port.get()))
            }

            pub(crate) fn decode(value: Value<'_>) -> Result<NonZeroU16, ValueError> {
                NonZeroU16::new(u16::decode(value)?).ok_or(ValueError::Null)
            }
        }
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(hash = xxh3(host, port), host, port), index(by_other, on(other)))]
    struct Service {
        host: String,
        #[ydb(with = port::as_number)]
        port: NonZeroU16,
        #[ydb(with = self::port::as_number)]
        other: Option<NonZeroU16>,
    }

    #[derive(YdbRow)]
    #[ydb(of = Service)]
    struct Port {
        #[ydb(rename = "port", with = crate::modules::port::as_number)]
        _port: NonZeroU16,
    }
}

// Skipped fields of types with a default value.
mod default {
    use ydb_keys::{YdbRow, YdbTable};

    #[derive(Default)]
    struct WithDefault;

    #[derive(YdbTable)]
    #[ydb(primary_key(name))]
    struct Table {
        name: String,
        #[ydb(skip)]
        skipped: WithDefault,
    }

    #[derive(YdbRow)]
    struct Row {
        name: String,
        #[ydb(skip)]
        skipped: Option<WithDefault>,
    }

    pub fn run() {
        let _ = |table: Table, row: Row| (table.name, table.skipped, row.name, row.skipped);
    }
}

// Every type that can be in the key of a row table.
mod key_all_row_key_types {
    use uuid::Uuid;

    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(text, bytes, id, a, b, c, d, e, f, g, h, flag, at, length, price, number))]
    struct Thing {
        text: String,
        bytes: Vec<u8>,
        id: Uuid,
        a: u8,
        b: u16,
        c: u32,
        d: u64,
        e: i8,
        f: i16,
        g: i32,
        h: i64,
        flag: bool,
        at: SystemTime,
        length: Duration,
        price: Decimal<22, 9>,
        #[ydb(type = "DyNumber")]
        number: String,
        value: f64,
        json: serde_json::Value,
    }
}

// Types that can be in the key of a column table.
mod key_column_table {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(store = column)]
    #[ydb(primary_key(id, text, at, length, price))]
    struct Thing {
        id: u64,
        text: String,
        at: SystemTime,
        #[ydb(type = "Interval64")]
        length: Duration,
        price: Decimal<22, 9>,
        value: f64,
    }
}

// An index on a decimal, and a float that is covered.
mod key_decimal {
    use ydb_keys::{Decimal, YdbTable};

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_price, on(price), cover(amount)))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        amount: Option<f64>,
        price: Option<Decimal<22, 9>>,
    }
}

// Literals of exactly the type.
mod default_exact {
    use std::time::{Duration, SystemTime};

    use uuid::Uuid;
    use ydb_keys::{Decimal, YdbColumn};

    use super::*;

    #[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
    #[ydb(as = "Uint8")]
    enum Status {
        New = 1,
        Paid = 2,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Thing {
        id: Uuid,
        #[ydb(default = 1.0)]
        float: f64,
        #[ydb(default = -1)]
        int: i32,
        #[ydb(default = 255)]
        small: u8,
        #[ydb(default = "2024-01-31T12:00:00Z")]
        at: SystemTime,
        #[ydb(type = "Date", default = "2024-01-31")]
        day: SystemTime,
        #[ydb(default = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6")]
        other: Uuid,
        #[ydb(default = true)]
        flag: bool,
        #[ydb(default = "999.99")]
        price: Decimal<5, 2>,
        #[ydb(default = 5)]
        maybe: Option<i64>,
        #[ydb(default = "P1DT2H")]
        length: Duration,
        #[ydb(default = b"new")]
        bytes: Vec<u8>,
        #[ydb(default = "new")]
        text: String,
        #[ydb(default = 1)]
        status: Status,
    }
}

// The greatest and the least numbers of the float types.
mod default_floats_at_the_limits {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(name))]
    struct Reading {
        name: String,
        #[ydb(default = 3.4028235e38)]
        a: f32,
        #[ydb(default = -1.7976931348623157e308)]
        b: f64,
        #[ydb(default = 1.4e-45)]
        c: f32,
        #[ydb(default = 4.9E-324)]
        d: Option<f64>,
        #[ydb(default = 0e999)]
        e: f64,
        #[ydb(default = -0.0)]
        f: f32,
        #[ydb(default = 1_000.000_1)]
        g: f64,
    }
}

// Types that are called like those that no column has, and types that are columns though they look alike.
mod called_like_others {
    use std::borrow::Cow;
    use std::sync::Arc;

    use ydb_keys::{YdbColumn, YdbRow};

    use super::*;

    #[allow(non_camel_case_types)]
    type usize = u64;
    #[allow(non_camel_case_types)]
    #[derive(YdbColumn)]
    struct char(String);
    type Vec<T> = Option<T>;
    type PathBuf = String;

    #[derive(YdbTable)]
    #[ydb(primary_key(id_hash = numeric_hash(id), id), index(by_letter, on(letter)))]
    struct Thing {
        id: usize,
        letter: char,
        numbers: Vec<u64>,
        #[ydb(default = "/")]
        path: PathBuf,
        bytes: [u8; 16],
        boxed: Box<str>,
        shared: Option<Arc<str>>,
        text: Cow<'static, str>,
    }

    #[derive(YdbRow)]
    struct Row {
        id: usize,
        numbers: Vec<u64>,
    }

    #[derive(YdbColumn)]
    struct Newtype(usize);

    #[allow(dead_code)]
    fn run(thing: &Thing, row: Row) -> usize {
        let _ = (Thing::get(thing.id), Thing::scan().id(thing.id), thing.upsert());
        row.id
    }
}

// The same types in fields that are not columns by themselves.
mod not_columns {
    use super::*;

    #[allow(dead_code)]
    #[derive(YdbTable)]
    #[ydb(primary_key(name))]
    struct Thing {
        name: String,
        #[ydb(json)]
        sizes: Vec<usize>,
        #[ydb(json)]
        letter: Option<char>,
        #[ydb(skip)]
        count: usize,
        #[ydb(skip)]
        nothing: (),
    }
}

fn main() {
    default::run();
}
