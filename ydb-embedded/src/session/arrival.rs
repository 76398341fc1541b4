//! When a request arrives: under a schedule it may read what was there then, although it is executed later.

use std::sync::Arc;

use super::engine::Engine;
use crate::storage::Arrival;

impl Engine {
    /// The arrival of a request; `None` if it reads what is there when it is executed.
    pub fn arrive(&self) -> Option<Arc<Arrival>> {
        self.storage.arrive().map(Arc::new)
    }

    /// The same database for a request that arrived then.
    pub fn arrived(&self, arrival: Arc<Arrival>) -> Arc<Self> {
        let mut engine = self.clone();
        engine.arrival = Some(arrival);
        Arc::new(engine)
    }

    /// Whether a commit has taken a place before others that were done since this was last asked.
    pub fn was_reordered(&self) -> bool {
        self.storage.was_reordered()
    }
}
