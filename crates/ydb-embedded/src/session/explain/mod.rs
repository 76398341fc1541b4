//! Explained plans: the operators of a query as YDB's plans show them (`kqp_query_plan.cpp`).
//!
//! A plan is the same for all values of the parameters, as it is in YDB.

mod joins;
mod keys;
mod node;
mod operators;
mod range;
mod text;
mod walk;

pub use node::{Node, PlanOperator, Planned, PlannedKeys, PlannedRead, PlannedWrite};
pub(super) use operators::explain;
