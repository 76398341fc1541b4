use ydb_keys::YdbTable;

// The whole table, on purpose.
mod full_scan {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "orders")]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
        amount: Option<f64>,
    }

    #[derive(YdbTable)]
    #[ydb(table = "accounts")]
    #[ydb(primary_key(name, number))]
    struct Account {
        name: String,
        number: u64,
    }

    pub fn run() {
        let _ = Order::scan().full_scan().statement();
        let _ = Order::scan().limit(10).full_scan().descending().statement();
        let _ = Order::scan().order_id(1..5).full_scan().statement();
        let _ = Account::scan().full_scan().delete().statement();
    }
}

// Scans of indexes: by a prefix, by a range, of all.
mod index {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_customer, on(customer_id, number)))]
    #[ydb(index("2nd-number", on(number), async))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        number: String,
    }

    pub fn run() {
        let scan = || Order::index::<OrderByCustomer>();
        let _ = scan().customer_id(1).statement();
        let _ = scan().customer_id(1..9).descending().limit(2).statement();
        let _ = scan().customer_id(1).number("a").count();
        let _ = scan().customer_id(1).number("a".to_owned()..).exists();
        let _ = scan().full_scan().select::<Order>().statement();
        let _ = Order::index::<Order2ndNumber>().number("a").statement();
        let _ = Order::in_directory("tenants/acme").index::<OrderByCustomer>().customer_id(1).statement();
    }
}

// Every prefix that fixes the inputs of the hash.
mod prefixes {
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

    #[derive(YdbTable)]
    #[ydb(table = "visits")]
    #[ydb(primary_key(visit_hash = xxh3(site, userid), site, userid, at))]
    struct Visit {
        site: String,
        userid: u64,
        at: SystemTime,
    }

    #[derive(YdbTable)]
    #[ydb(table = "accounts")]
    #[ydb(primary_key(name, number))]
    struct Account {
        name: String,
        number: u64,
    }

    pub fn run() {
        let at = SystemTime::UNIX_EPOCH;
        let _ = UserEvent::scan().userid(1).statement();
        let _ = UserEvent::scan().userid(1).timestamp(at).statement();
        let _ = UserEvent::scan().userid(1).timestamp(at).delete().statement();
        let _ = Visit::scan().site("a".to_owned()).userid(1).statement();
        let _ = Visit::scan().site("a".to_owned()).userid(1).at(at).statement();
        let _ = Account::scan().name("a".to_owned()).statement();
        let _ = Account::scan().name("a".to_owned()).number(1).statement();
        let _ = Account::scan().name("a".to_owned()..).statement();
        let _ = Account::scan().name("a").number(1).statement();
        let _ = Account::scan().name("a".."b").statement();
    }
}

fn main() {
    full_scan::run();
    index::run();
    prefixes::run();
}
