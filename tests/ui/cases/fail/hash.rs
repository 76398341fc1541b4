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

fn main() {}
