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

fn main() {}
