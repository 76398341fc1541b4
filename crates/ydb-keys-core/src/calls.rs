//! What all calls share, whoever sends them: the longest limit of time, and what becomes of a call that is polled again.

use std::fmt::Display;
use std::time::Duration;

/// The longest limit: a century. No clock and no message ends before: [`Instant`](std::time::Instant) of the narrowest
/// system after 584 years, a duration of protobuf after 10,000.
const LONGEST: Duration = Duration::from_secs(36_525 * 24 * 60 * 60);

/// A limit that a caller asks for. A longer one than a century, such as [`Duration::MAX`], is none: the moment when it
/// would be over cannot be computed.
pub fn limit(time: Duration) -> Option<Duration> {
    (time <= LONGEST).then_some(time)
}

/// Ends the poll of a future that is done. `what` names it.
///
/// Only a fault of the caller leads here: the contract of [`Future`] says that such a poll may panic, and the futures of
/// `async` do. To stay pending would hang a `select!` in a loop, and nothing would say why.
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
