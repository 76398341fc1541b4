//! The only clock that the engine asks for the time.
//!
//! The machine's clock goes on by itself. A manual clock stands still until somebody advances it, so a test decides
//! what time it is. Rows expire, sessions end and deadlines pass when the test says so, and not when the machine is
//! busy. Statements may also move a manual clock as they work: then a deadline passes after an amount of work.

use std::fmt;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use tokio::sync::watch;

/// A clock: the machine's clock, or a clock that a test moves. All clones are the same clock.
///
/// ```
/// use std::time::Duration;
/// use ydb_embedded::{Clock, Server};
///
/// let server = Server::builder().clock(Clock::manual()).start_blocking()?;
/// let before = server.clock().now();
/// server.advance(Duration::from_secs(30 * 86_400))?;
/// assert_eq!(server.clock().now(), before + Duration::from_secs(30 * 86_400));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default)]
pub struct Clock(Option<Arc<Manual>>);

struct Manual {
    now: watch::Sender<Duration>,
    /// Function that is called after each piece of work. Returns how far the clock moves.
    on_work: Option<OnWork>,
}

type OnWork = Box<dyn Fn() -> Duration + Send + Sync>;

/// Last time that a manual clock shows, since 1970. The end is that of YDB's Timestamp, 2105-12-31T23:59:59.999999Z.
const LAST: Duration = Duration::from_micros(4_291_747_200_000_000 - 1);

/// Moment from which deadlines on the machine's clock are measured. Unlike the system's time, an `Instant` is never set
/// back.
static START: LazyLock<Instant> = LazyLock::new(Instant::now);

impl Clock {
    /// Returns the machine's clock.
    #[must_use]
    pub const fn machine() -> Self {
        Self(None)
    }

    /// Returns a manual clock, which shows the machine's current time and stands still.
    #[must_use]
    pub fn manual() -> Self {
        Self::manual_at(SystemTime::now())
    }

    /// Returns a manual clock, which shows this time and stands still. A time before 1970 becomes 1970. A time after
    /// 2105, where YDB's Timestamp ends, becomes the last moment of that year.
    #[must_use]
    pub fn manual_at(time: SystemTime) -> Self {
        Self::new(time, None)
    }

    /// Returns a manual clock that statements move as they work. After each piece of work (some hundred rows or
    /// values), a statement calls `on_work` on its thread, and the clock moves by the returned time. A deadline
    /// therefore passes after the same amount of work on a slow machine and on a fast one. A short statement may end
    /// before it has called `on_work`.
    ///
    /// `on_work` may wait, and the statement then waits with it.
    #[must_use]
    pub fn of_work(on_work: impl Fn() -> Duration + Send + Sync + 'static) -> Self {
        Self::new(SystemTime::now(), Some(Box::new(on_work)))
    }

    fn new(time: SystemTime, on_work: Option<OnWork>) -> Self {
        let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
        // YDB's times have a precision of microseconds.
        let now = watch::Sender::new(Duration::from_micros(micros(since)).min(LAST));
        Self(Some(Arc::new(Manual { now, on_work })))
    }

    /// Returns `true` if the clock stands still until it is advanced.
    #[must_use]
    pub const fn is_manual(&self) -> bool {
        self.0.is_some()
    }

    #[must_use]
    /// Returns the time that the clock shows.
    pub fn now(&self) -> SystemTime {
        match &self.0 {
            Some(manual) => UNIX_EPOCH + *manual.now.borrow(),
            None => SystemTime::now(),
        }
    }

    /// Returns the time that the clock shows, in microseconds since 1970.
    pub(crate) fn now_us(&self) -> u64 {
        micros(self.now().duration_since(UNIX_EPOCH).unwrap_or_default())
    }

    /// Returns the moment that is this much later, or `None` if no clock can reach it.
    pub(crate) fn after(&self, wait: Duration) -> Option<Deadline> {
        Some(Deadline { clock: self.clone(), at: self.passed().checked_add(wait)? })
    }

