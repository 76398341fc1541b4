//! Connections to all nodes of a database: discovery, health, the ticket, and one attempt of each request.

mod answer;
mod call;
mod node;
mod nodes;
mod open;
mod send;
mod ticket;

pub(in crate::bulk) use answer::{Answer, operation_result};
pub use open::Connection;
pub(in crate::bulk) use send::was_not_sent;
