//! Schema changes on a database: describing its tables and running a plan.

mod apply;
mod attempt;
mod describe;
mod event;
mod failure;
mod plan;
mod pull;
mod rekey;
mod release;
mod rest;
mod rights;
mod sample;
mod version;
mod wait;

pub use apply::{Applied, ApplyOptions, apply};
pub use describe::describe;
pub(crate) use event::OnEvent;
pub use event::{Event, RekeyPhase};
pub use failure::MigrateError;
pub use plan::plan;
#[cfg(feature = "cli")]
pub(crate) use pull::leading_hash;
pub use pull::pull;
#[cfg(feature = "cli")]
pub(crate) use rekey::settle;
pub use rekey::{RekeyOptions, RekeyReport, drop_old, rekey};
#[cfg(feature = "cli")]
pub(crate) use version::release;
