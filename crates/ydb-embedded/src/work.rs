//! Work that stops soon after its client has gone away or its time is over.
//!
//! A statement can take long in many places: in a scan, in the parser, in one lambda over a long list, while a change
//! of the schema is checked. Every such loop calls [`tick`] and passes its error on. The call that the work is done for
//! keeps a [`Stop`]. The thread that does the work knows the [`Stop`] while [`under`] runs, so that functions need not
//! hand it down. On a thread without a [`Stop`], a tick always succeeds.
//!
//! A tick only counts. After [`EVERY`] ticks, it checks the clock and whether the call was cancelled. A clock that
//! [work moves](Clock::of_work) moves at that moment.

use std::cell::{Cell, RefCell};
use std::cmp::Ordering;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use crate::clock::{Clock, Deadline};
use crate::error::{Error, Result, Status};

/// Number of ticks between two checks. A tick stands for at most some microseconds of work: a row, a value, a token.
const EVERY: usize = 256;

/// Number of items that are sorted without a tick.
const RUN: usize = 1024;

thread_local! {
    /// Number of ticks until the next check.
    static LEFT: Cell<usize> = const { Cell::new(EVERY) };
    /// Stop signal for the thread's current work.
    static CURRENT: RefCell<Option<Stop>> = const { RefCell::new(None) };
}

/// Stop signal for a piece of work, from its client or from its deadline. All clones are the same signal.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    clock: Clock,
    cancelled: Arc<AtomicBool>,
    /// `true` if the work goes on when its client has gone away.
    firm: bool,
    deadline: Option<(Deadline, Status)>,
}

impl Stop {
    /// Returns a stop signal for work whose time passes on this clock.
    pub fn new(clock: &Clock) -> Self {
        Self { clock: clock.clone(), ..Self::default() }
    }

    /// Sets whether the work goes on when its client has gone away.
    pub fn firm(self, firm: bool) -> Self {
        Self { firm, ..self }
    }

    /// Sets the times after which the work ends with TIMEOUT or CANCELLED, like YDB's `operation_timeout` and
    /// `cancel_after`.
    pub fn within(self, timeout: Option<Duration>, cancel_after: Option<Duration>) -> Self {
        let ends = |after: Option<Duration>, status| Some((self.clock.after(after?)?, status));
        let ends = [ends(timeout, Status::Timeout), ends(cancel_after, Status::Cancelled)];
        Self { deadline: ends.into_iter().flatten().min_by_key(|(deadline, _)| deadline.at()), ..self }
    }

    /// Reports that the client has gone away.
    pub fn cancel(&self) {
        self.cancelled.store(!self.firm, Relaxed);
    }

    /// Fails if the work must stop. The texts are those of `kqp_proxy_service.cpp`, except the text for a client that
    /// has gone away, which nobody reads.
    fn check(&self) -> Result<()> {
        self.clock.worked();
        if self.cancelled.load(Relaxed) {
            return Err(Error::new(Status::Cancelled, "The client has gone away"));
        }
        match &self.deadline {
            Some((at, status)) if at.is_over() => {
                let what = if *status == Status::Timeout { "timeout" } else { "cancelAfter" };
                Err(Error::new(*status, format!("request's {what} exceeded")))
            }
            _ => Ok(()),
        }
    }
}

/// Counts units of work. Fails if the work must stop.
#[inline]
pub fn tick(units: usize) -> Result<()> {
    let left = LEFT.get();
    if units < left {
        LEFT.set(left - units);
        return Ok(());
    }
    LEFT.set(EVERY);
    // The stop is cloned, because the clock may let other work run on this thread.
    CURRENT.with_borrow(Option::clone).map_or(Ok(()), |stop| stop.check())
}

/// Returns `true` if the client of this thread's work has gone away.
pub fn is_abandoned() -> bool {
    CURRENT.with_borrow(|stop| stop.as_ref().is_some_and(|stop| stop.cancelled.load(Relaxed)))
}

/// Does work that `stop` may end.
pub fn under<R>(stop: &Stop, work: impl FnOnce() -> R) -> R {
    /// Guard that restores the previous stop, even if the work panics.
    struct Before(Option<Stop>);
    impl Drop for Before {
        fn drop(&mut self) {
            CURRENT.set(self.0.take());
        }
    }
    let _before = Before(CURRENT.replace(Some(stop.clone())));
    work()
}

