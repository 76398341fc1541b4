// Scans of indexes: by a prefix, by a range, of all.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(index(by_customer, on(customer_id, number)))]
#[ydb(index("2nd-number", on(number), async))]
struct Order {
    order_id: u64,
    customer_id: u64,
    number: String,
}

fn main() {
    let scan = || Order::index::<OrderByCustomer>();
    let _ = scan().customer_id(1).statement();
    let _ = scan().customer_id(1..9).descending().limit(2).statement();
    let _ = scan().customer_id(1).number("a").count();
    let _ = scan().customer_id(1).number("a".to_owned()..).exists();
    let _ = scan().full_scan().select::<Order>().statement();
    let _ = Order::index::<Order2ndNumber>().number("a").statement();
    let _ = Order::below("tenants/acme").index::<OrderByCustomer>().customer_id(1).statement();
}
