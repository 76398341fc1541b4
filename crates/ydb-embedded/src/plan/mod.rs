//! From the tree to a plan: names resolved, types checked, key ranges found.

mod access;
mod bindings;
mod calls;
mod conversion;
mod ddl;
pub mod extract;
mod flatten;
mod from;
mod group;
mod list;
mod names;
mod optimize;
mod phase;
mod phases;
mod planner;
mod pragma;
mod search;
mod select;
mod short;
mod star;
mod statements;
pub mod steps;
mod window;
mod write;

pub use planner::Options;
pub use statements::plan;
