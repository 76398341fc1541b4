//! The arrival of a request, whose snapshot may be that of this moment (`order.rs`).

#![cfg_attr(not(feature = "simulation"), allow(dead_code, reason = "only a simulation has another order"))]

use std::sync::Arc;

use super::chain::Version;
use super::shared::Shared;
use super::turn::Core;

/// The number of the last commit when a request arrived. As long as this is there, the number is in use.
#[derive(Debug)]
pub struct Arrival {
    pub(super) core: Arc<Core>,
    pub(super) at: Version,
    pub(super) schema: u64,
}

impl Arrival {
    /// The snapshot of a request that arrived here, unless the schema has changed since.
    pub(super) fn snapshot(&self, shared: &Shared) -> Option<Version> {
        (self.schema == shared.schema).then_some(self.at)
    }

    /// Whether a read of this moment may miss what is committed now.
    pub fn is_behind(&self) -> bool {
        let shared = self.core.lock();
        self.snapshot(&shared).is_some_and(|at| at < shared.version)
    }
}

impl Drop for Arrival {
    fn drop(&mut self) {
        self.core.lock().unpin(self.at);
    }
}
