//! When a request arrives: under a schedule it may read what was there then, although it is executed later. One that is
//! done hours after its client has given it up still has its session and its transaction, as in YDB, where a commit
//! goes on at the partitions when the session is gone.

use std::sync::Arc;

use super::engine::Engine;
use super::sessions::Session;
use crate::storage::Arrival;

impl Engine {
    /// The arrival of a request; `None` if it reads what is there when it is executed.
    pub fn arrive(&self) -> Option<Arc<Arrival>> {
        self.storage.arrive().map(Arc::new)
    }

    /// Returns the database as a request sees it that arrived at this moment.
    pub fn arrived(&self, arrival: Arc<Arrival>) -> Arc<Self> {
        let mut engine = self.clone();
        engine.arrival = Some(arrival);
        Arc::new(engine)
    }

    /// Whether a commit has taken a place before others that were done since this was last asked.
    pub fn was_reordered(&self) -> bool {
        self.storage.was_reordered()
    }

    /// Keeps the session of a request that will be done late, with its open transactions; `None` if it is not open.
    pub fn hold(&self, session: &str) -> Option<Held> {
        let open = self.sessions.get(session).ok()?;
        open.hold();
        Some(Held(session.into(), open))
    }

    /// Returns the database as a request sees it that is done late.
    pub fn holding(&self, Held(id, session): Held) -> Arc<Self> {
        let mut engine = self.clone();
        engine.held = Some((id, session));
        Arc::new(engine)
    }
}

/// The session of a request that is done late.
#[derive(Clone)]
pub struct Held(Arc<str>, Arc<Session>);
