use ydb_keys::{YdbRow, YdbTable};

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(index(by_customer, on(customer_id, number), cover(amount)))]
struct Order {
    order_id: u64,
    customer_id: u64,
    number: String,
    amount: Option<f64>,
}

// Flattened rows of a row with `of`: their columns are columns of the table too, and of its index.
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
        size: u64,
    }

    #[derive(YdbRow)]
    struct Age {
        age: u32,
    }

    #[derive(YdbRow)]
    #[ydb(of = Customer)]
    struct Contact {
        #[ydb(flatten)]
        who: Who,
        id: u64,
    }

    #[derive(YdbRow)]
    #[ydb(of = Customer, covered_by = by_name)]
    struct Covered {
        name: String,
        #[ydb(flatten)]
        age: Age,
    }
}

// The table's column is not called like its field; a renamed one that is unlike all; a case of the row's own.
mod rename {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "accounts", rename_all = "camelCase", primary_key(user_name))]
    struct Account {
        user_name: String,
        e_mail: Option<String>,
    }

    #[derive(YdbRow)]
    #[ydb(of = Account)]
    struct Name {
        user_name: String,
    }

    #[derive(YdbRow)]
    #[ydb(of = Account, rename_all = "kebab-case")]
    struct Mail {
        #[ydb(rename = "address")]
        mail: Option<String>,
        user_name: String,
    }
}

// A row reads a column that is nearly one of the table's.
mod typo {
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
        order_id: u64,
        amuont: Option<f64>,
    }
}

// Rows read columns into types that cannot hold them: a number, an alias, a newtype, an enum, JSON, the hash.
mod other {
    use std::time::SystemTime;

    use ydb_keys::{YdbColumn, YdbRow, YdbTable};

    #[derive(YdbTable)]
    #[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        status: String,
        #[ydb(type = "Datetime")]
        at: SystemTime,
        note: Option<String>,
    }

    type Id = u32;

    #[derive(YdbColumn)]
    struct Number(i64);

    #[derive(YdbColumn)]
    #[ydb(as = "Uint8")]
    enum Status {
        New = 1,
    }

    #[derive(YdbRow)]
    #[ydb(of = Order)]
    struct Part {
        order_id: Id,
        status: Status,
        at: Option<Number>,
        note: Option<Vec<u8>>,
        #[ydb(json)]
        customer_id: Vec<u64>,
        order_hash: i64,
    }
}

// Rows without an option for a column that may be NULL, as JSON and behind an alias.
mod not_optional {
    use ydb_keys::{YdbRow, YdbTable};

    type Maybe = Option<f64>;

    #[derive(YdbTable)]
    #[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
        amount: Maybe,
        #[ydb(json)]
        tags: Option<Vec<String>>,
    }

    #[derive(YdbRow)]
    #[ydb(of = Order)]
    struct Part {
        amount: f64,
        #[ydb(json)]
        tags: Vec<String>,
    }
}

// Indexes that the table does not have, and one of no table.
mod unknown {
    use ydb_keys::{YdbRow, YdbTable};

    #[derive(YdbTable)]
    #[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_customer, on(customer_id), cover(amount)))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        amount: Option<f64>,
        comment: Option<String>,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(name))]
    struct Country {
        name: String,
    }

    #[derive(YdbRow)]
    #[ydb(of = Order, covered_by = by_custmer)]
    struct CustomerOrder {
        order_id: u64,
    }

    #[derive(YdbRow)]
    #[ydb(of = Country, covered_by = by_name)]
    struct Name {
        name: String,
    }

    #[derive(YdbRow)]
    #[ydb(covered_by = by_customer)]
    struct Total {
        amount: Option<f64>,
    }
}

// A row reads a column that the index does not hold.
mod comment {
    use ydb_keys::{YdbRow, YdbTable};

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
    #[ydb(of = Order, covered_by = by_customer)]
    struct OrderComment {
        order_id: u64,
        comment: Option<String>,
    }
}

// Reading a scan into the model of another table.
mod another_model {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(site))]
    struct Visit {
        site: String,
    }

    fn run() {
        let _ = Order::scan().order_id(1).select::<Visit>();
    }
}

// Reading a scan into a struct that derives nothing.
mod no_row {
    use super::*;

    struct Total;

    fn run() {
        let _ = Order::scan().order_id(1).select::<Total>();
        let _ = Order::get(1).select::<Total>();
    }
}

// Rows that say of no table, or of another one, that they are a part of it.
mod of_another {
    use ydb_keys::{ProjectionOf, YdbRow};

    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(name))]
    struct Country {
        name: String,
    }

    #[derive(YdbRow)]
    struct Total {
        amount: Option<f64>,
    }

    #[derive(YdbRow)]
    #[ydb(of = Country)]
    struct Name {
        name: String,
    }

    fn read<R: ProjectionOf<Order>>() {}

    fn run() {
        read::<Total>();
        read::<Name>();
    }
}

// Reading rows as something that is none.
mod bound {
    use super::*;

    struct Order {
        id: u64,
    }

    fn read<R: YdbRow>() {}

    fn run() {
        read::<Order>();
    }
}

// What cannot be flattened: structs that are not rows, and types of columns.
mod not_a_row_flatten {
    use super::*;

    struct Customer {
        id: u64,
    }

    #[derive(YdbRow)]
    struct Sale {
        order_id: u64,
        #[ydb(flatten, prefix = "c_")]
        customer: Customer,
    }

    #[derive(YdbRow)]
    struct OuterSale {
        order_id: u64,
        #[ydb(flatten, prefix = "c_")]
        customer: Option<Customer>,
        #[ydb(flatten)]
        amount: f64,
    }
}

fn main() {}
