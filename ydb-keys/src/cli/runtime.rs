//! The runtime that the client needs, on threads of its own: the program may be called from inside another one.

use std::panic::resume_unwind;
use std::sync::mpsc::channel;
use std::thread;

use tokio::runtime::{Builder, Handle};

use super::failure::Failure;
use super::progress::Teller;
use super::progress::Told;

pub(super) struct Runtime {
    handle: Handle,
    // Taken when it ends: a runtime must not be dropped within another one, but may be left to end by itself.
    runtime: Option<tokio::runtime::Runtime>,
}

impl Runtime {
    pub(super) fn start() -> Result<Self, Failure> {
        let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build().map_err(Failure::Runtime)?;
        Ok(Runtime { handle: runtime.handle().clone(), runtime: Some(runtime) })
    }

    /// Runs a future to its end. What it tells meanwhile is heard on the calling thread, which has the writers.
    pub(super) fn run<T, F>(&self, work: impl FnOnce(Teller) -> F, mut hear: impl FnMut(Told)) -> T
    where
        T: Send,
        F: Future<Output = T> + Send,
    {
        let (sender, told) = channel();
        let future = work(Teller(sender));
        thread::scope(|scope| {
            let running = scope.spawn(move || self.handle.block_on(future));
            // Ends when the future is gone, and the sender with it.
            told.into_iter().for_each(&mut hear);
            running.join().unwrap_or_else(|panic| resume_unwind(panic))
        })
    }
}

impl Drop for Runtime {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}
