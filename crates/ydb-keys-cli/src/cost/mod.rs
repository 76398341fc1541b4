//! What the steps of a plan cost: rows, time, what they lock, what becomes of programs that run meanwhile, and the way
//! back; and the order of deployment. Pure.

mod estimate;
mod order;
mod step;
#[cfg(test)]
mod tests;

pub(crate) use estimate::{Known, Rates};
pub(crate) use order::order;
pub(crate) use step::{Cost, Programs, copy, cost};
