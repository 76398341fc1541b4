//! A database for each test: `#[ydb_keys::test]`.
//!
//! ```
//! use ydb_keys::YdbTable;
//!
//! #[derive(YdbTable, Debug, PartialEq)]
//! #[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
//! struct Order {
//!     order_id: u64,
//!     amount: Option<f64>,
//! }
//!
//! #[ydb_keys::test(Order)]
//! async fn an_order_is_found(client: ydb::Client) -> ydb_keys::Result<()> {
//!     let mut q = client.query_client();
//!     let order = Order { order_id: 1, amount: Some(9.5) };
//!     order.insert().exec(&mut q).await?;
//!     assert_eq!(Order::get(1).fetch(&mut q).await?, Some(order));
//!     Ok(())
//! }
//! ```
//!
//! By default each test gets its own [embedded engine](ydb_embedded), within the process of the tests, which
//! forgives nothing that a real YDB does not ([`Behavior::strict`](ydb_embedded::Behavior::strict)). With the variable
//! `YDB_CONNECTION_STRING` each test gets its own directory in that database, which its client takes for the
//! database; see [`Database`]. What a test may ask for, by the types of its parameters:
//!
//! | type | is |
//! |---|---|
//! | `ydb::Client`, `&ydb::Client` | a client of the test's database |
//! | `&Server`, the embedded engine's [`Server`](ydb_embedded::Server) | the server: its faults, its snapshots, its partitions. A test that asks for it always runs on the embedded engine |
//! | `&Database` | the [`Database`]: its path, and the server if there is one |
//!
//! With `#[ydb_keys::test(Order, clock)]` the test decides what time it is: its engine's clock moves with
//! [`Server::advance`](ydb_embedded::Server::advance) only.
//!
//! [The guide](crate::guide::testing) shows all of it.

mod client;
mod database;
mod directory;
mod error;
pub(crate) mod explore;
mod forward;
pub(crate) mod parameter;
pub(crate) mod run;
pub(crate) mod setup;

pub use database::Database;
pub use error::StartError;
pub use ydb_embedded;
