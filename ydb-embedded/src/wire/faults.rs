//! Faults on order: what a test wants to go wrong, and when.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;

use crate::error::{GrpcCode, Status};

/// What goes wrong in a call.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// The call does nothing and is answered with this status and message.
    Status(Status, String),
    /// The call does nothing and fails below YDB's own protocol.
    Grpc(GrpcCode),
    /// The work is done, commit included, and yet the answer is this status: what UNDETERMINED stands for.
    StatusAfterExecution(Status),
    /// A stream breaks with [`GrpcCode::Unavailable`] after that many messages. A call that answers once does its work, and the
    /// answer is lost; with 0 it is lost before the work.
    BreakStreamAfter(usize),
    /// All sessions end before the call is looked at, as when a node restarts.
    LoseSession,
    /// The call is looked at this much later.
    Delay(Duration),
}

/// Calls that faults are ordered for; those of the Query and the Table service that share a name share a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the names are the protocol's own")]
pub enum Call {
    /// Every call.
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
}

/// The faults ordered of one server; a handle, all of whose clones are alike.
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
pub struct Faults(Arc<Mutex<VecDeque<Order>>>);

#[derive(Clone, Debug)]
struct Order {
    left: usize,
    call: Call,
    fault: Fault,
}

impl Faults {
    /// Lets the next `n` calls of a kind go wrong, after the faults that were ordered for it before.
    pub fn fail_next(&self, n: usize, call: Call, fault: Fault) {
        if n > 0 {
            self.0.lock().push_back(Order { left: n, call, fault });
        }
    }

    /// Takes back what was ordered and has not happened yet.
    pub fn clear(&self) {
        self.0.lock().clear();
    }

    /// How many calls are still to go wrong.
    #[must_use]
    pub fn pending(&self) -> usize {
        self.0.lock().iter().fold(0, |sum, order| sum.saturating_add(order.left))
    }

    /// The fault of the call at hand, which counts as happened.
    pub(crate) fn take(&self, call: Call) -> Option<Fault> {
        let mut orders = self.0.lock();
        let at = orders.iter().position(|order| order.call == call || order.call == Call::Any)?;
        let order = orders.get_mut(at)?;
        order.left -= 1;
        if order.left > 0 { Some(order.fault.clone()) } else { orders.remove(at).map(|order| order.fault) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn aborted() -> Fault {
        Fault::Status(Status::Aborted, "locks".into())
    }

    #[test]
    fn a_fault_happens_as_often_as_ordered() {
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
    fn faults_of_one_call_happen_in_the_order_of_their_orders() {
        let faults = Faults::default();
        faults.fail_next(1, Call::ReadRows, Fault::Grpc(GrpcCode::Unavailable));
        faults.fail_next(1, Call::Any, aborted());
        assert_eq!(faults.take(Call::ReadRows), Some(Fault::Grpc(GrpcCode::Unavailable)));
        assert_eq!(faults.take(Call::ReadRows), Some(aborted()));
    }

    #[test]
    fn clones_share_their_orders_and_none_is_no_order() {
        let faults = Faults::default();
        faults.clone().fail_next(3, Call::Any, Fault::LoseSession);
        faults.fail_next(0, Call::Any, aborted());
        assert_eq!(faults.pending(), 3);
        faults.clear();
        assert_eq!(faults.take(Call::Login), None);
    }
}
