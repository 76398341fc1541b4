//! What the other crates of this project use, and what a user reads and never names. Not public API: it changes without
//! notice.

pub use crate::error::Position;
#[cfg(feature = "simulation")]
pub use crate::schedule::{Event, History, ScheduleError, Upset};
#[cfg(feature = "cli")]
pub use crate::serve::Serve;
pub use crate::session::Snapshot;
#[cfg(feature = "simulation")]
pub use crate::simulation::{Explored, Outcome};
pub use crate::storage::{Counters, Replay, ReplaySettings};
pub use crate::wire::Refusal;
