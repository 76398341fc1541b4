//! The requests of loads and exports, one attempt each.

use std::sync::Arc;
use std::time::Duration;

use prost::Message;
use tonic::Streaming;
use ydb::YdbError;
use ydb_grpc::ydb_proto::query::{ExecuteQueryRequest, ExecuteQueryResponsePart};
use ydb_grpc::ydb_proto::table::{BulkUpsertRequest, BulkUpsertResponse};

use super::answer::{Answer, checked};
use super::node::{Busy, Node};
use super::open::{Connection, Links};
use super::send::heard;

const BULK_UPSERT: &str = "/Ydb.Table.V1.TableService/BulkUpsert";
const EXECUTE_QUERY: &str = "/Ydb.Query.V1.QueryService/ExecuteQuery";

impl Connection {
    /// One node, for requests that belong together: those of a session.
    pub(in crate::bulk) fn pinned(&self) -> Pinned {
        Pinned { links: Arc::clone(self.links()), node: self.links().nodes.next() }
    }

    /// One BulkUpsert on the next node.
    pub(in crate::bulk) async fn bulk_upsert(
        &self,
        request: impl Fn() -> BulkUpsertRequest,
        timeout: Option<Duration>,
    ) -> Result<(), YdbError> {
        let _: BulkUpsertResponse = self.pinned().unary_of(BULK_UPSERT, request, timeout).await?;
        Ok(())
    }

    /// One query on the next node, in a session of its own on the server's side if the request names none.
    pub(in crate::bulk) async fn query(
        &self,
        request: ExecuteQueryRequest,
    ) -> Result<Answers<ExecuteQueryResponsePart>, YdbError> {
        self.pinned().stream(EXECUTE_QUERY, request).await
    }

    /// One request with one answer on the next node; `path` is gRPC's: `/Ydb.Table.V1.TableService/DescribeTable`.
    pub(in crate::bulk) async fn unary<Q, A>(
        &self,
        path: &'static str,
        request: Q,
        timeout: Option<Duration>,
    ) -> Result<A, YdbError>
    where
        Q: Message + Clone + 'static,
        A: Answer,
    {
        self.pinned().unary(path, request, timeout).await
    }
}

/// A node of a connection.
#[derive(Clone)]
pub(in crate::bulk) struct Pinned {
    links: Arc<Links>,
    node: Arc<Node>,
}

impl Pinned {
    /// One request with one answer.
    pub(in crate::bulk) async fn unary<Q, A>(
        &self,
        path: &'static str,
        request: Q,
        timeout: Option<Duration>,
    ) -> Result<A, YdbError>
    where
        Q: Message + Clone + 'static,
        A: Answer,
    {
        self.unary_of(path, || request.clone(), timeout).await
    }

    /// One request with many answers, of which the first has not come yet.
    pub(in crate::bulk) async fn stream<Q, A>(&self, path: &'static str, request: Q) -> Result<Answers<A>, YdbError>
    where
        Q: Message + Clone + 'static,
        A: Answer,
    {
        let sent = self.links.sender.stream(&self.node, path, || request.clone()).await;
        let (node, stream) = self.watched(sent)?;
        Ok(Answers { links: Arc::clone(&self.links), node, stream })
    }

    async fn unary_of<Q, A>(
        &self,
        path: &'static str,
        request: impl Fn() -> Q,
        timeout: Option<Duration>,
    ) -> Result<A, YdbError>
    where
        Q: Message + 'static,
        A: Answer,
    {
        let answer = self.links.sender.unary(&self.node, path, request, timeout).await;
        self.watched(answer)
    }

    fn watched<T>(&self, answer: Result<T, YdbError>) -> Result<T, YdbError> {
        answer.inspect_err(|_| self.links.notice())
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

/// Answers as they come. Dropped before its end, the request is cancelled.
pub(in crate::bulk) struct Answers<A> {
    links: Arc<Links>,
    node: Busy,
    stream: Streaming<A>,
}

impl<A: Answer> Answers<A> {
    /// The next answer, whose status is SUCCESS; `None` after the last one.
    pub(in crate::bulk) async fn next(&mut self) -> Result<Option<A>, YdbError> {
        let answer = heard(&self.node, self.stream.message().await).inspect_err(|_| self.links.notice())?;
        answer.map(checked).transpose()
    }
}
