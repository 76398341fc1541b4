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

pub use clock::Clock;
pub use error::{Error, GrpcCode, Issue, Position, Status};
#[cfg(feature = "simulation")]
pub use schedule::{Event, History, Schedule, ScheduleError, Upset};
#[cfg(feature = "cli")]
pub use serve::Serve;
pub use server::{Server, ServerBuilder, StartError};
pub use session::{Behavior, Release, Snapshot};
#[cfg(feature = "simulation")]
pub use simulation::{Explored, Failure, Outcome, Simulation};
pub use storage::{Counters, PartitionStats, Replay, ReplaySettings, Thresholds};
pub use wire::{Call, Fault, Faults, Refusal};
