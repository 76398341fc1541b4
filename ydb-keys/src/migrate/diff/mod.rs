//! The schema of models against live tables: what differs, and the plan that makes them equal.

mod additive;
mod compare;
mod difference;
mod display;
mod kind;
mod plan;
mod release;
mod step;

pub use compare::compare;
pub use difference::{Difference, NotCompared};
pub use kind::StatementKind;
pub use plan::{Plan, Rekey, TablePlan};
pub use step::{Action, Effect, Step};
