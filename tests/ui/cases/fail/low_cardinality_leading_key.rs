use std::time::SystemTime;

use chrono::NaiveDate;
use ydb_keys::{YdbColumn, YdbTable};

// A bool leads.
mod a_bool {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(paid, order_id))]
    struct Order {
        paid: bool,
        order_id: u64,
    }
}

// Buckets of few values and of days; few values in front of a time, whose order a bucket keeps.
mod bucket {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(shard = xxh3(paid) % 16, paid, id))]
    struct Few {
        paid: bool,
        id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(shard = xxh3(day) % 16, day, id))]
    struct Days {
        day: NaiveDate,
        id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(paid, at, id))]
    struct InOrder {
        paid: bool,
        at: SystemTime,
        id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(shard, at, id))]
    struct OwnShard {
        shard: u8,
        at: SystemTime,
        id: u64,
    }
}

// A bool that is called spread.
mod dispersed {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(paid, order_id))]
    struct Order {
        #[ydb(dispersed)]
        paid: bool,
        order_id: u64,
    }
}

// 8-bit integers lead: at most 256 values, also where they are declared dispersed.
mod eight_bits {
    use uuid::Uuid;

    use super::*;

    #[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
    #[ydb(dispersed)]
    struct Shard(i8);

    #[derive(YdbTable)]
    #[ydb(primary_key(shard, id))]
    struct Unsigned {
        shard: u8,
        id: Uuid,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(shard, number))]
    struct Dispersed {
        #[ydb(dispersed)]
        shard: u8,
        number: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(shard, at))]
    struct DispersedNewtype {
        shard: Shard,
        at: SystemTime,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(shard, paid))]
    struct NothingElse {
        shard: i8,
        paid: bool,
        paid_hash: String,
    }
}

// An enum leads.
mod an_enum {
    use super::*;

    #[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
    enum Status {
        New,
        Paid,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(status, order_id))]
    struct Order {
        status: Status,
        order_id: u64,
    }
}

// An enum stored as a number leads, not an undeclared integer.
mod enum_number {
    use super::*;

    #[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
    #[ydb(as = "Uint8")]
    enum Status {
        New = 1,
        Paid = 2,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(status, order_id))]
    struct Order {
        status: Status,
        order_id: u64,
    }
}

// Hashes over whole days: all rows of one day have one hash.
mod hash_of_dates {
    use super::*;

    type Today = NaiveDate;
    type Later = Today;

    #[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
    struct Day(Later);

    #[derive(YdbTable)]
    #[ydb(primary_key(day_hash = xxh3(day), day, userid))]
    struct Alias {
        day: Later,
        userid: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(day_hash = numeric_hash(day), day, at, name))]
    struct Newtype {
        day: Day,
        at: SystemTime,
        name: String,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(day_hash = int_hash64(day), day))]
    struct Alone {
        #[ydb(type = "Date32")]
        day: SystemTime,
        userid: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(days = xxh3(from, to), from, to, at))]
    struct TwoDays {
        from: NaiveDate,
        #[ydb(type = "Date")]
        to: SystemTime,
        at: SystemTime,
    }
}

// Hashes over dates and a handful of values, in any mixture.
mod hash_of_days_and_few_values {
    use super::*;

    #[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
    enum Status {
        New,
        Paid,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(hash = xxh3(day, status), day, status, order_id))]
    struct DayAndEnum {
        #[ydb(type = "Date32")]
        day: NaiveDate,
        status: Status,
        order_id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(hash = xxh3(shard, day, paid), shard, day, paid))]
    struct AllKinds {
        shard: u8,
        day: NaiveDate,
        paid: bool,
    }
}

// Hashes over 8-bit integers: 256 values, whatever they are hashed to.
mod hash_of_eight_bits {
    use super::*;

    #[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
    #[ydb(dispersed)]
    struct Shard(u8);

    type Byte = i8;

    #[derive(YdbTable)]
    #[ydb(primary_key(hash = numeric_hash(shard), shard, name))]
    struct Numeric {
        shard: u8,
        name: String,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(hash = int_hash64(shard), shard))]
    struct DispersedNewtype {
        shard: Shard,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(hash = xxh3(a, b, flag), b, a, flag))]
    struct TwoBytes {
        a: Byte,
        #[ydb(dispersed)]
        b: u8,
        flag: bool,
    }
}

// A hash of a bool alone: two values, whatever they are hashed to.
mod hash_of_few_values {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(paid_hash = xxh3(paid), paid, order_id))]
    struct Order {
        paid: bool,
        order_id: u64,
    }
}

// A newtype over a bool leads.
mod newtype {
    use super::*;

    #[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
    struct Paid(bool);

    #[derive(YdbTable)]
    #[ydb(primary_key(paid, order_id))]
    struct Order {
        paid: Paid,
        order_id: u64,
    }
}

fn main() {}
