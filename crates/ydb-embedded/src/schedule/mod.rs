//! Who goes next, and what goes wrong: everything that a seed decides. Pure: `wire` asks, `simulation` runs.

mod chooser;
mod dice;
mod fault;
mod history;
mod settings;

pub use chooser::{Chooser, Seen};
pub use fault::Upset;
pub use history::{Event, History};
pub use settings::Schedule;
