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

// Types other than the model's that can hold what the table keeps.
mod carried {
    use std::time::SystemTime;

    use ydb_keys::{YdbColumn, YdbRow, YdbTable};

    #[derive(YdbColumn)]
    enum Status {
        New,
    }

    #[derive(YdbTable)]
    #[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
        status: Status,
        #[ydb(type = "Datetime")]
        at: SystemTime,
        #[ydb(json)]
        tags: Vec<String>,
        #[ydb(type = "Json")]
        note: Option<String>,
    }

    #[derive(YdbColumn)]
    struct OrderId(u64);

    #[derive(YdbRow)]
    #[ydb(of = Order)]
    struct Part {
        order_id: OrderId,
        status: String,
        at: Option<SystemTime>,
        tags: serde_json::Value,
        #[ydb(json)]
        note: Option<Vec<u64>>,
    }

    pub fn run() {
        let part = |part: Part| (part.order_id.0, part.status, part.at, part.tags, part.note);
        let _ = (part, Status::New);
    }
}

// An option for a column that may be NULL, and for one that may not.
mod optional {
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

    type Maybe = Option<f64>;

    #[derive(YdbRow)]
    #[ydb(of = Order)]
    struct Part {
        customer_id: Option<u64>,
        amount: Maybe,
    }

    pub fn run() {
        let part = |part: Part| (part.customer_id, part.amount);
        let _ = part;
    }
}

// An index that the table has, by its name as a word and as a text.
mod known {
    use ydb_keys::{YdbRow, YdbTable};

    #[derive(YdbTable)]
    #[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index("by-customer", on(customer_id), async), index(by_amount, on(cents)))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        cents: u64,
    }

    #[derive(YdbRow)]
    #[ydb(of = Order, covered_by = "by-customer")]
    struct CustomerOrder {
        order_id: u64,
        customer_id: u64,
    }

    #[derive(YdbRow)]
    #[ydb(of = Order)]
    #[ydb(covered_by = by_amount)]
    struct Cents {
        cents: u64,
    }

    pub fn run() {
        let rows = |row: CustomerOrder, cents: Cents| (row.order_id, row.customer_id, cents.cents);
        let _ = rows;
    }
}

// The columns of the index, those that it covers, the key and its hash.
mod covered {
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
    struct CustomerOrder {
        customer_id: u64,
        amount: Option<f64>,
        order_id: u64,
        order_hash: u64,
    }

    pub fn run() {
        let row = |row: CustomerOrder| (row.customer_id, row.amount, row.order_id, row.order_hash);
        let _ = row;
    }
}

// A model is a row of its own table.
mod model {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_customer, on(customer_id, number)))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        number: String,
    }

    pub fn run() {
        let _ = Order::scan().order_id(1).select::<Order>();
        let _ = Order::get(1).select::<Order>();
        let _ = Order::get_many([1]).select::<Order>();
    }
}

// A row of the table, named by a path.
mod same {
    use ydb_keys::{ProjectionOf, YdbRow};

    mod models {
        #[derive(ydb_keys::YdbTable)]
        #[ydb(primary_key(name))]
        pub struct Country {
            pub name: String,
        }
    }

    #[derive(YdbRow)]
    #[ydb(of = crate::same::models::Country)]
    struct Name {
        name: String,
    }

    fn read<R: ProjectionOf<models::Country>>() {}

    pub fn run() {
        read::<Name>();
        let _ = |name: Name, country: models::Country| (name.name, country.name);
    }
}

// Rows, models, optional rows, rows with rows in them, and an alias of one.
mod rows_in_rows {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(name))]
    struct Customer {
        name: String,
    }

    #[derive(YdbRow)]
    struct City {
        name: String,
        #[ydb(flatten, prefix = "mayor_")]
        mayor: Option<Customer>,
    }

    type Place = Option<City>;

    #[derive(YdbRow)]
    struct Sale {
        order_id: u64,
        #[ydb(flatten)]
        customer: Customer,
        #[ydb(flatten, prefix = "c_")]
        city: City,
        amount: f64,
        #[ydb(flatten, prefix = "p_")]
        place: Place,
        #[ydb(flatten, prefix = "")]
        empty: Total,
    }

    #[derive(YdbRow)]
    struct Total {
        total: Option<u64>,
    }

    pub fn run() {
        let _ = |sale: Sale| (sale.order_id, sale.customer.name, sale.city.mayor, sale.amount, sale.place, sale.empty.total);
        let _ = |city: City| city.name;
        assert_eq!(Sale::FIELDS.len(), 9);
    }
}

// A struct, and a model.
mod a_struct {
    use super::*;

    #[derive(YdbRow)]
    struct Total {
        total: Option<f64>,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(name))]
    struct Country {
        name: String,
    }

    fn read<R: YdbRow>() -> usize {
        R::FIELDS.len()
    }

    pub fn run() {
        let fields = |total: Total, country: Country| (total.total, country.name);
        let _ = (read::<Total>(), read::<Country>(), fields);
    }
}

fn main() {
    flatten::run();
    subset::run();
    carried::run();
    optional::run();
    known::run();
    covered::run();
    model::run();
    same::run();
    rows_in_rows::run();
    a_struct::run();
}
