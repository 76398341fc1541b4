//! Limits of the time of a call, and the panic of a finished call that is polled again. All senders of calls use them.

use std::fmt::Display;
use std::time::Duration;

/// Longest limit of time: a century. Every clock and every message can express it: [`Instant`](std::time::Instant) of
/// the narrowest system holds 584 years, a duration of protobuf 10,000.
const LONGEST: Duration = Duration::from_secs(36_525 * 24 * 60 * 60);

/// Returns the limit that a caller asks for; `None`, which is no limit, if it is longer than a century, such as
/// [`Duration::MAX`]. The moment at which such a limit ends cannot be computed.
pub fn limit(time: Duration) -> Option<Duration> {
    (time <= LONGEST).then_some(time)
}

/// Panics because a finished future was polled again. `what` names the future.
///
/// Only a mistake of the caller leads here. The contract of [`Future`] says that such a poll may panic, and the futures
/// of `async` do. A future that stayed pending would hang a `select!` in a loop without any message.
#[cold]
#[track_caller]
#[expect(clippy::panic, reason = "the contract of `Future`: after `Ready`, `poll` may panic")]
pub fn polled_again(what: impl Display) -> ! {
    panic!(
        "{what} was polled again after it had returned its result\n\
         help: do not poll a finished call again: end the loop around `select!`, or make a new call in it"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_a_century_is_no_limit() {
        let century = Duration::from_secs(3_155_760_000);
        assert_eq!(limit(Duration::ZERO), Some(Duration::ZERO));
        assert_eq!(limit(century), Some(century));
        assert_eq!(limit(century + Duration::from_nanos(1)), None);
        assert_eq!(limit(Duration::MAX), None);
    }
}
