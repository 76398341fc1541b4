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

fn main() {}
