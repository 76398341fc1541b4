//! Keys: their bytes in YDB's order, conditions for the rows beside one, what a scan may fix of one, and its limits.

pub mod order;
pub mod prefix;
pub mod sink;

pub use order::{append_ordered, ordered_bytes};
pub use prefix::{Cuts, Rest};
pub use sink::RowSink;
