//! Operations on YDB through its own client, the crate `ydb`: the only room that names it.

mod call;
mod decode;
mod failure;
mod params;
mod point;
mod send;
mod table_access;
mod value;
mod write;

pub use call::{Call, Executor};
pub use decode::from_ydb_row;
pub use table_access::TableAccess;
