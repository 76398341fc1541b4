//! Loads and exports of [YDB](https://ydb.tech) tables as fast as the network allows, on their own connections, for the
//! models of [`ydb_keys`].
//!
//! ```no_run
//! # use ydb_keys::YdbTable;
//! # #[derive(YdbTable)]
//! # #[ydb(table = "orders", primary_key(order_hash = xxh3(order_id), order_id))]
//! # struct Order { order_id: u64, note: Option<String> }
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! use ydb_keys_bulk::{Bulk, Connection};
//!
//! let connection = Connection::open("grpc://localhost:2136/local").await?;
//! for mut orders in Order::export(&connection).split(4).await? {
//!     while let Some(order) = orders.try_next().await? {
//!         println!("{}", order.order_id);
//!     }
//! }
//! # Ok(())
//! # }
//! ```
//!
//! [`Bulk`] has the loads and exports of a model. [`BulkAt`] has them for a table at another path, and [`BulkSelect`]
//! exports some rows or columns. The guide has chapters on
//! [loading](https://docs.rs/ydb-keys/latest/ydb_keys/guide/loading/index.html) and
//! [exporting](https://docs.rs/ydb-keys/latest/ydb_keys/guide/exporting/index.html).
#![recursion_limit = "256"]

// Rooms: files and directories of modules. A room imports only rooms above it; `tests/rooms` checks the imports.
//
// proto/         formats of rows (Arrow or protobuf); types and values in YDB's own protocol
// connection/    channels to all nodes, the ticket, single attempts of requests; retry.rs: errors that are retried
// describe.rs    the partitions of a table; ask.rs: the rows and the plan of any query  <- connection
// encode/        rows of a model as the body of a BulkUpsert; pure
// loader/        loads: pushed rows, batches and requests; error.rs: failed loads  <- connection, encode
// decode/        parts of results as columns, and columns as structs or record batches; pure
// export/        streams of a table's parts: run.rs; of values: values.rs; the copy for a snapshot: snapshot.rs
//                <- connection, decode
// model.rs       traits that add loads and exports to models, tables and scans  <- loader, export

#[doc(hidden)]
pub mod __internal;
mod ask;
mod connection;
mod decode;
mod describe;
mod encode;
mod export;
mod loader;
mod model;
mod proto;
mod retry;

pub use connection::Connection;
pub use decode::from_record_batch;
pub use export::{Export, ExportStream, RecordBatches};
pub use loader::{LoadError, LoadFailure, LoadReport, Loader, PendingRows, Push, RejectedRow};
pub use model::{Bulk, BulkAt, BulkSelect};
pub use proto::Format;
