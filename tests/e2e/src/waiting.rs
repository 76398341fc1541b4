//! How tests wait: for what happens, and not for a time.

use std::pin::pin;
use std::task::Poll;
use std::time::{Duration, Instant};

/// Measures nothing: it only ends a test that hangs.
const HANGS: Duration = Duration::from_secs(60);

/// Awaits what must happen.
pub async fn soon<T>(happens: impl Future<Output = T>) -> T {
    tokio::time::timeout(HANGS, happens).await.unwrap_or_else(|_| panic!("this hangs"))
}

/// Until this is so.
pub async fn until(is_so: impl Fn() -> bool) {
    soon(async {
        while !is_so() {
            tokio::task::yield_now().await;
        }
    })
    .await;
}

/// The same without a runtime.
pub fn wait_until(is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < HANGS, "this hangs");
        std::thread::yield_now();
    }
}

/// Moves the timers of this runtime, which must have one thread: those of the client.
pub async fn jump(time: Duration) {
    /// Time goes on also if the jump is dropped, because what waited for it is over.
    struct Paused;
    impl Drop for Paused {
        fn drop(&mut self) {
            tokio::time::resume();
        }
    }
    tokio::time::pause();
    let _paused = Paused;
    tokio::time::advance(time).await;
}

/// Polls a future until it has been pending this many times, and drops it if it is still not done.
pub async fn polled<T>(times: u64, future: impl Future<Output = T>) -> Option<T> {
    let (mut future, mut pending) = (pin!(future), 0);
    std::future::poll_fn(|cx| match future.as_mut().poll(cx) {
        Poll::Ready(output) => Poll::Ready(Some(output)),
        Poll::Pending if pending == times => Poll::Ready(None),
        Poll::Pending => {
            pending += 1;
            Poll::Pending
        }
    })
    .await
}
