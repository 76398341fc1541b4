//! The protocol: services, conversions, statuses, injected faults. Only this module uses tonic, prost, ydb-grpc and
//! Arrow's crates.

#[cfg(feature = "arrow")]
mod arrow;
#[cfg(not(feature = "arrow"))]
#[path = "no_arrow.rs"]
mod arrow;
mod convert;
mod dispatch;
mod faults;
#[cfg(any(test, fuzzing))]
mod fuzz;
mod gate;
#[cfg(feature = "simulation")]
mod line;
mod query;
mod reply;
mod services;
mod table;
mod topic;
#[cfg(feature = "simulation")]
mod turns;

pub(crate) use dispatch::Protocol;
pub use faults::{Call, Fault, Faults};
#[cfg(any(test, fuzzing))]
pub(crate) use fuzz::{fuzz, fuzz_arrow};
pub use gate::Refusal;
pub(crate) use gate::{Gate, OnRefused};
#[cfg(feature = "simulation")]
pub(crate) use {line::Lines, turns::Turns};
