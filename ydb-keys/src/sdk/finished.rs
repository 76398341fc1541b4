//! What becomes of a future that is polled again after it has returned its result.

use std::fmt::Display;

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
