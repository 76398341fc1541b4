//! The threads of a server.

use std::io;
use std::net::TcpListener as StdListener;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use parking_lot::Mutex;
use tokio::net::TcpListener;
use tokio::runtime::{Builder as RuntimeBuilder, Runtime};

use crate::session::Engine;
use crate::wire::{Gate, Protocol};

/// The number of threads: statements are short, and a test has few clients.
const WORKERS: usize = 2;

/// The stack of every thread that parses, plans or runs a query. The limit on nesting is set so that the deepest
/// statement fits, in a debug build too (`tests/chains.rs`). Only what is touched takes memory.
const STACK: usize = 8 << 20;

/// How long a drop waits for connections to close. They close at their next pause, within microseconds.
const FAREWELL: Duration = Duration::from_secs(2);

/// How often the engine looks whether something is due. [`Thresholds`](crate::Thresholds) say when partitions split and merge.
const MAINTENANCE: Duration = Duration::from_millis(100);

/// Why a server did not start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// The address is in use, or is not an address of this machine.
    #[error("cannot listen on {host}:{port}: {source}")]
    Listen {
        /// The host that was asked for.
        host: String,
        /// The port that was asked for; 0 is any.
        port: u16,
        /// The system's error.
        source: io::Error,
    },
    /// The system has no thread left.
    #[error("cannot start the server's threads: {0}")]
    Threads(io::Error),
    /// What was given for TLS is not a certificate and its key.
    #[cfg(feature = "tls")]
    #[error("cannot serve TLS with this certificate and key, which must both be PEM: {0}")]
    Tls(String),
}

/// The running threads. Dropping this ends them.
pub(super) struct Running {
    runtime: Option<Runtime>,
    /// Disconnected when the listener is closed. The lock is only there to make this `Sync`.
    closed: Mutex<Receiver<()>>,
}

impl Running {
    /// Starts to serve.
    pub(super) fn new(protocol: Protocol, listener: StdListener, gate: Gate) -> Result<Self, StartError> {
        let mut builder = RuntimeBuilder::new_multi_thread();
        builder.worker_threads(WORKERS).thread_stack_size(STACK).thread_name("ydb-embedded").enable_all();
        let runtime = builder.build();
        let runtime = runtime.map_err(StartError::Threads)?;
        let (open, closed) = channel::<()>();
        let running = Self { runtime: Some(runtime), closed: Mutex::new(closed) };
        running.serve(protocol, listener, gate, open).map_err(StartError::Threads)?;
        Ok(running)
    }

    fn serve(&self, protocol: Protocol, listener: StdListener, gate: Gate, open: Sender<()>) -> io::Result<()> {
        if let Some(runtime) = &self.runtime {
            let engine = Arc::clone(&gate.engine);
            if !engine.clock().is_manual() {
                runtime.spawn(maintain(engine));
            }
            let entered = runtime.enter();
            let listener = TcpListener::from_std(listener)?;
            drop(entered);
            runtime.spawn(async move {
                // This ends before the runtime only if the listener fails; clients then see closed connections.
                protocol.serve(listener, gate).await.ok();
                drop(open);
            });
        }
        Ok(())
    }
}

/// Does what is due, as time passes. To delete many rows takes a while, so that is done on another thread.
async fn maintain(engine: Arc<Engine>) {
    let mut ticks = tokio::time::interval(MAINTENANCE);
    loop {
        ticks.tick().await;
        let engine = Arc::clone(&engine);
        if tokio::task::spawn_blocking(move || engine.maintain()).await.is_err() {
            return;
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            // A plain drop would wait for the threads, and async code must not block.
            runtime.shutdown_background();
            self.closed.get_mut().recv_timeout(FAREWELL).ok();
        }
    }
}
