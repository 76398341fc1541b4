use std::time::SystemTime;

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

fn main() {}
