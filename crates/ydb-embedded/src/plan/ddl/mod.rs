//! From the tree of a DDL statement to the specification that the catalog checks.

mod access;
mod alter;
mod create;
mod families;
mod indexes;
mod literal;
mod sequence;
mod settings;
#[cfg(test)]
mod tests;
mod topic;
mod ttl;

pub use access::change_access;
pub use alter::alter_table;
pub use create::create_table;
pub use sequence::restart;
pub use topic::alter_topic;
