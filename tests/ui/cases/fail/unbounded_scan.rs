use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(index(by_customer, on(customer_id, number)))]
struct Order {
    order_id: u64,
    customer_id: u64,
    number: String,
}

// A scan that leaves an input of the hash open.
mod half_a_hash {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "visits")]
    #[ydb(primary_key(visit_hash = xxh3(site, userid), site, userid, at))]
    struct Visit {
        site: String,
        userid: u64,
        at: SystemTime,
    }

    fn run() {
        let _ = Visit::scan().site("a".to_owned()).statement();
        let _ = Visit::prefix_params("a");
    }
}

// A scan of an index that names no column.
mod index {
    use super::*;

    fn run() {
        let _ = Order::index::<OrderByCustomer>().statement();
    }
}

// Counting by an index that names no column.
mod index_count {
    use super::*;

    fn run() {
        let _ = Order::index::<OrderByCustomer>().limit(5).count();
    }
}

// A scan that fixes nothing.
mod no_prefix {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "orders")]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
        amount: Option<f64>,
    }

    fn run() {
        let _ = Order::scan().statement();
    }
}

// Counting the rows of a scan that names no key column.
mod no_prefix_count {
    use super::*;

    fn run() {
        let _ = Order::scan().count();
    }
}

// A delete that fixes nothing.
mod no_prefix_delete {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "orders")]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
        amount: Option<f64>,
    }

    fn run() {
        let _ = Order::scan().delete().statement();
    }
}

// Looking for a row in a scan that names no key column.
mod no_prefix_exists {
    use super::*;

    fn run() {
        let _ = Order::scan().exists();
    }
}

// A page of a scan that names no key column.
mod no_prefix_page {
    use super::*;

    fn run() {
        let _ = Order::scan().page(10, None);
    }
}

// Reading columns of a scan that names no key column.
mod no_prefix_select {
    use super::*;

    fn run() {
        let _ = Order::scan().select::<Order>();
    }
}

// A scan that fixes nothing, of a table without a hash.
mod no_prefix_without_hash {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "accounts")]
    #[ydb(primary_key(name, number))]
    struct Account {
        name: String,
        number: u64,
    }

    fn run() {
        let _ = Account::scan().statement();
    }
}

// A range of a column that is hashed.
mod range_of_a_hash_input {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "orders")]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
        amount: Option<f64>,
    }

    fn run() {
        let _ = Order::scan().order_id(1..5).statement();
    }
}

// A range of the second column that is hashed.
mod range_of_a_second_hash_input {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "visits")]
    #[ydb(primary_key(visit_hash = xxh3(site, userid), site, userid, at))]
    struct Visit {
        site: String,
        userid: u64,
        at: SystemTime,
    }

    fn run() {
        let _ = Visit::scan().site("a".to_owned()).userid(1..5).statement();
    }
}

fn main() {}
