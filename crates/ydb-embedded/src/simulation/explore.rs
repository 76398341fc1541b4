//! Many seeds, and the smallest schedule that fails.

use super::failure::Failure;
use super::outcome::Outcome;
use super::run::{Ran, Simulation};
use crate::schedule::{History, Schedule};
use crate::server::{Server, StartError};

/// How many schedules with fewer switches are tried at most.
const TRIES: u32 = 100;

/// What was explored without a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Explored {
    /// How many histories there were.
    pub histories: u64,
    /// How many steps they had in all.
    pub steps: u64,
    /// How many things went wrong in all.
    pub faults: u64,
}

impl Simulation {
    /// Runs a test under many schedules until one fails, and then looks for the smallest schedule that fails: first in
    /// the strict order, then with fewer faults, then with fewer switches.
    ///
    /// # Errors
    ///
    /// [`Failure::Test`] if the test panics, returns an error, or hangs.
    pub fn explore<R: Outcome>(
        &self,
        schedules: impl IntoIterator<Item = Schedule>,
        mut body: impl AsyncFnMut(Server) -> R,
    ) -> Result<Explored, Failure> {
        let mut explored = Explored { histories: 0, steps: 0, faults: 0 };
        for schedule in schedules {
            let Ran { ended, history } = self.run(Some(&schedule), &mut body)?;
            explored.histories += 1;
            explored.steps += history.events.len() as u64;
            explored.faults += u64::from(history.faults());
            if let Some(failure) = ended.failure() {
                return Err(self.shrink(schedule, history, failure, &mut body)?);
            }
        }
        Ok(explored)
    }

    /// Runs a test under one schedule, and returns what happened, whether the test failed or not.
    ///
    /// # Errors
    ///
    /// [`StartError`] if the system has no port or no thread left.
    pub fn history<R>(&self, schedule: &Schedule, body: impl AsyncFnOnce(Server) -> R) -> Result<History, StartError> {
        Ok(self.run(Some(schedule), body)?.history)
    }

    /// The smallest schedule that fails as this one does.
    fn shrink<R: Outcome>(
        &self,
        first: Schedule,
        history: History,
        failure: String,
        mut body: impl AsyncFnMut(Server) -> R,
    ) -> Result<Failure, StartError> {
        let mut least = (first, history, failure);
        if !first.strict {
            self.first_failing(std::iter::once(first.strict()), &mut least, &mut body)?;
        }
        for fault in 0..first.faults.min(u64::BITS) {
            let without = least.0.omit(least.0.omit | 1 << fault);
            self.first_failing(std::iter::once(without), &mut least, &mut body)?;
        }
        let (schedule, switches) = (least.0, least.1.switches());
        let fewer_switches = (0..switches.min(TRIES)).map(|most| schedule.switches(most));
        self.first_failing(fewer_switches, &mut least, &mut body)?;
        let (schedule, history, failure) = least;
        Ok(Failure::Test { schedule, first, history, failure })
    }

    fn first_failing<R: Outcome>(
        &self,
        smaller: impl Iterator<Item = Schedule>,
        least: &mut (Schedule, History, String),
        mut body: impl AsyncFnMut(Server) -> R,
    ) -> Result<(), StartError> {
        for schedule in smaller {
            let Ran { ended, history } = self.run(Some(&schedule), &mut body)?;
            if let Some(failure) = ended.failure() {
                *least = (schedule, history, failure);
                break;
            }
        }
        Ok(())
    }
}
