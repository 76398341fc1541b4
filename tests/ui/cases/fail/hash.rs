use ydb_keys::YdbTable;

// A hash function that is not known.
mod typo {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = xxhash(order_id), order_id))]
    struct Order {
        order_id: u64,
    }
}

// A hash function that is like no known one.
mod unlike {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = md5(order_id), order_id))]
    struct Order {
        order_id: u64,
    }
}

// Buckets of columns outside of the key, and of one that a function of numbers does not take.
mod bucket {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(shard = xxh3(customer_id) % 16, order_id))]
    struct Outside {
        order_id: u64,
        customer_id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(shard = numeric_hash(name) % 16, name))]
    struct NumberOfText {
        name: String,
    }
}

// A hash over a decimal.
mod decimal {
    use ydb_keys::Decimal;

    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(hash = xxh3(account), account))]
    struct Account {
        account: Decimal<22, 0>,
    }
}

// A hash over a DyNumber.
mod dynumber {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(hash = xxh3(account), account))]
    struct Account {
        #[ydb(type = "DyNumber")]
        account: String,
    }
}

// Hashes and buckets in front of indexes: of columns outside of the primary key or of the index, of a text where the
// function takes a number, of NULL, of a serial, of nothing.
mod index {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = xxh3(order_id), order_id))]
    #[ydb(index(by_time, on(shard = xxh3(customer_id) % 16, placed_at)))]
    struct OutsideTheKey {
        order_id: u64,
        customer_id: u64,
        placed_at: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = xxh3(order_id), order_id))]
    #[ydb(index(by_customer, on(customer_hash = xxh3(customer_id), customer_id)))]
    struct HashOutsideTheKey {
        order_id: u64,
        customer_id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = xxh3(order_id), order_id))]
    #[ydb(index(by_time, on(time_hash = xxh3(order_id), placed_at)))]
    struct NotIndexed {
        order_id: u64,
        placed_at: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(name))]
    #[ydb(index(by_time, on(shard = int_hash64(name) % 16, placed_at)))]
    struct NumberOfText {
        name: String,
        placed_at: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(name, line))]
    #[ydb(index(by_time, on(shard = xxh3(name, line) % 16, placed_at)))]
    #[ydb(allow(nullable_key, reason = "old rows have no line"))]
    struct Nullable {
        name: String,
        line: Option<u32>,
        placed_at: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(name, number))]
    #[ydb(index(by_time, on(shard = xxh3(number) % 16, placed_at)))]
    struct Serial {
        name: String,
        #[ydb(serial)]
        number: i64,
        placed_at: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(name))]
    #[ydb(index(by_time, on(shard = xxh3() % 16, placed_at)))]
    struct Nothing {
        name: String,
        placed_at: u64,
    }
}

// A hash over nothing.
mod none {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = xxh3(), order_id))]
    struct Order {
        order_id: u64,
    }
}

// A hash over a column outside the key.
mod not_in_the_key {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = xxh3(customer_id), order_id))]
    struct Order {
        order_id: u64,
        customer_id: u64,
    }
}

// A hash over a nullable column, which is allowed in the key.
mod nullable {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(hash = xxh3(order_id, line), order_id, line))]
    #[ydb(allow(nullable_key, reason = "old rows have no line"))]
    struct Order {
        order_id: u64,
        line: Option<u32>,
    }
}

// A hash of a number over a bool, after a number.
mod numeric_of_bool {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(hash = numeric_hash(paid), paid, order_id))]
    #[ydb(allow(low_cardinality_leading_key, reason = "a few rows"))]
    struct Order {
        order_id: u64,
        paid: bool,
    }
}

// A hash of a number over a text.
mod numeric_of_text {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(name_hash = numeric_hash(name), name))]
    struct User {
        name: String,
    }
}

// A hash of one number over two columns.
mod numeric_of_two {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id, line), order_id, line))]
    struct Order {
        order_id: u64,
        line: u32,
    }
}

// A hash of numbers for a UUID, which an alias hides.
mod numeric_of_uuid {
    use uuid::Uuid;

    use super::*;

    type Id = Uuid;

    #[derive(YdbTable)]
    #[ydb(primary_key(id_hash = int_hash64(id), id))]
    struct User {
        id: Id,
    }
}

// A hash over a serial.
mod serial {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        #[ydb(serial)]
        order_id: i64,
    }
}

