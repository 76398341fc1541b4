use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(table = "user_events")]
#[ydb(primary_key(userhash = xxh3(userid), userid, timestamp))]
struct UserEvent {
    timestamp: SystemTime,
    userid: u64,
    userevent: Option<String>,
}

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(index(by_customer, on(customer_id, number)))]
struct Order {
    order_id: u64,
    customer_id: u64,
    number: String,
}

// A key column after a range.
mod behind_a_range {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "accounts")]
    #[ydb(primary_key(name, number))]
    struct Account {
        name: String,
        number: u64,
    }

    fn run() {
        let _ = Account::scan().name("a".to_owned()..).number(5).statement();
    }
}

// A batch that sets a column of the key, of an index, and of all rows without saying so.
mod batch {
    use super::*;

    fn run() {
        let _ = Order::scan().full_scan().batch_update().order_id(5);
        let _ = Order::index::<OrderByCustomer>().customer_id(1).batch_delete();
        let _ = Order::scan().batch_delete();
        let _ = Order::scan().filter(Order::COLUMNS.customer_id.eq(1)).batch_update();
    }
}

// A key column after `full_scan`.
mod full_scan_and_column {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "orders")]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
        amount: Option<f64>,
    }

    fn run() {
        let _ = Order::scan().full_scan().order_id(5).statement();
    }
}

// The hash column, which is computed.
mod hash_column {
    use super::*;

    fn run() {
        let _ = UserEvent::scan().userhash(1).userid(2).statement();
    }
}

// A scan of an index after a key of the table.
mod index_after {
    use super::*;

    fn run() {
        let _ = Order::index::<OrderByCustomer>().customer_id(1).after(2);
    }
}

// A scan of an index by a column that it does not have.
mod index_column_of_no_index {
    use super::*;

    fn run() {
        let _ = Order::index::<OrderByCustomer>().customer_id(1).order_id(2);
    }
}

// A deletion through an index.
mod index_delete {
    use super::*;

    fn run() {
        let _ = Order::index::<OrderByCustomer>().customer_id(1).delete();
    }
}

// An index of another table.
mod index_of_another_table {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(site))]
    struct Visit {
        site: String,
    }

    fn run() {
        let _ = Visit::index::<OrderByCustomer>();
    }
}

// A scan of an index that skips a column.
mod index_skipped {
    use super::*;

    fn run() {
        let _ = Order::index::<OrderByCustomer>().number("a");
    }
}

// A column outside the key.
mod no_key_column {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "orders")]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
        amount: Option<f64>,
    }

    fn run() {
        let _ = Order::scan().amount(5.0).statement();
    }
}

// A scan that skips a key column.
mod skipped {
    use super::*;

    fn run() {
        let _ = UserEvent::scan().timestamp(SystemTime::UNIX_EPOCH..).statement();
    }
}

// A scan that skips a key column, of a table without a hash.
mod skipped_without_hash {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "accounts")]
    #[ydb(primary_key(name, number))]
    struct Account {
        name: String,
        number: u64,
    }

    fn run() {
        let _ = Account::scan().number(5).statement();
    }
}

// A key column twice.
mod twice {
    use super::*;

    fn run() {
        let _ = UserEvent::scan().userid(1).userid(2).statement();
    }
}

fn main() {}
