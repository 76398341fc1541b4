//! The runtime of the client, on its own threads, because the program may be called from within another runtime.

use std::panic::resume_unwind;
use std::sync::mpsc::channel;
use std::thread;

use tokio::runtime::{Builder, Handle};

use super::failure::Failure;
use super::progress::{Reporter, Update};

pub(super) struct Runtime {
    handle: Handle,
    // Taken on drop: a runtime must not be dropped within another one, but it may be shut down in the background.
    runtime: Option<tokio::runtime::Runtime>,
}

impl Runtime {
    pub(super) fn start() -> Result<Self, Failure> {
        let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build().map_err(Failure::Runtime)?;
        Ok(Runtime { handle: runtime.handle().clone(), runtime: Some(runtime) })
    }

    /// Runs a future to its end. Its updates are passed to `on_update` on the calling thread, which has the writers.
    pub(super) fn run<T, F>(&self, work: impl FnOnce(Reporter) -> F, mut on_update: impl FnMut(Update)) -> T
    where
        T: Send,
        F: Future<Output = T> + Send,
    {
        let (sender, updates) = channel();
        let future = work(Reporter(sender));
        thread::scope(|scope| {
            let running = scope.spawn(move || self.handle.block_on(future));
            // Ends when the future is dropped, and the sender with it.
            updates.into_iter().for_each(&mut on_update);
            running.join().unwrap_or_else(|panic| resume_unwind(panic))
        })
    }

    /// Runs a future on a thread that belongs to no runtime.
    pub(super) fn block_on<T>(&self, future: impl Future<Output = T>) -> T {
        self.handle.block_on(future)
    }

    /// Runs a future beside the calling thread.
    #[cfg(feature = "serve")]
    pub(super) fn spawn(&self, future: impl Future<Output = ()> + Send + 'static) {
        self.handle.spawn(future);
    }
}

impl Drop for Runtime {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}
