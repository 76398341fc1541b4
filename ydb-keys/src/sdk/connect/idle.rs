//! An executor for clients that have nothing to do with topics: the client's own is four threads for each client.

use std::num::NonZeroUsize;
use std::thread;

use ydb::Executor;

/// Compresses messages of topics, of which there are none.
pub(crate) struct Idle;

impl Executor for Idle {
    fn available_parallelism(&self) -> NonZeroUsize {
        NonZeroUsize::MIN
    }

    fn spawn(&self, task: Box<dyn FnOnce() + Send + 'static>) {
        thread::spawn(task);
    }
}
