//! Seconds since 1970 that never go back.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// The clock of this process.
static CLOCK: Clock = Clock::new();

/// The latest second that was seen.
struct Clock(AtomicU64);

impl Clock {
    const fn new() -> Self {
        Clock(AtomicU64::new(0))
    }

    /// `second`, or the latest one that was seen if it is later.
    fn at_least(&self, second: u64) -> u64 {
        // One number only is shared, so no other memory has to be in order with it.
        self.0.fetch_max(second, Ordering::Relaxed).max(second)
    }
}

/// The second to put in a new id.
pub(super) fn now() -> u64 {
    CLOCK.at_least(since_epoch(SystemTime::now()))
}

/// Whole seconds since 1970, and 0 before it.
pub(super) fn since_epoch(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_clock_that_goes_back_stands_still() {
        let clock = Clock::new();
        let seen: Vec<u64> = [100, 101, 99, 5, 101, 102].map(|second| clock.at_least(second)).to_vec();
        assert_eq!(seen, [100, 101, 101, 101, 101, 102]);
    }

    #[test]
    fn threads_share_the_latest_second() {
        let clock = Clock::new();
        std::thread::scope(|scope| {
            for thread in 0..8_u64 {
                let clock = &clock;
                scope.spawn(move || {
                    let mut last = 0;
                    for step in 0..10_000 {
                        let second = clock.at_least((step * 7 + thread * 13) % 5_000);
                        assert!(second >= last);
                        last = second;
                    }
                });
            }
        });
        assert_eq!(clock.at_least(0), 4_999);
    }

    #[test]
    fn times_before_1970_are_its_first_second() {
        assert_eq!(since_epoch(UNIX_EPOCH - Duration::from_secs(1)), 0);
        assert_eq!(since_epoch(UNIX_EPOCH + Duration::from_millis(1_999)), 1);
    }
}
