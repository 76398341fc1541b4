//! A port that passes requests on to a real YDB, and makes a directory look like a database.
//!
//! ```text
//! client of the test              this port                                    YDB
//! x-ydb-database: /local/dir  ->  x-ydb-database: /local                   ->
//! UPSERT INTO `orders` ..     ->  PRAGMA TablePathPrefix("/local/dir"); .. ->
//! BulkUpsert /local/dir/t     ->  as it is                                 ->
//!                             <-  as it is                                 <-
//! ```
//!
//! A request with a query is a single message, which is decoded, changed and encoded again. All other requests, and all
//! answers, pass as bytes.

use std::convert::Infallible;
use std::future::poll_fn;
use std::sync::Arc;
use std::task::{Context, Poll};

use futures_util::future::BoxFuture;
use http_body_util::{BodyExt as _, Full};
use prost::Message;
use tokio::net::TcpListener;
use tokio::task::AbortHandle;
use tonic::Status;
use tonic::body::Body;
use tonic::codegen::http::header::{CONTENT_LENGTH, HeaderValue};
use tonic::codegen::http::{Request, Response};
use tonic::codegen::{Bytes, Service};
use tonic::transport::server::TcpIncoming;
use tonic::transport::{Certificate, Channel, ClientTlsConfig, Endpoint, Server};
use ydb_grpc::ydb_proto::query::execute_query_request::Query;
use ydb_grpc::ydb_proto::query::{ExecuteQueryRequest, ExecuteScriptRequest, QueryContent};

/// Number of bytes before each message: a byte that is not 0 if the message is compressed, and its length as a
/// big-endian number.
const FRAME: usize = 5;

/// Open port, until this value is dropped.
pub(super) struct Forward {
    endpoint: String,
    serving: AbortHandle,
}

impl Drop for Forward {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

impl Forward {
    /// Connects to the server at `endpoint`, and opens a port of this machine for `directory` in `database`.
    pub(super) async fn start(
        endpoint: &str,
        certificate: Option<Vec<u8>>,
        database: &str,
        directory: &str,
    ) -> Result<Self, String> {
        let channel = connect(endpoint, certificate).await.map_err(|error| causes(&error))?;
        let passing = Passing {
            channel,
            database: HeaderValue::from_str(database).map_err(|error| error.to_string())?,
            pragma: format!("PRAGMA TablePathPrefix(\"{directory}\"); ").into(),
        };
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.map_err(|error| error.to_string())?;
        let address = listener.local_addr().map_err(|error| error.to_string())?;
        let incoming = TcpIncoming::from(listener).with_nodelay(Some(true));
        let serving = tokio::spawn(Server::builder().serve_with_incoming(passing, incoming)).abort_handle();
        Ok(Self { endpoint: format!("http://{address}"), serving })
    }

    /// Returns the address of the port, in the form that the client's discovery takes.
    pub(super) fn endpoint(&self) -> &str {
        &self.endpoint
    }
}

async fn connect(endpoint: &str, certificate: Option<Vec<u8>>) -> Result<Channel, tonic::transport::Error> {
    // The connection string was checked to begin with `grpc://` or `grpcs://`.
    let tls = endpoint.starts_with("grpcs://");
    let connecting = Endpoint::from_shared(endpoint.replacen("grpc", "http", 1))?.tcp_nodelay(true);
    let connecting = match (tls, certificate) {
        (false, _) => connecting,
        (true, Some(pem)) => {
            connecting.tls_config(ClientTlsConfig::new().ca_certificate(Certificate::from_pem(pem)))?
        }
        (true, None) => connecting.tls_config(ClientTlsConfig::new().with_native_roots())?,
    };
    connecting.connect().await
}

/// Formats an error with its causes, which say more than the error itself.
fn causes(error: &dyn std::error::Error) -> String {
    std::iter::successors(Some(error), |error| error.source()).map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

/// Service that each request passes through.
#[derive(Clone, Debug)]
struct Passing {
    channel: Channel,
    database: HeaderValue,
    pragma: Arc<str>,
}

impl Service<Request<Body>> for Passing {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = BoxFuture<'static, Result<Self::Response, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        let own = self.clone();
        Box::pin(async move { Ok(own.pass(request).await.unwrap_or_else(Status::into_http)) })
    }
}

impl Passing {
    async fn pass(mut self, mut request: Request<Body>) -> Result<Response<Body>, Status> {
        request.headers_mut().insert("x-ydb-database", self.database.clone());
        let request = match request.uri().path() {
            "/Ydb.Query.V1.QueryService/ExecuteQuery" => {
                let query = |message: &mut ExecuteQueryRequest| match &mut message.query {
                    Some(Query::QueryContent(content)) => self.prefix(content),
                    None => {}
                };
                rewritten(request, query).await?
            }
            "/Ydb.Query.V1.QueryService/ExecuteScript" => {
                let script = |message: &mut ExecuteScriptRequest| {
                    if let Some(content) = &mut message.script_content {
                        self.prefix(content);
                    }
                };
                rewritten(request, script).await?
            }
            _ => request,
        };
        let broken = |error: tonic::transport::Error| Status::unavailable(causes(&error));
        poll_fn(|cx| self.channel.poll_ready(cx)).await.map_err(broken)?;
        self.channel.call(request).await.map_err(broken)
    }

    /// Prefixes the query with the pragma, in the line of its first words, so that the lines of errors stay the same.
    fn prefix(&self, content: &mut QueryContent) {
        content.text.insert_str(0, &self.pragma);
    }
}

/// Returns the request with its only message changed.
async fn rewritten<M: Message + Default>(
    request: Request<Body>,
    change: impl FnOnce(&mut M),
) -> Result<Request<Body>, Status> {
    let (mut parts, body) = request.into_parts();
    let framed = body.collect().await?.to_bytes();
    let Some((&[0, ..], message)) = framed.split_at_checked(FRAME) else {
        return Err(Status::unimplemented("compressed queries cannot be sent to the directory of a test"));
    };
    let mut message = M::decode(message).map_err(|error| Status::invalid_argument(error.to_string()))?;
    change(&mut message);
    let length = u32::try_from(message.encoded_len()).map_err(|_| Status::out_of_range("the query is too long"))?;
    let mut framed = vec![0];
    framed.extend_from_slice(&length.to_be_bytes());
    framed.extend_from_slice(&message.encode_to_vec());
    parts.headers.remove(CONTENT_LENGTH);
    Ok(Request::from_parts(parts, Body::new(Full::new(Bytes::from(framed)))))
}
