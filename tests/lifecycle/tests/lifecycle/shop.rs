//! Models of a shop before and after a change.

use std::time::{Duration, SystemTime};

use e2e_tests::Database;
use ydb_keys::{Table, YdbTable};

/// Models of the first release.
pub(crate) mod first {
    use super::*;

    #[derive(YdbTable, Clone, Debug, PartialEq)]
    #[ydb(table = "shop/orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_customer, on(customer)))]
    pub(crate) struct Order {
        pub(crate) order_id: u64,
        pub(crate) customer: Option<String>,
        pub(crate) created: SystemTime,
        pub(crate) amount: Option<f64>,
        pub(crate) note: Option<String>,
    }

    #[derive(YdbTable, Clone, Debug, PartialEq)]
    #[ydb(table = "shop/visits", store = column, primary_key(visitor, at), partition_by_hash(visitor))]
    pub(crate) struct Visit {
        pub(crate) visitor: String,
        pub(crate) at: SystemTime,
    }

    pub(crate) const TABLES: &[&Table] = ydb_keys::schema![Order, Visit];
}

/// Models of the second release: more columns, a new index and a changed one, settings; without two columns and without
/// old rows.
pub(crate) mod second {
    use super::*;

    #[derive(YdbTable, Clone, Debug, PartialEq)]
    #[ydb(table = "shop/orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_customer, on(customer, order_id), cover(amount)), index(by_city, on(city), async))]
    #[ydb(partitioning(by_load, min = 1, max = 8), ttl(column = created, after = "P365D"))]
    pub(crate) struct Order {
        pub(crate) order_id: u64,
        pub(crate) customer: Option<String>,
        pub(crate) created: SystemTime,
        pub(crate) amount: Option<f64>,
        pub(crate) city: Option<String>,
        #[ydb(default = 1)]
        pub(crate) parcels: u32,
    }

    #[derive(YdbTable, Clone, Debug, PartialEq)]
    #[ydb(table = "shop/visits", store = column, primary_key(visitor, at), partition_by_hash(visitor))]
    pub(crate) struct Visit {
        pub(crate) visitor: String,
        pub(crate) at: SystemTime,
        pub(crate) page: Option<String>,
    }

    #[derive(YdbTable, Clone, Debug, PartialEq)]
    #[ydb(table = "shop/customers", primary_key(name_hash = xxh3(name), name))]
    pub(crate) struct Customer {
        pub(crate) name: String,
    }

    pub(crate) const TABLES: &[&Table] = ydb_keys::schema![Order, Visit, Customer];
}

/// Statements that create the tables of the first release by hand, without layout attributes.
pub(crate) const FIRST: &[&str] = &[
    "CREATE TABLE `shop/orders` (order_hash Uint64 NOT NULL, order_id Uint64 NOT NULL, customer Utf8, \
     created Timestamp NOT NULL, amount Double, note Utf8, PRIMARY KEY (order_hash, order_id), \
     INDEX by_customer GLOBAL SYNC ON (customer))",
    "CREATE TABLE `shop/visits` (visitor Utf8 NOT NULL, at Timestamp NOT NULL, PRIMARY KEY (visitor, at)) \
     PARTITION BY HASH (visitor) WITH (STORE = COLUMN)",
];

/// Returns a time at which no TTL of these tests has expired a row.
fn moment() -> SystemTime {
    let day = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().as_secs() / 86_400;
    SystemTime::UNIX_EPOCH + Duration::from_secs(day * 86_400)
}

pub(crate) fn customer(order_id: u64) -> String {
    format!("customer {}", order_id % 2)
}

/// Creates the tables of the first release, with three orders.
pub(crate) async fn make_first(database: &Database) {
    for statement in FIRST {
        database.run(statement).await;
    }
    let orders: Vec<_> = (1..=3)
        .map(|order_id| first::Order {
            order_id,
            customer: Some(customer(order_id)),
            created: moment(),
            amount: Some(0.5),
            note: Some("gift".into()),
        })
        .collect();
    first::Order::upsert_many(&orders).exec(&mut database.q()).await.unwrap();
}

/// Returns the three orders as the second release reads them: new columns have NULL or the default.
pub(crate) fn second_orders() -> Vec<second::Order> {
    let order = |order_id| second::Order {
        order_id,
        customer: Some(customer(order_id)),
        created: moment(),
        amount: Some(0.5),
        city: None,
        parcels: 1,
    };
    (1..=3).map(order).collect()
}
