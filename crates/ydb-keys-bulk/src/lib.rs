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
//! [`Bulk`] has loads and exports of a model, [`BulkAt`] those of a table at another path, and [`BulkSelect`] exports
//! of some rows or columns. The guide has chapters on
//! [loading](https://docs.rs/ydb-keys/latest/ydb_keys/guide/loading/index.html) and
//! [exporting](https://docs.rs/ydb-keys/latest/ydb_keys/guide/exporting/index.html).
#![recursion_limit = "256"]

// The rooms. Each imports only rooms above it; `tests/rooms` holds that.
//
// proto/         Arrow or protobuf; types and values in YDB's own protocol
// connection/    channels to all nodes, the ticket, attempts of each request; retry.rs: what is repeated, and when
// describe.rs    the partitions of a table; ask.rs: the rows of any query, and its plan  <- connection
// encode/        rows of a model as the body of a BulkUpsert; pure
// loader/        rows on their way: flight/; what became of them: error.rs  <- connection, encode
// decode/        parts of results as columns, and these as structs or record batches; pure
// export/        streams of the parts of a table: run.rs; of values: values.rs; the copy that is of one moment: snapshot.rs  <- connection, decode
// model.rs       the traits that give models, tables and scans these         <- loader, export

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
