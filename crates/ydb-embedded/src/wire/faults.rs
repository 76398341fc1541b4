//! Injected faults: a test chooses which of the next calls fail, and how.
//!
//! A test queues its faults in advance. When a call enters ([`Gate::enter`](super::Gate)), it takes the first fault
//! that is queued for its kind or for all kinds. A fault that is queued for n calls is removed after n calls. Faults
//! therefore happen exactly as often as they are queued, and the faults of one kind happen in the order of the queue.
//!
//! Some faults happen before the call's work (`Status`, `Grpc`, `LoseSession`, `Delay`). The other faults let the work
//! happen, including the commit, and only lose or replace the answer (`StatusAfterExecution`, `BreakStreamAfter`): the
//! client cannot know then whether its writes were made.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;

use crate::error::{GrpcCode, Status};

/// A fault of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// The call does nothing and is answered with this status and message.
    Status(Status, String),
    /// The call does nothing and fails below YDB's own protocol.
    Grpc(GrpcCode),
    /// The work is done, including the commit, but the answer has this status, for example UNDETERMINED.
    StatusAfterExecution(Status),
    /// A stream breaks with [`GrpcCode::Unavailable`] after this many messages. A call with a single answer does its
    /// work, and its answer is lost; with 0, the work is not done.
    BreakStreamAfter(usize),
    /// All sessions end before the call starts, as when a node restarts.
    LoseSession,
    /// The call starts later by this duration.
    Delay(Duration),
}

/// Kinds of calls that can fail. Calls of the Query and the Table service with the same name are one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the names are the protocol's own")]
pub enum Call {
    /// All kinds of calls.
    Any,
    ListEndpoints,
    WhoAmI,
    Login,
    CreateSession,
    AttachSession,
    DeleteSession,
    KeepAlive,
    BeginTransaction,
    CommitTransaction,
    RollbackTransaction,
    ExecuteQuery,
    ExecuteDataQuery,
    ExecuteSchemeQuery,
    ExplainDataQuery,
    PrepareDataQuery,
    BulkUpsert,
    ReadRows,
    CreateTable,
    AlterTable,
    DropTable,
    CopyTable,
    CopyTables,
    RenameTables,
    DescribeTable,
    DescribeTableOptions,
    MakeDirectory,
    RemoveDirectory,
    ListDirectory,
    DescribePath,
    ModifyPermissions,
    GetOperation,
    CancelOperation,
    ForgetOperation,
    ListOperations,
    AlterTopic,
    DescribeTopic,
    DescribeConsumer,
    CommitOffset,
    StreamRead,
}

/// The queue of a server's faults. This is a handle: all clones share one queue.
///
/// ```
/// use ydb_embedded::{Call, Fault, Server, Status};
///
/// let server = Server::start_blocking()?;
/// server.faults().fail_next(2, Call::ExecuteQuery, Fault::Status(Status::Aborted, "Transaction locks invalidated".into()));
/// assert_eq!(server.faults().pending(), 2);
/// server.faults().clear();
/// assert_eq!(server.faults().pending(), 0);
/// # Ok::<(), ydb_embedded::StartError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Faults(Arc<Mutex<VecDeque<Queued>>>);

#[derive(Clone, Debug)]
struct Queued {
    left: usize,
    call: Call,
    fault: Fault,
}

impl Faults {
    /// Makes the next `n` calls of a kind fail, after the faults that are already queued for it.
    pub fn fail_next(&self, n: usize, call: Call, fault: Fault) {
        if n > 0 {
            self.0.lock().push_back(Queued { left: n, call, fault });
        }
    }

    /// Removes all faults that have not happened yet.
    pub fn clear(&self) {
        self.0.lock().clear();
    }

    /// Returns the number of calls that are still to fail.
    #[must_use]
    pub fn pending(&self) -> usize {
        self.0.lock().iter().fold(0, |sum, queued| sum.saturating_add(queued.left))
    }

    /// Takes the next fault for a call, if one is queued.
    pub(crate) fn take(&self, call: Call) -> Option<Fault> {
        let mut queue = self.0.lock();
        let at = queue.iter().position(|queued| queued.call == call || queued.call == Call::Any)?;
        let queued = queue.get_mut(at)?;
        queued.left -= 1;
        if queued.left > 0 { Some(queued.fault.clone()) } else { queue.remove(at).map(|queued| queued.fault) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn aborted() -> Fault {
        Fault::Status(Status::Aborted, "locks".into())
    }

    #[test]
    fn a_fault_happens_as_often_as_queued() {
        let faults = Faults::default();
        faults.fail_next(2, Call::ExecuteQuery, aborted());
        assert_eq!(faults.take(Call::ExecuteQuery), Some(aborted()));
        assert_eq!(faults.pending(), 1);
        assert_eq!(faults.take(Call::ExecuteQuery), Some(aborted()));
        assert_eq!(faults.take(Call::ExecuteQuery), None);
    }

    #[test]
    fn a_fault_waits_for_its_call() {
        let faults = Faults::default();
        faults.fail_next(1, Call::CommitTransaction, aborted());
        assert_eq!(faults.take(Call::BeginTransaction), None);
        assert_eq!(faults.take(Call::CommitTransaction), Some(aborted()));
    }

    #[test]
    fn faults_of_one_call_happen_in_the_order_in_which_they_were_queued() {
        let faults = Faults::default();
        faults.fail_next(1, Call::ReadRows, Fault::Grpc(GrpcCode::Unavailable));
        faults.fail_next(1, Call::Any, aborted());
        assert_eq!(faults.take(Call::ReadRows), Some(Fault::Grpc(GrpcCode::Unavailable)));
        assert_eq!(faults.take(Call::ReadRows), Some(aborted()));
    }

    #[test]
    fn clones_share_their_faults_and_none_for_no_call_is_queued() {
        let faults = Faults::default();
        faults.clone().fail_next(3, Call::Any, Fault::LoseSession);
        faults.fail_next(0, Call::Any, aborted());
        assert_eq!(faults.pending(), 3);
        faults.clear();
        assert_eq!(faults.take(Call::Login), None);
    }
}
