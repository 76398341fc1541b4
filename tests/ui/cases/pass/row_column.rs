use ydb_keys::{YdbRow, YdbTable};

// Some of a table's columns in a struct of their own, in a row with `of`.
mod flatten {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id), index(by_name, on(name)))]
    struct Customer {
        id: String,
        name: String,
        age: Option<u32>,
    }

    #[derive(YdbRow)]
    struct Who {
        name: String,
    }

    #[derive(YdbRow)]
    #[ydb(of = Customer, covered_by = by_name)]
    struct Contact {
        #[ydb(flatten)]
        who: Who,
        id: String,
    }

    #[derive(YdbRow)]
    struct Aged {
        ge: Option<u32>,
    }

    #[derive(YdbRow)]
    #[ydb(of = Customer)]
    struct Prefixed {
        name: String,
        #[ydb(flatten, prefix = "a")]
        aged: Option<Aged>,
    }

    pub fn run() {
        let _ = |contact: Contact| (contact.who.name, contact.id);
        let _ = |row: Prefixed| (row.name, row.aged.map(|aged| aged.ge));
    }
}

// Some of the columns, in another order, the hash column among them; a query's own columns have any name.
mod subset {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_customer, on(customer_id), cover(amount)))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        amount: Option<f64>,
        comment: Option<String>,
    }

    #[derive(YdbRow)]
    #[ydb(of = Order)]
    struct OrderTotal {
        amount: Option<f64>,
        #[ydb(rename = "order_id")]
        id: u64,
        order_hash: u64,
        #[ydb(skip)]
        _seen: bool,
    }

    #[derive(YdbRow)]
    struct Count {
        #[ydb(rename = "number of orders, per customer")]
        orders: u64,
    }

    pub fn run() {
        let row = OrderTotal { amount: None, id: 1, order_hash: 2, _seen: true };
        let _ = (row.amount, row.id, row.order_hash, Count { orders: 1 }.orders);
    }
}

fn main() {
    flatten::run();
    subset::run();
}
