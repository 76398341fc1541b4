//! From the tree to a plan: names resolved, types checked, key ranges found.

pub mod expr;
