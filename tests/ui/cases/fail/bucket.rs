use ydb_keys::YdbTable;

// Numbers of buckets that are none: not a literal, none at all, one, and more than a Uint32 or 64 bits can number.
mod number {
    use super::*;

    const SHARDS: u32 = 16;

    #[derive(YdbTable)]
    #[ydb(primary_key(shard = xxh3(id) % SHARDS, id))]
    struct Constant {
        id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(shard = xxh3(id) % 8 * 2, id))]
    struct Product {
        id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(shard = xxh3(id) % (2 * 8), id))]
    struct InParentheses {
        id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(shard = xxh3(id) % "16", id))]
    struct Text {
        id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(shard = xxh3(id) % -16, id))]
    struct Negative {
        id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(shard = xxh3(id) % 1.6, id))]
    struct Fraction {
        id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(shard = xxh3(id) % 0, id))]
    struct Zero {
        id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(shard = xxh3(id) % 1, id))]
    struct One {
        id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(shard = xxh3(id) % 4294967296, id))]
    struct Uint33 {
        id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(shard = xxh3(id) % 18446744073709551616, id))]
    struct Uint65 {
        id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(id_hash = xxh3(id), id))]
    #[ydb(index(by_name, on(shard = xxh3(id) % 1, name)))]
    struct Indexed {
        id: u64,
        name: String,
    }
}

// More buckets than a statement can name, in a key and in an index, and names too long for two.
mod too_many {
    use std::time::SystemTime;

    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "feed", primary_key(shard = xxh3(event_id) % 128, at, event_id))]
    struct Feed {
        at: SystemTime,
        event_id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(table = "shop/orders", primary_key(order_hash = xxh3(order_id), order_id))]
    #[ydb(index(by_time, on(time_shard = xxh3(order_id) % 1000, placed_at)))]
    struct Order {
        order_id: u64,
        placed_at: SystemTime,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(shard = xxh3(a) % 2, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q))]
    struct Long {
        #[ydb(rename = "axxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")]
        a: u64,
        #[ydb(rename = "bxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")]
        b: u64,
        #[ydb(rename = "cxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")]
        c: u64,
        #[ydb(rename = "dxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")]
        d: u64,
        #[ydb(rename = "exxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")]
        e: u64,
        #[ydb(rename = "fxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")]
        f: u64,
        #[ydb(rename = "gxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")]
        g: u64,
        #[ydb(rename = "hxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")]
        h: u64,
        #[ydb(rename = "ixxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")]
        i: u64,
        #[ydb(rename = "jxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")]
        j: u64,
        #[ydb(rename = "kxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")]
        k: u64,
        #[ydb(rename = "lxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")]
        l: u64,
        #[ydb(rename = "mxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")]
        m: u64,
        #[ydb(rename = "nxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")]
        n: u64,
        #[ydb(rename = "oxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")]
        o: u64,
        #[ydb(rename = "pxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")]
        p: u64,
        #[ydb(rename = "qxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")]
        q: u64,
    }
}

// A unique index with a bucket of a column that is not indexed: two rows with one name can be in two buckets.
mod unique {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id_hash = xxh3(id), id))]
    #[ydb(index(by_name, on(shard = xxh3(id) % 16, name), unique))]
    struct User {
        id: u64,
        name: String,
    }
}

fn main() {}
