//! An in-process YDB for tests, examples and a first run.
#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
#![allow(unreachable_pub, reason = "`pub` marks the interface of a room; this file decides what leaves the crate")]

mod catalog;
#[cfg(feature = "simulation")]
pub mod check;
mod clock;
mod error;
mod exec;
mod expr;
#[cfg(any(test, fuzzing))]
pub mod fuzz;
mod plan;
#[cfg(feature = "simulation")]
mod schedule;
#[cfg(feature = "cli")]
mod serve;
mod server;
mod session;
#[cfg(feature = "simulation")]
mod simulation;
mod storage;
#[cfg(test)]
mod tests;
mod types;
mod wire;
mod work;
mod yql;

#[doc(hidden)]
pub mod __internal;

pub use clock::Clock;
pub use error::{Error, GrpcCode, Issue, Status};
#[cfg(feature = "simulation")]
pub use schedule::Schedule;
pub use server::{Server, ServerBuilder, StartError};
pub use session::{Behavior, Release};
#[cfg(feature = "simulation")]
pub use simulation::{Failure, Simulation};
pub use storage::{PartitionStats, Thresholds};
pub use wire::{Call, Fault, Faults};
