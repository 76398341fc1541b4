//! Adds two columns to a table that is in use: first to the table, then to the programs. The guide's page
//! `schema-changes` shows the output.

mod program;

use clap::Parser;
use support::{Database, Result};
use ydb_keys::{Table, YdbTable};
use ydb_keys_migrate::{ApplyOptions, apply, plan};

/// Models of the release that runs.
mod first {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(table = "ydb_keys_examples/add_column/orders", primary_key(order_hash = xxh3(order_id), order_id))]
    pub(crate) struct Order {
        pub(crate) order_id: u64,
        pub(crate) amount: f64,
    }
}

/// Models with a required column without a default, which YDB cannot add.
mod required {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(table = "ydb_keys_examples/add_column/orders", primary_key(order_hash = xxh3(order_id), order_id))]
    #[allow(dead_code, reason = "read as a schema")]
    pub(crate) struct Order {
        order_id: u64,
        amount: f64,
        currency: String,
    }
}

/// Models of the next release.
mod second {
    use ydb_keys::YdbTable;

    #[derive(YdbTable, Debug)]
    #[ydb(table = "ydb_keys_examples/add_column/orders", primary_key(order_hash = xxh3(order_id), order_id))]
    #[allow(dead_code, reason = "printed")]
    pub(crate) struct Order {
        pub(crate) order_id: u64,
        pub(crate) amount: f64,
        pub(crate) currency: Option<String>,
        #[ydb(default = 1)]
        pub(crate) parcels: u32,
    }
}

/// Models with a required currency, once all rows have one.
mod third {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(table = "ydb_keys_examples/add_column/orders", primary_key(order_hash = xxh3(order_id), order_id))]
    #[allow(dead_code, reason = "read as a schema")]
    pub(crate) struct Order {
        order_id: u64,
        amount: f64,
        currency: String,
        #[ydb(default = 1)]
        parcels: u32,
    }
}

/// Adds two columns to a table that programs of the release before use
#[derive(Parser)]
struct Options {}

#[tokio::main]
async fn main() -> Result {
    Options::parse();
    let database = Database::open(&[first::Order::TABLE]).await?;
    tour(&database).await.and(database.close().await)
}

async fn tour(database: &Database) -> Result {
    let client = &database.client;
    let migrate = |arguments: &[&str], schema: &[&'static Table]| program::migrate(database, arguments, schema);
    let made = plan(client, ydb_keys::schema![first::Order], None).await?;
    apply(client, &made, &ApplyOptions::default(), &mut |_| {}).await?;
    let orders: Vec<first::Order> = (1..=100).map(|order_id| first::Order { order_id, amount: 9.5 }).collect();
    first::Order::insert_many(&orders).exec(client).await?;

    println!("1. What `check` and `lint` say of a model with columns that the table does not have\n");
    migrate(&["check"], ydb_keys::schema![second::Order]);
    migrate(&["lint", "--severity", "medium"], ydb_keys::schema![second::Order]);

    println!("2. A required column without a default\n");
    migrate(&["diff"], ydb_keys::schema![required::Order]);

    println!("3. A column that may be NULL, and one with a default\n");
    migrate(&["apply", "--yes"], ydb_keys::schema![second::Order]);
    first::Order { order_id: 101, amount: 9.5 }.insert().exec(client).await?;
    println!("(written before:            {:?})", second::Order::get(1).fetch(client).await?);
    println!("(by an old program, after:  {:?})\n", second::Order::get(101).fetch(client).await?);

    println!("4. The column that may be NULL shall be required\n");
    migrate(&["diff"], ydb_keys::schema![third::Order]);
    Ok(())
}
