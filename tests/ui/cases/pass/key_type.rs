use std::time::{Duration, SystemTime};

use ydb_keys::{Decimal, YdbTable};

// Every type that can be in the key of a row table.
mod all_row_key_types {
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
mod column_table {
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
mod decimal {
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

fn main() {}
