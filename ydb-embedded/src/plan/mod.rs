//! From the tree to a plan: names resolved, types checked, key ranges found.

pub mod access;
pub mod aggregate;
mod builtins;
mod ddl;
pub mod expr;
mod from;
mod list;
mod names;
mod occurs;
mod optimize;
mod planner;
mod pragma;
pub mod rel;
mod select;
pub mod steps;
pub mod types;
mod write;

pub use planner::plan;
