//! Exports: reading tables of any size in parallel parts. Each part can be resumed after its last row.
//!
//! ```text
//! bounds --> parts --> task of a part: request, request, ..    --2 parts of a result--> stream: row by row
//!                      SELECT .. after the last row .. LIMIT n
//! ```
//!
//! A part is read by requests of about 32 MB, one after the other. Each request is a statement that continues after the
//! last row of the previous one (`run.rs`). A single query for a whole part would be less work for the server. But it
//! fails at a time limit, when its snapshot gets too old, when a partition splits, or when a node restarts, and a table
//! of terabytes takes hours. A request of seconds may fail for the same reasons, but it is repeated after the last row
//! that arrived: nothing is lost and nothing is read twice. Rows are handed over before the request is complete: YDB
//! sends a result in messages of about a megabyte, and each message is handed over as it arrives. The task reads up to
//! two messages ahead, also those of the next request, so there is no pause between requests. If the reader is slow,
//! the task waits, and the server with it.
//!
//! Requests need no session: YDB runs a query without a session in a separate one, as it does for its own query client.

mod builder;
mod run;
mod snapshot;
mod stream;
mod values;

pub use builder::Export;
pub use stream::{ExportStream, RecordBatches};
pub use values::{Key, ValueExport, ValueRows, ValueStream};
