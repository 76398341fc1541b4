//! A database for each test: `#[ydb_keys::test]`, and the errors of starting one.
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

mod database;
mod directory;
mod forward;
pub(crate) mod run;
pub(crate) mod setup;

use crate::error::Error;
use crate::error::failure::Reason;
use crate::sdk::ConnectError;
use ydb::YdbError;

pub use database::Database;
pub use ydb_embedded;

/// The variable that names a real database, as in YDB's own tools.
const CONNECTION: &str = "YDB_CONNECTION_STRING";

/// Why the database of a test cannot be started or removed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// The embedded engine does not start.
    ///
    /// [What to do](crate::guide::errors#starterrorengine).
    #[error(transparent)]
    Engine(#[from] ydb_embedded::StartError),
    /// The real database cannot be reached.
    ///
    /// [What to do](crate::guide::errors#starterrorconnect).
    #[error("{CONNECTION}: {0}")]
    Connect(#[from] ConnectError),
    /// No connection to the real database, or no port for the directory of the test.
    ///
    /// [What to do](crate::guide::errors#starterrorforward).
    #[error(
        "{CONNECTION}: cannot connect to `{address}`: {reason}\n\
         help: start that database, or unset the variable to run the test on the embedded engine"
    )]
    Forward {
        /// The connection string without its parameters.
        address: String,
        /// The directory of the test.
        directory: String,
        /// What went wrong.
        reason: String,
    },
    /// A table cannot be created.
    ///
    /// [What to do](crate::guide::errors#starterrortable).
    #[error(transparent)]
    Table(#[from] Error),
    /// YDB refuses something else.
    ///
    /// [What to do](crate::guide::errors#starterrorydb).
    #[error("{what}: {}", Reason(error))]
    Ydb {
        /// What was refused.
        what: String,
        /// The client's error.
        #[source]
        error: YdbError,
    },
}
