//! Operators: for each, what a plan says of it, and what it does in a query. Rows are pulled through them in batches; writes
//! take all rows of theirs first.

mod access;
mod condition;
mod conflicts;
mod cursor;
mod decode;
mod distinct;
mod filter;
mod flatten;
mod group;
mod hash;
mod index;
mod join;
mod joiner;
mod limit;
mod project;
mod query_run;
mod record;
mod record_json;
mod rel;
mod scan;
mod sort;
mod union;
mod usage;
mod values;
mod window;
mod write;

pub use access::{Access, Atom, KeySpan, MAX_RANGES, Term, spans};
pub(crate) use condition::{Fitted, fit, is_ordered_like};
pub use conflicts::Conflicts;
pub use cursor::Cursor;
pub use decode::{Decoder, empty_row, full_row, key_of};
pub use flatten::{Container, ContainerKind};
pub use group::{AggregateCall, Group};
pub use index::IndexedRow;
pub use joiner::{JoinStrategy, Joined, LookupKey};
pub use limit::Limit;
pub use query_run::{Host, QueryRun};
pub use record::{record, scanned, text};
pub use rel::{Join, OutputColumn, Rel, RelKind};
pub use scan::Scan;
pub use sort::Sort;
pub use usage::{TableUsage, Usage};
pub use window::{Frame, Window, WindowCall};
pub use write::{Given, Write, WriteKind, run as write, some as write_some};
