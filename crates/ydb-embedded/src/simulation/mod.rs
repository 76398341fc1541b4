//! A server and its clients on one thread, where time and order are inputs: one seed is one history.

mod explore;
mod failure;
mod outcome;
mod rest;
mod run;

pub use explore::Explored;
pub use failure::Failure;
pub use outcome::Outcome;
pub use run::Simulation;