    /// Returns the time that has passed on the clock since some fixed moment.
    pub(crate) fn passed(&self) -> Duration {
        match &self.0 {
            Some(manual) => *manual.now.borrow(),
            None => START.elapsed(),
        }
    }

    /// Moves a manual clock forward, at most to the end of 2105. The machine's clock does not change.
    pub(crate) fn advance(&self, step: Duration) {
        if let Some(manual) = &self.0 {
            manual.now.send_modify(|now| *now = now.saturating_add(step).min(LAST));
        }
    }

    /// Reports that a statement has done a piece of work.
    pub(crate) fn worked(&self) {
        if let Some(on_work) = self.0.as_ref().and_then(|manual| manual.on_work.as_ref()) {
            self.advance(on_work());
        }
    }

    /// Sets a manual clock, forward or back.
    pub(crate) fn set(&self, passed: Duration) {
        if let Some(manual) = &self.0 {
            manual.now.send_replace(passed.min(LAST));
        }
    }

    /// Waits until this much time [has passed](Self::passed).
    pub(crate) async fn reach(&self, until: Duration) {
        let Some(manual) = &self.0 else {
            return tokio::time::sleep(until.saturating_sub(self.passed())).await;
        };
        // An error would mean that the clock no longer exists, but `self` keeps it.
        let _ = manual.now.subscribe().wait_for(|now| *now >= until).await;
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(manual) => f.debug_tuple("Clock").field(&*manual.now.borrow()).finish(),
            None => f.write_str("Clock(machine)"),
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Deadline {
    clock: Clock,
    at: Duration,
}

impl Deadline {
    /// Returns the time that will have [passed](Clock::passed) at the deadline.
    pub(crate) const fn at(&self) -> Duration {
        self.at
    }

    pub(crate) fn is_over(&self) -> bool {
        self.clock.passed() >= self.at
    }
}

/// Only moments of the same clock are compared.
impl PartialEq for Deadline {
    fn eq(&self, other: &Self) -> bool {
        self.at == other.at
    }
}

pub(crate) fn micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_manual_clock_stands_still() {
        let clock = Clock::manual_at(UNIX_EPOCH + SECOND);
        assert_eq!(clock.now_us(), 1_000_000);
        let deadline = clock.after(2 * SECOND).unwrap();
        clock.advance(2 * SECOND - Duration::from_micros(1));
        assert!(!deadline.is_over());
        clock.clone().advance(Duration::from_micros(1));
        assert!(deadline.is_over());
        assert_eq!(clock.now_us(), 3_000_000);
        assert!(clock.after(Duration::MAX).is_none());
    }

    /// The last moment is 2105-12-31T23:59:59.999999Z.
    #[test]
    fn a_manual_clock_ends_where_timestamps_end() {
        const END: u64 = 4_291_747_199_999_999;
        let clock = Clock::manual_at(UNIX_EPOCH + SECOND);
        clock.advance(Duration::MAX);
        assert_eq!((clock.now_us(), clock.now()), (END, UNIX_EPOCH + Duration::from_micros(END)));
        clock.advance(SECOND);
        assert_eq!(clock.now_us(), END);
        assert_eq!(Clock::manual_at(UNIX_EPOCH + Duration::from_secs(9_000_000_000_000)).now_us(), END);
    }

    #[test]
    fn the_machine_cannot_be_moved() {
        let clock = Clock::machine();
        let deadline = clock.after(3600 * SECOND).unwrap();
        clock.advance(7200 * SECOND);
        assert!(!deadline.is_over());
        assert!(clock.after(Duration::ZERO).unwrap().is_over());
    }

    #[tokio::test]
    async fn a_sleep_ends_with_the_step_that_reaches_its_end() {
        let clock = Clock::manual();
        let asleep = tokio::spawn({
            let clock = clock.clone();
            async move { clock.reach(clock.passed() + 2 * SECOND).await }
        });
        tokio::task::yield_now().await;
        clock.advance(SECOND);
        tokio::task::yield_now().await;
        assert!(!asleep.is_finished());
        clock.advance(SECOND);
        asleep.await.unwrap();
    }
}
