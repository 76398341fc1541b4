use ydb_keys::{YdbColumn, YdbTable};

// A newtype, JSON, and a skipped field.
mod columns {
    use serde::{Deserialize, Serialize};

    use super::*;

    #[derive(Serialize, Deserialize)]
    struct Point {
        x: f64,
    }

    #[derive(Default)]
    struct Cache;

    #[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
    struct OrderId(u64);

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: OrderId,
        #[ydb(json)]
        place: Point,
        #[ydb(json)]
        other: Option<Point>,
        #[ydb(skip)]
        _cache: Cache,
    }
}

// A key column whose enum derives YdbColumn only.
mod key_enum_without_derives {
    use super::*;

    #[derive(YdbColumn)]
    enum Status {
        New,
        Paid,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(customer, status))]
    struct Order {
        customer: String,
        status: Status,
    }
}

// A key column whose newtype derives YdbColumn only.
mod key_newtype_without_derives {
    use super::*;

    #[derive(YdbColumn)]
    struct OrderId(u64);

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: OrderId,
    }
}

fn main() {}
