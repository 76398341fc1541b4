//! Waits for events, not for a fixed time.

use std::pin::pin;
use std::task::Poll;
use std::time::{Duration, Instant};

/// Time after which a test is said to hang; it measures nothing.
const HANGS: Duration = Duration::from_secs(60);

/// Awaits an event that must happen.
pub async fn soon<T>(happens: impl Future<Output = T>) -> T {
    tokio::time::timeout(HANGS, happens).await.unwrap_or_else(|_| panic!("this hangs"))
}

/// Waits until a condition holds.
pub async fn until(is_so: impl Fn() -> bool) {
    soon(async {
        while !is_so() {
            tokio::task::yield_now().await;
        }
    })
    .await;
}

/// Waits until a condition holds, without a runtime.
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

/// Polls a future until it has been pending this many times, then drops it. Returns its result if it was done before.
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