/// Sorts items, and keeps equal items in their order. The standard sort cannot be stopped, so it sorts only short runs,
/// which are then merged two by two.
pub fn sort_by<T>(items: Vec<T>, mut order: impl FnMut(&T, &T) -> Ordering) -> Result<Vec<T>> {
    let mut runs = Vec::with_capacity(items.len() / RUN + 1);
    let mut rest = items.into_iter();
    while rest.len() > 0 {
        let mut run: Vec<T> = rest.by_ref().take(RUN).collect();
        tick(run.len())?;
        run.sort_by(&mut order);
        runs.push(run);
    }
    while runs.len() > 1 {
        let mut merged = Vec::with_capacity(runs.len().div_ceil(2));
        let mut rest = runs.into_iter();
        while let Some(left) = rest.next() {
            merged.push(match rest.next() {
                Some(right) => merge(left, right, &mut order)?,
                None => left,
            });
        }
        runs = merged;
    }
    Ok(runs.pop().unwrap_or_default())
}

fn merge<T>(left: Vec<T>, right: Vec<T>, order: &mut impl FnMut(&T, &T) -> Ordering) -> Result<Vec<T>> {
    let mut merged = Vec::with_capacity(left.len() + right.len());
    let (mut left, mut right) = (left.into_iter().peekable(), right.into_iter().peekable());
    while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
        tick(1)?;
        merged.extend(if order(b, a).is_lt() { right.next() } else { left.next() });
    }
    merged.extend(left);
    merged.extend(right);
    Ok(merged)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cancelled_call_ends_its_work() {
        let stop = Stop::default();
        under(&stop, || {
            (0..10_000).for_each(|_| tick(1).unwrap());
            stop.cancel();
            assert!(is_abandoned());
            let ended = (0..EVERY).find_map(|_| tick(1).err()).unwrap();
            assert_eq!(ended.status, Status::Cancelled);
        });
        // Other work on the same thread is not stopped.
        (0..10_000).for_each(|_| tick(1).unwrap());
        let firm = Stop::default().firm(true);
        firm.cancel();
        under(&firm, || (0..10_000).for_each(|_| tick(1).unwrap()));
    }

    #[test]
    fn the_first_deadline_decides_the_status() {
        let (soon, late) = (Some(Duration::ZERO), Some(Duration::from_secs(3600)));
        for (timeout, cancel_after, status) in [(soon, late, Status::Timeout), (late, soon, Status::Cancelled)] {
            let stop = Stop::default().within(timeout, cancel_after);
            let ended = under(&stop, || (0..=EVERY).find_map(|_| tick(1).err()));
            assert_eq!(ended.unwrap().status, status);
        }
        under(&Stop::default().within(late, None), || (0..10_000).for_each(|_| tick(1).unwrap()));
    }

    #[test]
    fn work_moves_the_clock_that_is_moved_by_it() {
        let clock = Clock::of_work(|| Duration::from_secs(1));
        let (stop, before) = (Stop::new(&clock).within(Some(Duration::from_secs(3)), None), clock.passed());
        let ended = under(&stop, || (1..).find_map(|count| tick(1).err().map(|error| (count, error)))).unwrap();
        // The first check may come early, because other work on this thread has counted ticks, too.
        assert!(ended.0 > 2 * EVERY && ended.0 <= 3 * EVERY, "{}", ended.0);
        assert_eq!((ended.1.status, clock.passed() - before), (Status::Timeout, Duration::from_secs(3)));
    }

    #[test]
    fn a_sort_is_stable_and_can_be_stopped() {
        for len in [0, 1, RUN - 1, RUN, RUN + 1, 5 * RUN + 7] {
            let items: Vec<(usize, usize)> = (0..len).map(|i| (i * 7919 % 101, i)).collect();
            let mut expected = items.clone();
            expected.sort();
            assert_eq!(sort_by(items, |a, b| a.0.cmp(&b.0)).unwrap(), expected, "{len}");
        }
        let stop = Stop::default();
        stop.cancel();
        assert!(under(&stop, || sort_by((0..10_000).collect(), i32::cmp)).is_err());
    }
}
