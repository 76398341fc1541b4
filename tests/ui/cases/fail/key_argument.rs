use ydb_keys::YdbTable;

// A text for a number of an index.
mod index {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_customer, on(customer_id, number)))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        number: String,
    }

    fn run() {
        let _ = Order::index::<OrderByCustomer>().customer_id("1");
    }
}

// A range of another type.
mod wrong_range {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "accounts")]
    #[ydb(primary_key(name, number))]
    struct Account {
        name: String,
        number: u64,
    }

    fn run() {
        let _ = Account::scan().name(1..5).statement();
    }
}

// A value of another type.
mod wrong_type {
    use std::time::SystemTime;

    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "user_events")]
    #[ydb(primary_key(userhash = xxh3(userid), userid, timestamp))]
    struct UserEvent {
        timestamp: SystemTime,
        userid: u64,
        userevent: Option<String>,
    }

    fn run() {
        let _ = UserEvent::scan().userid("alice").statement();
    }
}

fn main() {}
