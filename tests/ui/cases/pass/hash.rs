use std::time::SystemTime;

use ydb_keys::YdbTable;

// Each hash function.
mod known {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(hash = xxh3(id), id))]
    struct A {
        id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(hash = numeric_hash(id), id))]
    struct B {
        id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(hash = int_hash64(id), id))]
    struct C {
        id: u64,
    }
}

// A hash over every type that can be hashed.
mod every_type {
    use std::time::Duration;

    use uuid::Uuid;

    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(hash = xxh3(text, bytes, id, a, flag, at, length), text, bytes, id, a, flag, at, length))]
    struct Thing {
        text: String,
        bytes: Vec<u8>,
        id: Uuid,
        a: u8,
        flag: bool,
        at: SystemTime,
        length: Duration,
    }
}

// A hash over two columns that follow in the key.
mod in_the_key {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = xxh3(customer_id, order_id), order_id, customer_id))]
    struct Order {
        order_id: u64,
        customer_id: u64,
    }
}

// Hashes and buckets in front of indexes.
#[allow(dead_code)]
mod index {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = xxh3(order_id), order_id, line))]
    #[ydb(index(by_time, on(time_shard = xxh3(order_id, line) % 16, placed_at), cover(amount)))]
    #[ydb(index(by_line, on(line_hash = numeric_hash(line), line, amount), async))]
    struct Order {
        order_id: u64,
        line: u32,
        placed_at: Option<SystemTime>,
        amount: i64,
    }
}

// A nullable column after the hash that is not hashed, allowed.
mod nullable {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(hash = xxh3(order_id), order_id, line))]
    #[ydb(allow(nullable_key, reason = "old rows have no line"))]
    struct Order {
        order_id: u64,
        line: Option<u32>,
    }
}

// A hash of a number over an integer, a time and a newtype.
mod numeric {
    use ydb_keys::YdbColumn;

    use super::*;

    #[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
    struct Id(i32);

    #[derive(YdbTable)]
    #[ydb(primary_key(hash = numeric_hash(id), id))]
    struct A {
        id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(hash = int_hash64(at), at))]
    struct B {
        at: SystemTime,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(hash = numeric_hash(id), id))]
    struct C {
        id: Id,
    }
}

// Buckets of several columns, first in the key and in an index.
#[allow(dead_code)]
mod bucket {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(shard = xxh3(receipt, shop) % 16, shop, receipt))]
    #[ydb(index(by_time, on(time_shard = xxh3(receipt) % 16, at)))]
    struct Sale {
        shop: String,
        receipt: u64,
        at: u64,
    }
}

// A hash in front.
mod leading {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = xxh3(order_id), order_id, customer))]
    struct Order {
        customer: String,
        order_id: u64,
    }
}

// A column table without a hash.
mod no_hash {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(store = column)]
    #[ydb(primary_key(order_id))]
    #[ydb(partition_by_hash(order_id))]
    struct Order {
        order_id: u64,
    }
}

// The hashed columns first, in any order; and a bucket of a column that comes later.
mod inputs_first {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(visit_hash = xxh3(site, user), user, site, at))]
    struct Visit {
        site: String,
        user: u64,
        at: SystemTime,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(shard = xxh3(user) % 16, at, user))]
    struct Event {
        at: SystemTime,
        user: u64,
    }
}

// Numbers of buckets: the fewest, as many as the statements can carry, in any notation, and through a macro.
#[allow(dead_code)]
mod bucket_number {
    use std::time::SystemTime;

    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(shard = xxh3(id) % 2, id))]
    struct Two {
        id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(table = "feed", primary_key(shard = xxh3(event_id) % 64, at, event_id))]
    struct Feed {
        at: SystemTime,
        event_id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(shard = xxh3(id, name) % 0x1_0, id, name))]
    struct Hexadecimal {
        id: u64,
        name: String,
    }

    macro_rules! buckets {
        ($buckets:literal, $more:literal) => {
            #[derive(YdbTable)]
            #[ydb(primary_key(shard = numeric_hash(id) % $buckets, at, id))]
            #[ydb(index(by_name, on(name_shard = int_hash64(id) % $more, name)))]
            struct Through {
                id: u64,
                at: SystemTime,
                name: Option<String>,
            }
        };
    }

    buckets!(8, 16);
}

// A unique index whose bucket is computed from an indexed column.
#[allow(dead_code)]
mod bucket_of_a_unique_index {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(shop, receipt))]
    #[ydb(index(by_number, on(shard = xxh3(shop) % 16, number, shop), unique))]
    struct Sale {
        shop: String,
        receipt: u64,
        number: u64,
    }
}

// A function of other programs in a module, of a text.
mod foreign_module {
    use super::*;

    mod city {
        use ydb_keys::ForeignHash;

        pub const HASH: ForeignHash = ForeignHash::new("city", 1).yql("Digest::CityHash({user})");

        pub fn hash(user: &str) -> u64 {
            user.len() as u64
        }
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(user_hash = with(city)(user), user))]
    struct User {
        user: String,
    }
}

// A function of other programs in a type, of a newtype and a number, which returns a newtype.
mod foreign_type {
    use ydb_keys::{ForeignHash, YdbColumn};

    use super::*;

    #[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
    struct Site(String);

    #[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
    struct Shard(i32);

    struct Old;

    impl Old {
        const HASH: ForeignHash = ForeignHash::new("old_shard", 20).yql("{site} || '}' || CAST({user} AS String)");

        fn hash(site: &Site, user: &u64) -> Shard {
            Shard(site.0.len() as i32 ^ *user as i32)
        }
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(shard = with(Old)(site, user), user, site), key_not_null = false)]
    struct Visit {
        site: Site,
        user: u64,
    }
}

fn main() {}
