//! Requests of loads and exports: a single attempt, or attempts until a time limit.

use std::sync::Arc;
use std::time::Duration;

use prost::Message;
use tonic::Streaming;
use ydb::YdbError;
use ydb_grpc::ydb_proto::query::{ExecuteQueryRequest, ExecuteQueryResponsePart};
use ydb_grpc::ydb_proto::table::BulkUpsertResponse;

use super::answer::{Answer, checked};
use super::node::Busy;
use super::open::{Connection, Links};
use super::send::noted;
use crate::retry::retried;

const BULK_UPSERT: &str = "/Ydb.Table.V1.TableService/BulkUpsert";
const EXECUTE_QUERY: &str = "/Ydb.Query.V1.QueryService/ExecuteQuery";

impl Connection {
    /// Sends one BulkUpsert to the next node. `request` must have the fields of `BulkUpsertRequest`.
    pub(crate) async fn bulk_upsert(
        &self,
        request: impl Message + Clone + 'static,
        timeout: Option<Duration>,
    ) -> Result<(), YdbError> {
        let _: BulkUpsertResponse = self.unary(BULK_UPSERT, request, timeout).await?;
        Ok(())
    }

    /// Sends one query to the next node; the server makes a session for it. Does not wait for the first answer.
    pub(crate) async fn query(
        &self,
        request: ExecuteQueryRequest,
    ) -> Result<Answers<ExecuteQueryResponsePart>, YdbError> {
        let links = self.links();
        let sent = links.sender.stream(&links.nodes.next(), EXECUTE_QUERY, || request.clone()).await;
        let (node, stream) = sent.inspect_err(|_| links.notice())?;
        Ok(Answers { links: Arc::clone(links), node, stream })
    }

    /// Sends one request with one answer to the next node. `path` is gRPC's:
    /// `/Ydb.Table.V1.TableService/DescribeTable`.
    pub(crate) async fn unary<Q, A>(
        &self,
        path: &'static str,
        request: Q,
        timeout: Option<Duration>,
    ) -> Result<A, YdbError>
    where
        Q: Message + Clone + 'static,
        A: Answer,
    {
        let links = self.links();
        let sent = links.sender.unary(&links.nodes.next(), path, || request.clone(), timeout).await;
        sent.inspect_err(|_| links.notice())
    }
}

impl Links {
    /// Wakes the discovery of nodes if a node is set aside.
    fn notice(&self) {
        if self.nodes.any_aside() {
            self.failed.notify_one();
        }
    }
}

/// Stream of answers to one request. Dropping it before the last answer cancels the request.
pub(crate) struct Answers<A> {
    links: Arc<Links>,
    node: Busy,
    stream: Streaming<A>,
}

impl<A: Answer> Answers<A> {
    /// Returns the next answer, if its status is SUCCESS; `None` after the last one.
    pub(crate) async fn next(&mut self) -> Result<Option<A>, YdbError> {
        let answer = noted(&self.node, self.stream.message().await).inspect_err(|_| self.links.notice())?;
        answer.map(checked).transpose()
    }
}

/// Sends a request with one answer, and repeats it until `timeout` is over.
pub(crate) async fn repeated<Q, A>(
    connection: &Connection,
    path: &'static str,
    request: Q,
    timeout: Option<Duration>,
) -> Result<A, YdbError>
where
    Q: Message + Clone + 'static,
    A: Answer,
{
    retried(timeout, || connection.unary(path, request.clone(), timeout)).await
}
