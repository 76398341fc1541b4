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
        let mut ticket = Presented::of(self);
        loop {
            match attempt(Arc::clone(node).busy(), self.prepare(node, path, request(), ticket.value()), timeout).await {
                Err(error) => ticket = ticket.instead(error).await?,
                answer => return answer,
            }
        }
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
        let mut ticket = Presented::of(self);
        loop {
            match attempt_stream(Arc::clone(node).busy(), self.prepare(node, path, request(), ticket.value())).await {
                Err(error) => ticket = ticket.instead(error).await?,
                answer => return answer,
            }
        }
    }

    fn prepare<Q, A>(&self, node: &Node, path: &'static str, message: Q, ticket: AsciiMetadataValue) -> Prepared<Q, A> {
        let grpc = Grpc::new(node.channel()).max_decoding_message_size(MESSAGE).max_encoding_message_size(MESSAGE);
        let mut request = Request::new(message);
        *request.metadata_mut() = self.headers.clone();
        request.metadata_mut().insert("x-ydb-auth-ticket", ticket);
        Prepared { grpc, request, path: PathAndQuery::from_static(path), codec: ProstCodec::default() }
    }
}

/// A request with its channel, ready to be sent.
struct Prepared<Q, A> {
    grpc: Grpc<Channel>,
    request: Request<Q>,
    path: PathAndQuery,
    codec: ProstCodec<Q, A>,
}

async fn attempt<Q: Message + 'static, A: Answer>(
    node: Busy,
    prepared: Prepared<Q, A>,
    timeout: Option<Duration>,
) -> Result<A, YdbError> {
    let Prepared { mut grpc, request, path, codec } = prepared;
    let sending = async {
        grpc.ready().await.map_err(|error| Status::from_error(error.into()))?;
        grpc.unary(request, path, codec).await
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

async fn attempt_stream<Q: Message + 'static, A: Answer>(
    node: Busy,
    prepared: Prepared<Q, A>,
) -> Result<(Busy, Streaming<A>), YdbError> {
    let Prepared { mut grpc, request, path, codec } = prepared;
    let sending = async {
        grpc.ready().await.map_err(|error| Status::from_error(error.into()))?;
        grpc.server_streaming(request, path, codec).await
    };
    let answer = sending.await;
    let stream = noted(&node, answer)?.into_inner();
    Ok((node, stream))
}

/// Ticket that a request presents. After the first ticket, one other may be tried.
enum Presented<'a> {
    /// The request has no credentials.
    None,
    First(&'a Arc<Ticket>, AsciiMetadataValue),
    Second(AsciiMetadataValue),
}

impl<'a> Presented<'a> {
    fn of(sender: &'a Sender) -> Self {
        match &sender.ticket {
            None => Presented::None,
            Some(ticket) => Presented::First(ticket, ticket.now()),
        }
    }

    fn value(&self) -> AsciiMetadataValue {
        match self {
            Presented::None => AsciiMetadataValue::from_static(""),
            Presented::First(_, value) | Presented::Second(value) => value.clone(),
        }
    }

    /// Returns another ticket if YDB rejected the first one; otherwise returns the error.
    async fn instead(self, error: YdbError) -> Result<Self, YdbError> {
        match self {
            Presented::First(ticket, rejected) if is_unauthorized(&error) => {
                ticket.instead_of(&rejected).await.map(Presented::Second).ok_or(error)
            }
            _ => Err(error),
        }
    }
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
