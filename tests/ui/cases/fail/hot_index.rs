use std::time::SystemTime;

use ydb_keys::{YdbColumn, YdbTable};

// An index that starts with a bool.
mod a_bool {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_state, on(paid, customer_id)))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        paid: bool,
    }
}

// Hashes and buckets of few values or of days in front of an index.
mod bucket {
    use chrono::NaiveDate;

    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id, paid))]
    #[ydb(index(by_time, on(time_shard = xxh3(paid) % 8, at), async))]
    struct Few {
        id: String,
        paid: bool,
        at: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(shop, day))]
    #[ydb(index(by_day, on(day_hash = xxh3(day), day)))]
    struct Days {
        shop: String,
        day: NaiveDate,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(day, paid))]
    #[ydb(index(by_time, on(time_shard = xxh3(day, paid) % 8, at)))]
    #[ydb(allow(monotonic_leading_key, reason = "a few rows a day"))]
    struct NothingElse {
        day: NaiveDate,
        paid: bool,
        at: u64,
    }
}

// An index that starts with a newtype that is declared to grow, behind an alias.
mod declared {
    use super::*;

    #[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
    #[ydb(monotonic)]
    struct Number(u64);

    type Receipt = Number;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_receipt, on(receipt)))]
    struct Order {
        order_id: u64,
        receipt: Receipt,
    }
}

// An index that starts with an 8-bit integer.
mod eight_bits {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(name), index(by_kind, on(kind, name)))]
    struct Thing {
        name: String,
        kind: u8,
    }
}

// An index that starts with an optional enum.
mod an_enum {
    use super::*;

    #[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
    enum Status {
        New,
        Paid,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_status, on(status)))]
    struct Order {
        order_id: u64,
        status: Option<Status>,
    }
}

// An index that starts with a serial.
mod serial {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(customer, number))]
    #[ydb(index(by_number, on(number), unique))]
    struct Order {
        customer: String,
        #[ydb(serial)]
        number: i64,
    }
}

// An index that starts with a time.
mod time {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_time, on(at, customer_id)))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        at: SystemTime,
    }
}

// Times that lead indexes whose bucket form is not as simple: covered columns, async, unique, names that are taken, and
// a key from which no bucket can be computed.
mod time_with_more {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = xxh3(order_id, at), order_id, at))]
    #[ydb(index(by_change, on(changed, at), cover(cents), async))]
    struct Covered {
        order_id: u64,
        at: SystemTime,
        changed: SystemTime,
        cents: i64,
        changed_shard: u8,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(name))]
    #[ydb(index(by_time, on(at), unique))]
    struct Unique {
        name: String,
        at: SystemTime,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(paid))]
    #[ydb(index(by_time, on(at)))]
    #[ydb(allow(low_cardinality_leading_key, reason = "two rows"))]
    struct NoInput {
        paid: bool,
        at: SystemTime,
    }
}

// Two hot indexes are two errors.
mod two {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_time, on(at)))]
    #[ydb(index(by_state, on(paid)))]
    struct Order {
        order_id: u64,
        paid: bool,
        at: Option<SystemTime>,
    }
}

fn main() {}
