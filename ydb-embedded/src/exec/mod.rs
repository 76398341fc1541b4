//! Execution of plans: operators that rows are pulled through in batches, and writes.

mod access;
mod condition;
mod conflicts;
mod cursor;
mod decode;
mod evaluate;
mod group;
mod hash;
mod index;
mod join;
mod joiner;
mod query_run;
mod record;
mod record_json;
mod scan;
mod sort;
mod usage;
mod window;
mod write;

pub use access::{KeySpan, spans};
pub(crate) use condition::{Fitted, fit};
pub use conflicts::Conflicts;
pub use cursor::Cursor;
pub use decode::{Decoder, empty_row, full_row, key_of};
pub use index::IndexedRow;
pub use query_run::{Host, QueryRun};
pub use record::{record, scanned, text};
pub use usage::{TableUsage, Usage};
pub use write::run as write;
