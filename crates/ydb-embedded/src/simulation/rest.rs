//! When the thread of a simulation may rest, so that time passes.
//!
//! The runtime's clock is paused: it moves to the next timer as soon as the runtime has nothing to do. It must not do
//! that while a message is under way between client and server, or timeouts would pass that nobody has waited for. So
//! the runtime rests only if the scheduler has found nothing to do before:
//!
//! ```text
//! no task can run ──> has the scheduler just allowed a rest?
//!                        no ──> wake the scheduler: it looks for new bytes, and lets one message go, or allows a rest
//!                        yes ─> rest until the clock has moved to the next timer
//! ```
//!
//! The clock does not move in a rest that comes right after a task was woken from outside of a task, as the scheduler
//! is. So a rest in which it stands still is repeated once.

use std::sync::atomic::{AtomicU8, Ordering::SeqCst};

use parking_lot::Mutex;
use tokio::sync::Notify;
use tokio::time::Instant;

/// How often the runtime rests until the clock has moved.
const ATTEMPTS: u8 = 2;

/// Whether the runtime may rest.
#[derive(Debug, Default)]
pub(super) struct Rest {
    attempts: AtomicU8,
    /// When the rest began that is under way.
    since: Mutex<Option<Instant>>,
    nothing_to_do: Notify,
}

impl Rest {
    /// No task can run.
    pub(super) fn before(&self) {
        match self.attempts.load(SeqCst).checked_sub(1) {
            Some(left) => {
                self.attempts.store(left, SeqCst);
                *self.since.lock() = Some(Instant::now());
            }
            None => self.nothing_to_do.notify_one(),
        }
    }

    /// The runtime goes on.
    pub(super) fn after(&self) {
        if self.since.lock().take().is_some_and(|since| since < Instant::now()) {
            self.attempts.store(0, SeqCst);
        }
    }

    /// Allows a rest.
    pub(super) fn allow(&self) {
        self.attempts.store(ATTEMPTS, SeqCst);
    }

    /// Waits until no task can run.
    pub(super) async fn wanted(&self) {
        self.nothing_to_do.notified().await;
    }
}
