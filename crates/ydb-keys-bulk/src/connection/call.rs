//! The requests of loads and exports: one attempt of each, or as many as its time limit allows.

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
use crate::retry::{Backoff, is_retried};

const BULK_UPSERT: &str = "/Ydb.Table.V1.TableService/BulkUpsert";
const EXECUTE_QUERY: &str = "/Ydb.Query.V1.QueryService/ExecuteQuery";

impl Connection {
    /// One BulkUpsert on the next node, of a message with the fields of `BulkUpsertRequest`.
    pub(crate) async fn bulk_upsert(
        &self,
        request: impl Message + Clone + 'static,
        timeout: Option<Duration>,
    ) -> Result<(), YdbError> {
        let _: BulkUpsertResponse = self.unary(BULK_UPSERT, request, timeout).await?;
        Ok(())
    }

    /// One query on the next node, in a session of its own on the server's side. Does not wait for its first answer.
    pub(crate) async fn query(
        &self,
        request: ExecuteQueryRequest,
    ) -> Result<Answers<ExecuteQueryResponsePart>, YdbError> {
        let links = self.links();
        let sent = links.sender.stream(&links.nodes.next(), EXECUTE_QUERY, || request.clone()).await;
        let (node, stream) = sent.inspect_err(|_| links.notice())?;
        Ok(Answers { links: Arc::clone(links), node, stream })
    }

    /// One request with one answer on the next node; `path` is gRPC's: `/Ydb.Table.V1.TableService/DescribeTable`.
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
    /// Discovers nodes again if one is set aside.
    fn notice(&self) {
        if self.nodes.any_aside() {
            self.failed.notify_one();
        }
    }
}

/// Answers as they arrive. Dropping this before the last one cancels the request.
pub(crate) struct Answers<A> {
    links: Arc<Links>,
    node: Busy,
    stream: Streaming<A>,
}

impl<A: Answer> Answers<A> {
    /// The next answer, whose status is SUCCESS; `None` after the last one.
    pub(crate) async fn next(&mut self) -> Result<Option<A>, YdbError> {
        let answer = noted(&self.node, self.stream.message().await).inspect_err(|_| self.links.notice())?;
        answer.map(checked).transpose()
    }
}

/// One request with one answer, repeated for as long as `timeout` says.
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
    let mut backoff = Backoff::new(timeout);
    loop {
        match connection.unary(path, request.clone(), timeout).await {
            Err(error) if is_retried(&error) && backoff.wait().await => {}
            answer => return answer,
        }
    }
}
