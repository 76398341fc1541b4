//! Adopts tables of a service without models: five tables without NOT NULL in their keys are pulled, read, queried and
//! changed. Later one of the keys becomes NOT NULL.

mod program;

use std::time::{Duration, SystemTime};

use clap::Parser;
use support::{Database, Result};
use ydb_keys::YdbTable;

/// Statements that created the tables by hand, years ago.
const TABLES: [&str; 5] = [
    "CREATE TABLE `ydb_keys_examples/adopting/orders` (
        order_hash Uint64, order_id Uint64, customer_id Utf8, amount Double,
        INDEX by_customer GLOBAL ON (customer_id), PRIMARY KEY (order_hash, order_id)
    ) WITH (AUTO_PARTITIONING_BY_LOAD = ENABLED)",
    "CREATE TABLE `ydb_keys_examples/adopting/customers` (customer_id Utf8, name Utf8, PRIMARY KEY (customer_id))",
    "CREATE TABLE `ydb_keys_examples/adopting/visits` (
        visit_hash Uint64, customer_id Utf8, at Timestamp, page Utf8, PRIMARY KEY (visit_hash, customer_id, at)
    )",
    "CREATE TABLE `ydb_keys_examples/adopting/sessions` (
        token_hash Int64, token Utf8, customer_id Utf8, PRIMARY KEY (token_hash, token)
    )",
    "CREATE TABLE `ydb_keys_examples/adopting/settings` (name Utf8, value Utf8, PRIMARY KEY (name))",
];

/// Models as `pull` prints them, with its questions answered.
mod models {
    use std::time::SystemTime;

    use ydb_keys::YdbTable;

    #[derive(YdbTable, Clone, Debug, PartialEq)]
    #[ydb(table = "ydb_keys_examples/adopting/orders")]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id), key_not_null = false)]
    #[ydb(partitioning(by_load))]
    #[ydb(index(by_customer, on(customer_id)))]
    pub(crate) struct Order {
        pub(crate) order_id: u64,
        pub(crate) customer_id: Option<String>,
        pub(crate) amount: Option<f64>,
    }

    #[derive(YdbTable, Clone, Debug, PartialEq)]
    #[ydb(table = "ydb_keys_examples/adopting/customers", primary_key(customer_id), key_not_null = false)]
    pub(crate) struct Customer {
        pub(crate) customer_id: String,
        pub(crate) name: Option<String>,
    }

    #[derive(YdbTable, Clone, Debug, PartialEq)]
    #[ydb(table = "ydb_keys_examples/adopting/visits")]
    #[ydb(primary_key(visit_hash = xxh3(customer_id), customer_id, at), key_not_null = false)]
    pub(crate) struct Visit {
        pub(crate) customer_id: String,
        pub(crate) at: SystemTime,
        pub(crate) page: Option<String>,
    }

    /// Hash of the first program: FNV-1 of the token, signed.
    pub(crate) mod fnv1 {
        use ydb_keys::ForeignHash;

        pub(crate) const HASH: ForeignHash =
            ForeignHash::new("fnv1", 1).yql("BITCAST(Digest::Fnv64({token}) AS Int64)");

        pub(crate) fn hash(token: &str) -> i64 {
            let step = |hash: u64, byte| hash.wrapping_mul(0x100_0000_01b3) ^ u64::from(byte);
            token.bytes().fold(0xcbf2_9ce4_8422_2325, step) as i64
        }
    }

    #[derive(YdbTable, Clone, Debug, PartialEq)]
    #[ydb(table = "ydb_keys_examples/adopting/sessions")]
    #[ydb(primary_key(token_hash = with(fnv1)(token), token), key_not_null = false)]
    pub(crate) struct Session {
        pub(crate) token: String,
        pub(crate) customer_id: Option<String>,
    }

    #[derive(YdbTable, Clone, Debug, PartialEq)]
    #[ydb(table = "ydb_keys_examples/adopting/settings", primary_key(name), key_not_null = false)]
    pub(crate) struct Setting {
        pub(crate) name: String,
        pub(crate) value: Option<String>,
    }
}

/// Models of the first change: orders get a state.
mod changed {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(table = "ydb_keys_examples/adopting/orders")]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id), key_not_null = false)]
    #[ydb(partitioning(by_load))]
    #[ydb(index(by_customer, on(customer_id)))]
    pub(crate) struct Order {
        pub(crate) order_id: u64,
        pub(crate) customer_id: Option<String>,
        pub(crate) amount: Option<f64>,
        pub(crate) state: Option<String>,
    }
}

/// Models whose key is NOT NULL: without `key_not_null = false`.
mod not_null {
    use ydb_keys::YdbTable;

