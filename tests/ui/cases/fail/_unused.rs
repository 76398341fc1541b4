#![allow(dead_code)]

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(index(by_customer, on(customer_id)))]
struct Order {
    order_id: u64,
    customer_id: u64,
}

// What describes a write, and does not send it.
mod write {
    use super::*;

    fn run(order: &Order, orders: &[Order]) {
        order.upsert();
        order.insert();
        Order::upsert_many(orders);
        Order::update_many(orders);
        Order::delete(1);
        Order::delete_many([1]);
        Order::scan().order_id(1).delete();
    }
}

// An update with a setter, and one without.
mod update {
    use super::*;

    fn run() {
        Order::update(1).customer_id(3);
        Order::update(1);
        Order::scan().full_scan().batch_update().customer_id(3);
        Order::scan().order_id(1).batch_delete();
        Order::modify(1, |order| order.customer_id = 3);
    }
}

// What describes a read, and does not send it.
mod read {
    use super::*;

    fn run() {
        Order::get(1);
        Order::get_many([1]);
        Order::exists(1);
        Order::scan().full_scan().limit(3);
        Order::scan().order_id(1).select::<Order>();
        Order::scan().full_scan().count();
        Order::scan().full_scan().page(10, None);
    }
}

// A scan of an index.
mod index {
    use super::*;

    fn run() {
        Order::index::<OrderByCustomer>().customer_id(3);
    }
}

// A table that is not created.
mod create_table {
    use super::*;

    fn run() {
        Order::TABLE.create_table();
    }
}

// A query.
mod query {
    use ydb_keys::yql;

    use super::*;

    fn run(id: u64) {
        yql!("DELETE FROM {Order} WHERE order_id = $id", id);
    }
}

fn main() {}
