//! Changes a table over time, with the program of `migrate.rs`: creates it, changes it twice, and gives it a key that
//! spreads its writes.

mod program;

use clap::Parser;
use support::{Database, Result};
use ydb_keys::YdbTable;

/// Models of the first version, keyed by a growing id.
mod first {
    use ydb_keys::YdbTable;

    #[derive(YdbTable, Clone)]
    #[ydb(table = "ydb_keys_examples/changes/orders")]
    #[ydb(primary_key(order_id), allow(monotonic_leading_key, reason = "a shop with ten orders a day"))]
    pub(crate) struct Order {
        #[ydb(monotonic)]
        pub(crate) order_id: u64,
        pub(crate) amount: f64,
        pub(crate) note: Option<String>,
    }
}

/// Models of the second version: orders have a customer, and an index by customer.
mod second {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(table = "ydb_keys_examples/changes/orders")]
    #[ydb(primary_key(order_id), allow(monotonic_leading_key, reason = "a shop with ten orders a day"))]
    #[ydb(index(by_customer, on(customer_id)))]
    pub(crate) struct Order {
        #[ydb(monotonic)]
        pub(crate) order_id: u64,
        pub(crate) amount: f64,
        pub(crate) note: Option<String>,
        pub(crate) customer_id: Option<u64>,
    }
}

/// Models of the third version, without the notes, which nobody wrote.
mod third {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(table = "ydb_keys_examples/changes/orders")]
    #[ydb(primary_key(order_id), allow(monotonic_leading_key, reason = "a shop with ten orders a day"))]
    #[ydb(index(by_customer, on(customer_id)))]
    pub(crate) struct Order {
        #[ydb(monotonic)]
        pub(crate) order_id: u64,
        pub(crate) amount: f64,
        pub(crate) customer_id: Option<u64>,
    }
}

/// Models of the fourth version: the shop has a thousand orders a second, and a hash spreads them.
mod fourth {
    use ydb_keys::YdbTable;

    #[derive(YdbTable, Debug)]
    #[ydb(table = "ydb_keys_examples/changes/orders")]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_customer, on(customer_id)))]
    pub(crate) struct Order {
        #[ydb(monotonic)]
        pub(crate) order_id: u64,
        pub(crate) amount: f64,
        pub(crate) customer_id: Option<u64>,
    }
}

/// A schema over time, from an empty database through two changes and a rekey
#[derive(Parser)]
struct Options {}

#[tokio::main]
async fn main() -> Result {
    Options::parse();
    let database = Database::open(&[fourth::Order::TABLE]).await?;
    tour(&database).await.and(database.close().await)
}

async fn tour(database: &Database) -> Result {
    let migrate = |arguments: &[&str], schema| program::migrate(database, arguments, schema);

    println!("1. The first version, on an empty database\n");
    let schema = ydb_keys::schema![first::Order];
    migrate(&["diff"], schema);
    migrate(&["apply", "--yes"], schema);
    migrate(&["diff"], schema);
    let order = |order_id| first::Order { order_id, amount: 10.0 * order_id as f64, note: None };
    let orders: Vec<first::Order> = (1..=2500).map(order).collect();
    first::Order::insert_many(&orders).exec(&database.client).await?;
    println!("(the application inserts {} orders)\n", orders.len());

    println!("2. A change that only adds: a customer for each order, and an index by customer\n");
    let schema = ydb_keys::schema![second::Order];
    migrate(&["apply", "--yes"], schema);

    println!("3. A change that loses data: nobody wrote notes, so the column goes\n");
    let schema = ydb_keys::schema![third::Order];
    migrate(&["apply", "--yes"], schema);
    migrate(&["apply", "--yes", "--allow-destructive"], schema);

    println!("4. A new key: a hash in front spreads new orders over all partitions\n");
    let schema = ydb_keys::schema![fourth::Order];
    migrate(&["check"], schema);
    migrate(&["apply", "--yes", "--rekey", "--writers-stopped"], schema);
    migrate(&["check"], schema);
    println!("(order 2500, read by its hash: {:?})\n", fourth::Order::get(2500).fetch(&database.client).await?);
    migrate(&["apply", "--yes", "--drop-old"], schema);
    migrate(&["diff"], schema);
    Ok(())
}
