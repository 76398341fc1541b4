//! Running relational operators: rows are pulled in batches, state stands beside the plan.

mod access;
mod condition;
mod cursor;
mod decode;
mod group;
mod hash;
mod index;
mod join;
mod scan;
mod sort;
mod usage;
mod write;

pub use access::{KeySpan, spans};
pub use cursor::{Cursor, Cx, Host};
pub use decode::{Decoder, full_row, key_of};
pub use index::IndexedRow;
pub use usage::Usage;
pub use write::{Conflicts, run as write};
