//! Items for the other crates of this project. They are not public API, and change without notice.

#[cfg(feature = "simulation")]
pub use crate::schedule::{History, Upset};
#[cfg(feature = "cli")]
pub use crate::serve::Serve;
#[cfg(feature = "simulation")]
pub use crate::simulation::{Explored, Outcome};
pub use crate::storage::{Replay, ReplaySettings};
pub use crate::wire::Refusal;
