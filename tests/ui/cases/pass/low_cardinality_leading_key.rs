use std::time::SystemTime;

use chrono::NaiveDate;
use ydb_keys::YdbTable;

// A bool leads, allowed.
mod allowed {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(paid, order_id))]
    #[ydb(allow(low_cardinality_leading_key, reason = "a hundred rows"))]
    struct Order {
        paid: bool,
        order_id: u64,
    }
}

// A bool after a column with many values.
mod a_bool {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(customer, paid))]
    struct Order {
        paid: bool,
        customer: String,
    }
}

// Buckets of a column with many values in front of few values, of a day, and of a time; none of them can be allowed.
#[allow(dead_code)]
mod bucket {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(shard = xxh3(id) % 16, paid, id))]
    struct Few {
        paid: bool,
        id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(shard = xxh3(id) % 16, day, id))]
    struct Days {
        day: NaiveDate,
        id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(shard = xxh3(at) % 16, at))]
    struct Moments {
        at: SystemTime,
    }
}

// An enum after a column with many values.
mod an_enum {
    use ydb_keys::YdbColumn;

    use super::*;

    #[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
    enum Status {
        New,
        Paid,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(customer, status))]
    struct Order {
        status: Status,
        customer: String,
    }
}

// A hash over dates, allowed, and one of an 8-bit integer; and 8-bit integers after the leading column, declared or not.
mod hash_of_days_allowed {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(hash = xxh3(day), day))]
    #[ydb(allow(low_cardinality_leading_key, reason = "one row a day"))]
    struct Day {
        day: NaiveDate,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(hash = numeric_hash(code), code))]
    #[ydb(allow(low_cardinality_leading_key, reason = "256 rows"))]
    struct Byte {
        code: u8,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(name, a, b))]
    struct After {
        name: String,
        a: i8,
        #[ydb(dispersed)]
        b: u8,
    }
}

// Hashes that tell the rows of a day apart: by an id, by the moment, by 16 bits.
mod hash_of_days_and_many_values {
    use std::time::Duration;

    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(hash = xxh3(day, userid), day, userid))]
    struct DayAndId {
        day: NaiveDate,
        userid: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(hash = xxh3(day, at, paid), day, at, paid))]
    struct DayAndMoment {
        day: NaiveDate,
        at: SystemTime,
        paid: bool,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(hash = xxh3(paid, at), paid, at))]
    struct MomentAndFew {
        paid: bool,
        #[ydb(type = "Datetime")]
        at: SystemTime,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(hash = numeric_hash(small), small))]
    struct SixteenBits {
        small: u16,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(hash = xxh3(shard, length), shard, length))]
    struct EightBitsAndInterval {
        shard: u8,
        length: Duration,
    }
}

// A hash of a bool and an id.
mod hash_with_many_values {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(hash = xxh3(paid, order_id), paid, order_id))]
    struct Order {
        paid: bool,
        order_id: u64,
    }
}

fn main() {}
