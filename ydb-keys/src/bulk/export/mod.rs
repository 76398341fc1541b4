//! Reading tables of any size: in parts, side by side, each resumable after its last row.
//!
//! ```text
//! bounds --> parts --> task of a part: request, request, ..    --2 parts of a result--> stream: row by row
//!                      SELECT .. after the last row .. LIMIT n
//! ```
//!
//! A part is read by requests of about 32 MB, one after the other, each a statement that goes on after the last row of the
//! one before (`run.rs`). One query for a whole part would be less work for the server, but it ends at a limit of time, at
//! the age of its snapshot, or with a split or a restart of a node that it runs on, and a table of terabytes takes hours.
//! A request of seconds survives none of these either, but it is repeated after the last row that came, so nothing
//! is lost and nothing is read twice. What came is not held back until the request is complete: YDB sends a result in
//! messages of about a megabyte, and each is handed over as it comes. The task is ahead of the reader by two messages, also
//! into the next request, so that the end of one costs no time. If the reader is slow, the task waits, and the server with
//! it.
//!
//! Requests need no session: YDB runs a query without one in a session of its own, as it does for its own query client.

mod bounds;
mod builder;
mod call;
mod records;
mod run;
mod snapshot;
mod stream;

pub use builder::Export;
pub use records::RecordBatches;
pub use stream::Exported;
