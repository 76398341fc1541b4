//! Each switch of `Behavior`, on and off.

mod access;
mod cancelled;
mod conflicts;
mod moments;
mod schema;
mod text;

use super::database::{Client, behaving};
use crate::session::Behavior;

/// An empty database with the default behavior, changed by `change`.
fn with(change: impl FnOnce(&mut Behavior)) -> Client {
    let mut behavior = Behavior::default();
    change(&mut behavior);
    behaving(behavior)
}