// A hash after another column.
mod behind {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(customer, order_hash = xxh3(order_id), order_id))]
    struct Order {
        customer: String,
        order_id: u64,
    }
}

// Buckets after another column, in a key and in an index, and a second bucket.
mod not_leading_bucket {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(shop, shard = xxh3(receipt) % 16, receipt))]
    struct InTheKey {
        shop: String,
        receipt: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(shop, receipt))]
    #[ydb(index(by_time, on(at, shard = xxh3(receipt) % 16)))]
    struct InTheIndex {
        shop: String,
        receipt: u64,
        at: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(shard = xxh3(receipt) % 16, part = xxh3(shop) % 4, shop, receipt))]
    struct Two {
        shop: String,
        receipt: u64,
    }
}

// Two hashes.
mod two {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(a_hash = xxh3(a), b_hash = xxh3(b), a, b))]
    struct Order {
        a: u64,
        b: u64,
    }
}

// A hash in a column table.
mod hash {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(store = column)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
    }
}

// Numbers of buckets that are none: not a literal, none at all, one, and more than a Uint32 or 64 bits can number.
mod bucket_number {
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
mod too_many_buckets {
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
mod bucket_of_a_unique_index {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id_hash = xxh3(id), id))]
    #[ydb(index(by_name, on(shard = xxh3(id) % 16, name), unique))]
    struct User {
        id: u64,
        name: String,
    }
}

// A function of other programs in front of an index.
mod foreign_index {
    use super::*;

    mod city {
        use ydb_keys::ForeignHash;

        pub const HASH: ForeignHash = ForeignHash::new("city", 1).yql("Digest::CityHash({user})");

        pub fn hash(user: &str) -> u64 {
            user.len() as u64
        }
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(user), index(by_name, on(name_hash = with(city)(user), user, name)))]
    struct User {
        user: String,
        name: Option<String>,
    }
}

// A function of other programs with a number of buckets.
mod foreign_buckets {
    use super::*;

    mod city {
        use ydb_keys::ForeignHash;

        pub const HASH: ForeignHash = ForeignHash::new("city", 1).yql("Digest::CityHash({user})");

        pub fn hash(user: &str) -> u64 {
            user.len() as u64
        }
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(user_hash = with(city)(user) % 16, user))]
    struct User {
        user: String,
    }
}

// A function of other programs without inputs.
mod foreign_no_inputs {
    use super::*;

    mod city {
        use ydb_keys::ForeignHash;

        pub const HASH: ForeignHash = ForeignHash::new("city", 1).yql("Digest::CityHash({user})");

        pub fn hash(user: &str) -> u64 {
            user.len() as u64
        }
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(user_hash = with(city)(), user))]
    struct User {
        user: String,
    }
}

// A function of other programs whose expression names another column.
mod foreign_expression {
    use super::*;

    mod city {
        use ydb_keys::ForeignHash;

        pub const HASH: ForeignHash = ForeignHash::new("city", 1).yql("Digest::CityHash({user})");

        pub fn hash(user: &str) -> u64 {
            user.len() as u64
        }
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(user_hash = with(city)(name), name))]
    struct User {
        name: String,
    }
}

// A function of other programs whose expression has no input.
mod foreign_constant {
    use super::*;

    mod five {
        use ydb_keys::ForeignHash;

        pub const HASH: ForeignHash = ForeignHash::new("five", 1).yql("5ul");

        pub fn hash(_: &u64) -> u64 {
            5
        }
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(user_hash = with(five)(user), user))]
    struct User {
        user: u64,
    }
}

// A function of other programs that says of texts that they can be divided.
mod foreign_dispersed_text {
    use super::*;

    mod hex {
        use ydb_keys::ForeignHash;

        pub const HASH: ForeignHash = ForeignHash::new("hex", 1).dispersed();

        pub fn hash(user: &u64) -> String {
            format!("{user:x}")
        }
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(user_hash = with(hex)(user), user))]
    struct User {
        user: u64,
    }
}

// A function of other programs whose name cannot stand in a layout.
mod foreign_name {
    use ydb_keys::ForeignHash;

    use super::*;

    pub const HASH: ForeignHash = ForeignHash::new("City Hash", 1);

    pub fn hash(user: &u64) -> u64 {
        *user
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(user_hash = with(super::foreign_name)(user), user))]
    struct User {
        user: u64,
    }
}

fn main() {}
