//! Schema changes on a database: describing its tables and running a plan.

mod apply;
mod attempt;
mod describe;
mod error;
mod event;
mod plan;
mod pull;
mod rekey;
mod release;
mod rest;
mod rights;
mod sample;
mod unique;
mod version;
mod wait;

pub use apply::{Applied, ApplyOptions, apply};
pub use describe::describe;
pub use error::{Detail, MigrateError, MigrateErrorKind};
pub(crate) use event::OnEvent;
pub use event::{Event, RekeyPhase};
pub use plan::plan;
pub use pull::leading_hash;
pub use pull::pull;
pub use rekey::{Recorded, Rehearsed, Remains, rehearse, remains, settle};
pub use rekey::{RekeyOptions, RekeyReport, drop_new, drop_old, rekey};
pub use version::release;
