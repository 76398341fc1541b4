use std::time::SystemTime;

use ydb_keys::{YdbColumn, YdbTable};

// An allowance silences its own rule only.
mod allow_does_not_hide {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(at, line))]
    #[ydb(index(by_flag, on(flag)))]
    #[ydb(allow(monotonic_leading_key, reason = "few rows"))]
    struct Order {
        at: SystemTime,
        line: Option<u64>,
        flag: bool,
    }
}

// Allowing an index does not allow the key, nor the other way round.
mod allow_does_not_hide_the_leader {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(flag))]
    #[ydb(allow(hot_index, reason = "few rows"))]
    #[ydb(index(by_time, on(at)))]
    struct A {
        flag: bool,
        at: SystemTime,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(flag))]
    #[ydb(allow(low_cardinality_leading_key, reason = "few rows"))]
    #[ydb(index(by_time, on(at)))]
    struct B {
        flag: bool,
        at: SystemTime,
    }
}

// Mistakes in attributes and in types, all in one compile.
mod attributes_and_types {
    use super::*;

    type Maybe = Option<u64>;

    #[derive(YdbTable)]
    #[ydb(primary_key(timestamp, line))]
    #[ydb(ttl(column = name, after = "30 days"))]
    #[ydb(index(by_amount, on(amount)))]
    #[ydb(family(cold, compression = "gzip"))]
    #[ydb(bloom_filtr)]
    struct Order {
        timestamp: SystemTime,
        line: Maybe,
        #[ydb(default = 1)]
        name: String,
        #[ydb(monotonic, dispersed)]
        amount: Option<f64>,
        #[ydb(famly = "cold")]
        note: Option<String>,
    }
}

// An enum that cannot be a column is a key column.
mod bad_enum_in_a_key {
    use super::*;

    #[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
    enum Payment {
        Cash,
        Card(String),
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(id, payment))]
    struct Order {
        id: String,
        payment: Payment,
    }
}

// A newtype with a mistake is a key column.
mod bad_newtype_in_a_key {
    use super::*;

    #[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
    #[ydb(disperse)]
    struct OrderId(u64);

    #[derive(YdbTable)]
    #[ydb(primary_key(order_id))]
    struct Order {
        order_id: OrderId,
    }
}

// A bad leading column, a bad index, a bad TTL and an allowance of nothing.
mod key_and_settings {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_id))]
    #[ydb(index(by_time, on(at)))]
    #[ydb(ttl(column = order_id, after = "P1D"))]
    #[ydb(allow(nullable_key, reason = "none"))]
    struct Order {
        order_id: u64,
        at: SystemTime,
    }
}

// A model whose `primary_key` is misspelt is used.
mod misspelt_key_in_use {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "orders")]
    #[ydb(primary_kye(order_id))]
    struct Order {
        order_id: u64,
        amount: Option<f64>,
    }

    fn run() {
        let order = Order { order_id: 1, amount: None };
        let _ = order.upsert().statement();
        let _ = Order::get(1).statement();
    }
}

// A model with a mistake in its attributes is used: the mistake is the one error.
mod model_in_use {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "orders")]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(bloom_filtr)]
    struct Order {
        order_id: u64,
        amount: Option<f64>,
    }

    fn run() {
        let order = Order { order_id: 1, amount: None };
        let _ = order.upsert().statement();
        let _ = Order::get(1).statement();
        let _ = Order::update(1).amount(None).statement();
        let _ = Order::scan().order_id(1).statement();
    }
}

// A model whose key has an unknown column is used.
mod model_with_bad_key_in_use {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "orders")]
    #[ydb(primary_key(order_hash = numeric_hash(orderid), order_id))]
    struct Order {
        order_id: u64,
        amount: Option<f64>,
    }

    fn run() {
        let _ = Order::get(1).statement();
        let _ = Order::scan().order_id(1).statement();
    }
}

// A model without a key is used.
mod model_without_key_in_use {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "orders")]
    struct Order {
        order_id: u64,
        amount: Option<f64>,
    }

    fn run() {
        let order = Order { order_id: 1, amount: None };
        let _ = order.upsert().statement();
        let _ = Order::get(1).statement();
        let _ = Order::scan().order_id(1).statement();
    }
}

// A tuple struct as a model is used.
mod tuple_in_use {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Order(u64);

    fn run() {
        let _ = Order::TABLE;
        let _ = Order(1).upsert();
    }
}

// Two models and a newtype, each with its mistake.
mod two_models {
    use super::*;

    #[derive(YdbColumn)]
    #[ydb(type = "Date")]
    struct Number(u64);

    #[derive(YdbTable)]
    #[ydb(primary_key(at))]
    struct Event {
        at: SystemTime,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(id, nmae))]
    struct User {
        id: String,
        name: String,
    }
}

// With a key that is not known whole, nothing is said of what depends on it.
mod unknown_key_column {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order, line))]
    #[ydb(partitioning(uniform = 4))]
    #[ydb(allow(monotonic_leading_key, reason = "few rows"))]
    #[ydb(index(by_line, on(line)))]
    struct Order {
        order_id: u64,
        line: Option<u64>,
        #[ydb(default = "x")]
        amount: u64,
    }
}

fn main() {}
