//! A single attempt of a request on one node: headers, limits, and the effect of a failure on the node's health.

use std::sync::Arc;
use std::time::{Duration, Instant};

use prost::Message;
use tonic::client::Grpc;
use tonic::codegen::http::uri::PathAndQuery;
use tonic::metadata::{AsciiMetadataValue, MetadataMap};
use tonic::transport::Channel;
use tonic::{ConnectError, Request, Status, Streaming};
use tonic_prost::ProstCodec;
use ydb::YdbError;
use ydb_keys::__internal::status::{UNAUTHORIZED, grpc, has_grpc_code, has_status};

use super::answer::{Answer, checked};
use super::node::{Busy, Node};
use super::ticket::Ticket;

/// Most bytes of a message in both directions; the crate `ydb` has the same limit.
const MESSAGE: usize = 64_000_000;

const BUILD_INFO: &str = concat!("ydb-keys/", env!("CARGO_PKG_VERSION"));

/// Sender of requests: it has the headers and the ticket that every request carries.
#[derive(Clone)]
pub(super) struct Sender {
    headers: MetadataMap,
    /// Ticket of the credentials; `None` without credentials: the header is then empty.
    ticket: Option<Arc<Ticket>>,
}

impl Sender {
    pub(super) fn new(database: &str, ticket: Option<Arc<Ticket>>) -> Result<Self, YdbError> {
        let invalid = |_| YdbError::Custom(format!("the path of the database is not ASCII: `{database}`"));
        let mut headers = MetadataMap::new();
        headers.insert("x-ydb-database", AsciiMetadataValue::try_from(database).map_err(invalid)?);
        headers.insert("x-ydb-sdk-build-info", AsciiMetadataValue::from_static(BUILD_INFO));
        Ok(Self { headers, ticket })
    }

    /// Sends a request that has one answer. If no answer arrives in time, the error is [`YdbError::DeadlineExceeded`].
    ///
    /// If YDB rejects the ticket and the client has another ticket, the request is sent once more.
    pub(super) async fn unary<Q, A>(
        &self,
        node: &Arc<Node>,
        path: &'static str,
        request: impl Fn() -> Q,
        timeout: Option<Duration>,
    ) -> Result<A, YdbError>
    where
        Q: Message + 'static,
        A: Answer,
    {
        self.authorized(|ticket| {
            let request = self.request(request(), ticket);
            async move {
                let node = Arc::clone(node).busy();
                let sending = async {
                    ready(&node).await?.unary(request, PathAndQuery::from_static(path), ProstCodec::default()).await
                };
                let answer = match timeout {
                    None => sending.await,
                    Some(timeout) => match tokio::time::timeout(timeout, sending).await {
                        Ok(answer) => answer,
                        Err(_) => {
                            node.failed(Instant::now());
                            return Err(YdbError::DeadlineExceeded);
                        }
                    },
                };
                checked(noted(&node, answer)?.into_inner())
            }
        })
        .await
    }

    /// Sends a request that has many answers. Does not wait for the first answer.
    pub(super) async fn stream<Q, A>(
        &self,
        node: &Arc<Node>,
        path: &'static str,
        request: impl Fn() -> Q,
    ) -> Result<(Busy, Streaming<A>), YdbError>
    where
        Q: Message + 'static,
        A: Answer,
    {
        self.authorized(|ticket| {
            let request = self.request(request(), ticket);
            async move {
                let node = Arc::clone(node).busy();
                let sending = async {
                    let path = PathAndQuery::from_static(path);
                    ready(&node).await?.server_streaming(request, path, ProstCodec::default()).await
                };
                let answer = sending.await;
                let stream = noted(&node, answer)?.into_inner();
                Ok((node, stream))
            }
        })
        .await
    }

    /// Makes an attempt with the ticket, and one more with another ticket if YDB rejects the first.
    async fn authorized<T, F>(&self, attempt: impl Fn(AsciiMetadataValue) -> F) -> Result<T, YdbError>
    where
        F: Future<Output = Result<T, YdbError>>,
    {
        let Some(ticket) = &self.ticket else { return attempt(AsciiMetadataValue::from_static("")).await };
        let first = ticket.now();
        match attempt(first.clone()).await {
            Err(error) if is_unauthorized(&error) => match ticket.instead_of(&first).await {
                Some(second) => attempt(second).await,
                None => Err(error),
            },
            answer => answer,
        }
    }

    fn request<Q>(&self, message: Q, ticket: AsciiMetadataValue) -> Request<Q> {
        let mut request = Request::new(message);
        *request.metadata_mut() = self.headers.clone();
        request.metadata_mut().insert("x-ydb-auth-ticket", ticket);
        request
    }
}

/// Waits until the node's channel takes a request.
async fn ready(node: &Node) -> Result<Grpc<Channel>, Status> {
    let mut grpc = Grpc::new(node.channel()).max_decoding_message_size(MESSAGE).max_encoding_message_size(MESSAGE);
    grpc.ready().await.map_err(|error| Status::from_error(error.into()))?;
    Ok(grpc)
}

fn is_unauthorized(error: &YdbError) -> bool {
    has_status(error, &[UNAUTHORIZED]) || has_grpc_code(error, &[grpc::UNAUTHENTICATED])
}

/// Records in the node's health how it answered. An error with a source is a failure of the connection; any other error
/// is an answer of the node.
pub(super) fn noted<T>(node: &Node, answer: Result<T, Status>) -> Result<T, YdbError> {
    answer.inspect(|_| node.answered()).map_err(|status| {
        match std::error::Error::source(&status) {
            Some(_) => node.failed(Instant::now()),
            None => node.answered(),
        }
        YdbError::from(status)
    })
}

/// Returns `true` if the request certainly did not reach YDB, because there was no connection.
pub(crate) fn was_not_sent(error: &YdbError) -> bool {
    let cause: Option<&dyn std::error::Error> = match error {
        YdbError::TransportDial(_) => return true,
        YdbError::TransportGRPCStatus(status) => std::error::Error::source(status.as_ref()),
        _ => None,
    };
    std::iter::successors(cause, |error| error.source()).any(|error| error.is::<ConnectError>())
}
