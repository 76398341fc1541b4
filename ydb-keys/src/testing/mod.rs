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
//! By default each test gets its own [embedded engine](ydb_embedded), within the process of the tests. The engine
//! refuses everything that a real YDB refuses ([`Behavior::strict`](ydb_embedded::Behavior::strict)). With the variable
//! `YDB_CONNECTION_STRING` each test gets its own directory in that database, which its client sees as the database;
//! see [`Database`]. A test may have parameters of these types:
//!
//! | type | is |
//! |---|---|
//! | `ydb::Client`, `&ydb::Client` | a client of the test's database |
//! | `&Server`, the embedded engine's [`Server`](ydb_embedded::Server) | the server: its faults, its snapshots, its partitions. A test that asks for it always runs on the embedded engine |
//! | `&Database` | the [`Database`]: its path, and the server if there is one |
//!
//! With `#[ydb_keys::test(Order, clock)]` the test decides what time it is: the engine's clock moves only with
//! [`Server::advance`](ydb_embedded::Server::advance).
//!
//! [The guide](crate::guide::testing) describes all of this.

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

/// Variable that names a real database, like in YDB's own tools.
const CONNECTION: &str = "YDB_CONNECTION_STRING";

/// Reason that the database of a test cannot be started or removed.
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
    /// The real database cannot be connected to, or the port for the directory of the test cannot be opened.
    ///
    /// [What to do](crate::guide::errors#starterrorforward).
    #[error(
        "{CONNECTION}: cannot connect to `{address}`: {reason}\n\
         help: start that database, or unset the variable to run the test on the embedded engine"
    )]
    Forward {
        /// Connection string without its parameters.
        address: String,
        /// Directory of the test.
        directory: String,
        /// Reason of the failure.
        reason: String,
    },
    /// A table cannot be created.
    ///
    /// [What to do](crate::guide::errors#starterrortable).
    #[error(transparent)]
    Table(#[from] Error),
    /// YDB refuses another request.
    ///
    /// [What to do](crate::guide::errors#starterrorydb).
    #[error("{what}: {}", Reason(error))]
    Ydb {
        /// Action that was refused.
        what: String,
        /// Error of the client.
        #[source]
        error: YdbError,
    },
}
