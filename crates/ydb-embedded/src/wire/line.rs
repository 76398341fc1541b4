//! Connections that can be broken, and that report when something happens on them.

use std::io;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Weak};
use std::task::{Context, Poll, Waker};

use parking_lot::Mutex;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tonic::transport::server::Connected;

/// Counter of the events on a server's connections.
#[derive(Clone, Debug, Default)]
pub(crate) struct Moves(Arc<AtomicU64>);

impl Moves {
    pub(crate) fn add(&self) {
        self.0.fetch_add(1, Relaxed);
    }

    pub(crate) fn count(&self) -> u64 {
        self.0.load(Relaxed)
    }
}

/// Switch that breaks a connection.
#[derive(Default)]
pub(crate) struct Line {
    broken: Mutex<(bool, Option<Waker>)>,
}

impl Line {
    /// Breaks the connection: reads and writes on it fail from now on.
    pub(crate) fn break_now(&self) {
        let mut broken = self.broken.lock();
        broken.0 = true;
        if let Some(reader) = broken.1.take() {
            reader.wake();
        }
    }

    fn check(&self, reader: Option<&Waker>) -> io::Result<()> {
        let mut broken = self.broken.lock();
        if broken.0 {
            return Err(io::ErrorKind::ConnectionReset.into());
        }
        if let Some(reader) = reader {
            broken.1 = Some(reader.clone());
        }
        Ok(())
    }
}

#[derive(Clone, Default)]
pub(crate) struct Lines(Arc<Mutex<Vec<Weak<Line>>>>);

impl Lines {
    /// Adds an accepted connection.
    pub(crate) fn add(&self, stream: TcpStream, moves: &Moves) -> Wire {
        moves.add();
        let line = Arc::new(Line::default());
        self.0.lock().push(Arc::downgrade(&line));
        // Without TCP_NODELAY each answer would wait for an acknowledgement. If it cannot be set, the stream is only
        // slower.
        let _ = stream.set_nodelay(true);
        Wire { stream, line, moves: moves.clone() }
    }

    pub(crate) fn break_all(&self) {
        std::mem::take(&mut *self.0.lock()).iter().filter_map(Weak::upgrade).for_each(|line| line.break_now());
    }
}

pub(crate) struct Wire {
    stream: TcpStream,
    line: Arc<Line>,
    moves: Moves,
}

impl Connected for Wire {
    type ConnectInfo = Arc<Line>;

    fn connect_info(&self) -> Arc<Line> {
        Arc::clone(&self.line)
    }
}

impl AsyncRead for Wire {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        self.line.check(Some(cx.waker()))?;
        let read = Pin::new(&mut self.stream).poll_read(cx, buf);
        if read.is_ready() {
            self.moves.add();
        }
        read
    }
}

impl AsyncWrite for Wire {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        self.line.check(None)?;
        self.moves.add();
        Pin::new(&mut self.stream).poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
