//! The future of a pushed row.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::{fmt, mem};

use futures_util::future::BoxFuture;
use ydb_keys_core::calls::polled_again;

use super::error::LoadError;

/// The future of [`push`](super::Loader::push): ready at once while there is room.
#[must_use = "await it: this is how a loader limits its memory, and how it reports errors"]
pub struct Push<'a, T>(pub(super) State<'a, T>);

pub(super) enum State<'a, T> {
    Taken,
    Rejected(LoadError<T>),
    Waiting(BoxFuture<'a, Result<(), LoadError<T>>>),
    /// The result is returned.
    Done,
}

impl<T> fmt::Debug for Push<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Push").finish_non_exhaustive()
    }
}

/// Nothing inside is pinned: an error is boxed, and so is the future that waits.
impl<T> Unpin for Push<'_, T> {}

impl<T> Future for Push<'_, T> {
    type Output = Result<(), LoadError<T>>;

    #[inline]
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        match mem::replace(&mut self.0, State::Done) {
            State::Taken => Poll::Ready(Ok(())),
            State::Rejected(error) => Poll::Ready(Err(error)),
            State::Waiting(mut room) => {
                let polled = room.as_mut().poll(cx);
                if polled.is_pending() {
                    self.0 = State::Waiting(room);
                }
                polled
            }
            State::Done => polled_again("the push of a row"),
        }
    }
}
