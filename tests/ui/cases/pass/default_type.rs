use ydb_keys::YdbTable;

// Literals of exactly the type.
mod exact {
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
mod floats_at_the_limits {
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

fn main() {}