    #[derive(YdbTable, Debug)]
    #[ydb(table = "ydb_keys_examples/adopting/orders")]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(partitioning(by_load))]
    #[ydb(index(by_customer, on(customer_id)))]
    pub(crate) struct Order {
        pub(crate) order_id: u64,
        pub(crate) customer_id: Option<String>,
        pub(crate) amount: Option<f64>,
        pub(crate) state: Option<String>,
    }
}

/// Models for a service that has none
#[derive(Parser)]
struct Options {}

#[tokio::main]
async fn main() -> Result {
    Options::parse();
    let tables = [
        models::Order::TABLE,
        models::Customer::TABLE,
        models::Visit::TABLE,
        models::Session::TABLE,
        models::Setting::TABLE,
    ];
    let database = Database::open(&tables).await?;
    tour(&database).await.and(database.close().await)
}

/// Writes rows like programs without models.
async fn fill(database: &Database) -> Result {
    let mut q = database.client.query_client();
    for table in TABLES {
        q.exec(table).await?;
    }
    let path = "ydb_keys_examples/adopting";
    for id in 1..=20 {
        let customer = format!("'customer {}'u", id % 4);
        for text in [
            format!(
                "UPSERT INTO `{path}/orders` (order_hash, order_id, customer_id, amount) VALUES \
                 (Digest::NumericHash({id}ul), {id}ul, {customer}, {id}.5)"
            ),
            format!("UPSERT INTO `{path}/customers` (customer_id, name) VALUES ({customer}, 'Name {id}'u)"),
            format!(
                "UPSERT INTO `{path}/visits` (visit_hash, customer_id, at, page) VALUES (Digest::XXH3({customer}), \
                 {customer}, Timestamp('2026-01-01T00:00:{id:02}Z'), '/'u)"
            ),
            format!(
                "UPSERT INTO `{path}/sessions` (token_hash, token, customer_id) VALUES \
                 (BITCAST(Digest::Fnv64('token {id}') AS Int64), 'token {id}'u, {customer})"
            ),
        ] {
            q.exec(text).await?;
        }
    }
    q.exec(format!("UPSERT INTO `{path}/settings` (name, value) VALUES ('currency'u, 'EUR'u)")).await?;
    // Once, a program has forgotten the id.
    q.exec(format!("UPSERT INTO `{path}/orders` (order_hash, order_id, amount) VALUES (7ul, NULL, 0.0)")).await?;
    Ok(())
}

async fn tour(database: &Database) -> Result {
    let migrate = |arguments: &[&str], schema| program::migrate(database, arguments, schema);
    fill(database).await?;
    let client = &database.client;

    println!("1. Models of the tables that are there\n");
    migrate(&["pull", "--table", "ydb_keys_examples/adopting/orders"], ydb_keys::schema![]);
    migrate(&["pull", "--table", "ydb_keys_examples/adopting/sessions"], ydb_keys::schema![]);
    let schema = ydb_keys::schema![models::Order, models::Customer, models::Visit, models::Session, models::Setting];
    migrate(&["diff"], schema);
    migrate(&["apply", "--yes"], schema);

    println!("2. The first typed reads and writes\n");
    let at = SystemTime::UNIX_EPOCH + Duration::from_secs(1_767_225_600);
    let visits = models::Visit::scan().customer_id("customer 1").at(at..).fetch(client).await?;
    let session = models::Session::get("token 7").fetch(client).await?;
    println!("{} visits of customer 1, and {session:?}", visits.len());
    models::Order { order_id: 21, customer_id: Some("customer 1".into()), amount: Some(3.0) }
        .insert()
        .exec(client)
        .await?;
    let error = models::Order::scan().full_scan().fetch(client).await.err();
    println!("{}\n", error.map_or_else(String::new, |error| error.to_string()));

    println!("3. The first checked query\n");
    let ids = vec![1_u64, 2, 21];
    let orders = ydb_keys::yql!("SELECT * FROM {models::Order} WHERE order_id IN $ids ORDER BY order_id", ids);
    println!(
        "{} orders, found by {:?}\n",
        orders.clone().fetch::<models::Order>(client).await?.len(),
        orders.access()[0].access
    );

    println!("4. The first change of the schema\n");
    let schema = ydb_keys::schema![changed::Order];
    migrate(&["apply", "--yes"], schema);

    println!("5. The day when the key becomes NOT NULL\n");
    let schema = ydb_keys::schema![not_null::Order];
    migrate(&["diff"], schema);
    migrate(&["apply", "--yes", "--rekey", "--writers-stopped"], schema);
    client
        .query_client()
        .exec("DELETE FROM `ydb_keys_examples/adopting/orders` WHERE order_hash = 7 AND order_id IS NULL")
        .await?;
    println!("(the row without an id is deleted)\n");
    migrate(&["apply", "--yes", "--rekey", "--writers-stopped"], schema);
    println!("(order 21: {:?})", not_null::Order::get(21).fetch(client).await?);
    migrate(&["check"], schema);
    Ok(())
}
