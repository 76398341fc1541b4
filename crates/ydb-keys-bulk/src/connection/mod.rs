//! Connections to all nodes of a database: discovery, health of nodes, the ticket, and single attempts of requests.

mod answer;
mod call;
mod node;
mod nodes;
mod open;
mod send;
mod ticket;

pub(crate) use answer::{Answer, names, operation_result};
pub(crate) use call::{Answers, repeated};
pub use open::Connection;
pub(crate) use send::was_not_sent;
