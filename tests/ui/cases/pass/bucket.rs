use ydb_keys::YdbTable;

// Numbers of buckets: the fewest, as many as the statements can carry, in any notation, and through a macro.
#[allow(dead_code)]
mod number {
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
mod unique {
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

fn main() {}
