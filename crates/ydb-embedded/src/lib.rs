//! An in-process YDB for tests, examples and a first run.
#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
#![allow(unreachable_pub, reason = "`pub` marks the interface of a room; this file decides what leaves the crate")]

// Rooms are the modules at the top of this crate. Each room imports only rooms above it in this list, and `tests/rooms`
// checks it.
//
// error/         YDB's errors; codes.rs names every status and issue code once
// clock.rs       the only clock that the engine asks: the machine's, or a manual one
// work.rs        work that stops soon after nobody waits for it; every long loop counts it  <- error, clock
// types/         values and types: comparison, casts, implicit conversions, texts           <- error
// yql.rs         the syntax tree of a text, from `ydb-yql`                                  <- error, work
// catalog/       paths, table descriptions, the rules of DDL, SHOW CREATE TABLE, rights     <- types, work
// storage/       key and row bytes; partitions that split and merge; snapshots, locks; saved states; records of changefeeds  <- types, catalog
// expr/          typed expressions, functions, aggregates, evaluation                       <- types, yql
// exec/          operators: their plans, their work in a query; ranges of keys; writes, indexes  <- storage, expr
// plan/          names, sources, conditions: a plan from the syntax tree and the catalog    <- yql, catalog, expr, exec
// session/       sessions, transactions, queries; schema changes with their rows; readers of changefeeds  <- all above
// schedule/      schedules from a seed: who goes next, which faults happen; pure            <- error
// wire/          the protocol: services, conversions, faults, turns                         <- session, schedule
// server.rs      the server: its settings and its threads      serve.rs  its command line      main.rs  the binary
// simulation.rs  histories: server and clients on one thread, in the order of a seed        <- server
// check/         history checkers: they compare the answers to clients with the contents of the database; pure

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
