//! The catalog: everyone reads it at any time, and one change of it at a time is under way.
//!
//! A reader gets the catalog of the moment and keeps it as long as it likes. A change works on a copy, and puts that in
//! the place of the old one at its end ([`Change::publish`]). A change that fails before that has no effect.
//!
//! During all of that the change has the storage's turn to write. So nobody commits meanwhile, and reads go on. A
//! commit takes the turn, too, and then compares its tables with the catalog ([`Engine::finish`]).

use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::time::Duration;

use super::current::Current;
use super::engine::Engine;
use crate::catalog::Catalog;
use crate::error::Result;
use crate::storage::{Storage, Turn};
use crate::work::tick;

/// How often a change that waits for its turn looks whether its client still waits.
const PATIENCE: Duration = Duration::from_millis(10);

/// A change of the catalog that is under way.
pub(super) struct Change<'e> {
    current: &'e Current,
    storage: &'e Storage,
    catalog: Arc<Catalog>,
    _turn: Turn<'e>,
}

impl Engine {
    /// Begins a change of the catalog when the changes and commits before it are done.
    pub(super) fn change(&self) -> Result<Change<'_>> {
        let turn = loop {
            match self.storage.turn_within(PATIENCE) {
                Some(turn) => break turn,
                None => tick(usize::MAX)?,
            }
        };
        Ok(Change { current: &self.catalog, storage: &self.storage, catalog: self.catalog.read(), _turn: turn })
    }
}

impl Change<'_> {
    /// Makes what has changed so far the catalog of the moment.
    pub(super) fn publish(&self) {
        self.current.replace(Arc::clone(&self.catalog));
        self.storage.change_schema();
        self.storage.let_lag(self.catalog.has_async_index());
    }
}

impl Deref for Change<'_> {
    type Target = Catalog;

    fn deref(&self) -> &Catalog {
        &self.catalog
    }
}

impl DerefMut for Change<'_> {
    fn deref_mut(&mut self) -> &mut Catalog {
        Arc::make_mut(&mut self.catalog)
    }
}
