//! Keys: bytes in YDB's order, conditions for the rows around a key, the columns that a scan fixes, and size limits.

pub mod order;
pub mod prefix;
pub mod sink;

pub use order::{append_ordered, ordered_bytes};
pub use prefix::{Cuts, Rest};
pub use sink::RowSink;
