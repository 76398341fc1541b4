//! Schedule of faults: the fault of each operation in a slice. The same seed makes the same schedule.
//!
//! About 3 % of the operations meet a fault that a client cures by itself. The 99th percentile is therefore the latency
//! of a repeated request, and the 95th is not. 0.3 % meet an answer that no client repeats. Each slice loses all
//! sessions once, and its tablets restart once. In some slices the node goes away: it forgets its sessions, and a
//! number of calls fails.

use ydb_embedded::{Call, Fault, GrpcCode, Server, Status};

use crate::Outcome;

/// Incident before an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Incident {
    /// A query meets a fault.
    Query(Fault),
    /// The tablets of the table restart.
    Tablets,
    /// The node forgets its sessions, and this many calls of any kind fail with gRPC's UNAVAILABLE.
    Away(usize),
}

/// Incidents of one slice; none by default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Schedule(Vec<Option<Incident>>);

impl Schedule {
    /// Creates the schedule of a seed. `away` is the number of calls that fail while the node is away, if it goes away.
    #[must_use]
    pub fn new(seed: u64, operations: usize, away: Option<usize>) -> Self {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut incidents: Vec<_> = (0..operations).map(|_| fault(random.u32(..1000)).map(Incident::Query)).collect();
        let mut at_once = |incident| {
            if let Some(place) = random.choice(&mut incidents) {
                *place = Some(incident);
            }
        };
        at_once(Incident::Tablets);
        at_once(Incident::Query(Fault::LoseSession));
        if let Some(calls) = away {
            at_once(Incident::Away(calls));
        }
        Schedule(incidents)
    }

    /// Causes the incident before the operation with this number.
    ///
    /// # Errors
    /// There is no such table.
    pub fn order(&self, number: usize, server: &Server, table: &str) -> Outcome {
        match self.0.get(number) {
            None | Some(None) => {}
            Some(Some(Incident::Query(fault))) => server.faults().fail_next(1, Call::ExecuteQuery, fault.clone()),
            Some(Some(Incident::Tablets)) => server.restart_tablets(table)?,
            Some(Some(Incident::Away(calls))) => {
                server.faults().fail_next(1, Call::ExecuteQuery, Fault::LoseSession);
                server.faults().fail_next(*calls, Call::Any, Fault::Grpc(GrpcCode::Unavailable));
            }
        }
        Ok(())
    }

    /// Returns the number of operations that end with an answer that no client repeats.
    #[must_use]
    pub fn refused(&self) -> usize {
        let refused = Incident::Query(refused());
        self.0.iter().flatten().filter(|&incident| *incident == refused).count()
    }
}

/// Returns the fault for a random number below 1000, if there is one.
fn fault(number: u32) -> Option<Fault> {
    let status = |status| Some(Fault::Status(status, "on schedule".to_owned()));
    match number {
        0..12 => status(Status::Unavailable),
        12..18 => status(Status::Overloaded),
        18..24 => status(Status::Aborted),
        24..27 => status(Status::BadSession),
        27..30 => Some(Fault::BreakStreamAfter(0)),
        30..32 => Some(Fault::StatusAfterExecution(Status::Undetermined)),
        32..35 => Some(refused()),
        _ => None,
    }
}

fn refused() -> Fault {
    Fault::Status(Status::GenericError, "on schedule".to_owned())
}
