use ydb_keys::{YdbColumn, YdbRow, YdbTable};

// An enum of numbers with names for texts.
mod an_enum {
    use super::*;

    #[derive(YdbColumn)]
    #[ydb(as = "Uint8", rename_all = "lowercase")]
    enum Status {
        New = 1,
        #[ydb(rename = "done")]
        Paid = 2,
    }
}

// `flatten` with an attribute of a single column, and `prefix` without `flatten`.
mod flatten {
    use super::*;

    #[derive(YdbRow)]
    struct City {
        name: String,
    }

    #[derive(YdbRow)]
    struct Sale {
        #[ydb(flatten, rename = "c")]
        from: City,
        #[ydb(json, flatten, prefix = "to_")]
        to: City,
        #[ydb(skip, flatten, prefix = "d_")]
        shown: bool,
        #[ydb(prefix = "x_")]
        order_id: u64,
    }
}

// An index that is synchronous and asynchronous.
mod index_sync_async {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_customer, on(customer_id), sync, async))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        amount: Option<f64>,
    }
}

// A field that is stored in two ways.
mod json_with {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Order {
        id: String,
        #[ydb(json, with = module)]
        place: Vec<String>,
    }

    #[derive(YdbRow)]
    struct Place {
        #[ydb(with = module, json)]
        place: Vec<String>,
        #[ydb(skip, with = module)]
        seen: bool,
    }
}

// Growing and spread at once.
mod monotonic_dispersed {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_id))]
    struct Order {
        #[ydb(monotonic, dispersed)]
        order_id: u64,
    }
}

// A newtype that is growing and spread at once.
mod newtype {
    use super::*;

    #[derive(YdbColumn)]
    #[ydb(monotonic)]
    #[ydb(dispersed)]
    struct OrderId(u64);
}

// A skipped field of a row that is something else as well.
mod row_skip {
    use super::*;

    #[derive(YdbRow)]
    struct Total {
        total: u64,
        #[ydb(skip, rename = "sum", json)]
        sum: u64,
    }
}

// A sequence that is said to be spread.
mod serial_dispersed {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(customer_id, order_id))]
    struct Order {
        customer_id: String,
        #[ydb(serial, dispersed)]
        order_id: i64,
    }
}

// A serial whose type is declared to be spread, and one that is stored with its bits reversed.
mod serial_of_a_spread_type {
    use ydb_keys::ids::BitReversed;

    use super::*;

    #[derive(YdbColumn)]
    #[ydb(dispersed)]
    struct OrderId(i64);

    #[derive(YdbTable)]
    #[ydb(primary_key(customer, id))]
    struct Order {
        customer: String,
        #[ydb(serial)]
        id: OrderId,
        #[ydb(serial)]
        number: BitReversed<i64>,
    }
}

// A skipped field with attributes of a column.
mod skip {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_id))]
    struct Order {
        #[ydb(dispersed)]
        order_id: u64,
        #[ydb(skip, rename = "c", default = 1)]
        cache: u64,
    }
}

// A field declared twice.
mod field {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_id))]
    struct Order {
        #[ydb(dispersed)]
        #[ydb(dispersed)]
        order_id: u64,
    }
}

// Settings given twice inside partitioning, TTL, an index and a family.
mod inside {
    use std::time::SystemTime;

    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(partitioning(min = 4, min = 8))]
    #[ydb(partitioning(by_load, by_load = off))]
    #[ydb(ttl(column = at, after = "P1D", after = "P2D"))]
    #[ydb(index(by_state, on(state), on(at)))]
    #[ydb(family(cold, data = "hdd", data = "ssd"))]
    struct Order {
        order_id: u64,
        at: SystemTime,
        state: String,
    }
}

// Two keys.
mod key {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(primary_key(order_id))]
    struct Order {
        order_id: u64,
    }
}

// A newtype declared twice.
mod newtype_twice {
    use ydb_keys::YdbColumn;

    #[derive(YdbColumn)]
    #[ydb(dispersed, dispersed)]
    struct OrderId(u64);
}

// The table named twice, in two attributes.
mod a_struct {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(table = "orders")]
    #[ydb(table = "order")]
    struct Order {
        order_id: u64,
    }
}

// Two models with one table, in one `schema!`.
mod one_table {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "shop/orders", primary_key(name))]
    struct Order {
        name: String,
    }

    #[derive(YdbTable)]
    #[ydb(table = "shop/orders", primary_key(name))]
    struct OldOrder {
        name: String,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(name))]
    struct Customer {
        name: String,
    }

    const TABLES: &[&ydb_keys::Table] = ydb_keys::schema![Order, Customer, OldOrder];
}

fn main() {}
