//! Dispatches requests to their services after it has checked the caller, the database and the method.

use std::convert::Infallible;
use std::task::{Context, Poll};
use std::time::Duration;

use http::header::HeaderMap;
use http::{Request, Response};
use tokio::net::TcpListener;
use tonic::Status;
use tonic::body::Body;
use tonic::codegen::{BoxFuture, CompressionEncoding, Service};
use tonic::transport::server::TcpIncoming;

use super::gate::{Authority, Gate, User, is_database};
use super::services::stubs::METHODS;
use super::services::stubs::auth_service_server::AuthServiceServer;
use super::services::stubs::discovery_service_server::DiscoveryServiceServer;
use super::services::stubs::operation_service_server::OperationServiceServer;
use super::services::stubs::query_service_server::QueryServiceServer;
use super::services::stubs::scheme_service_server::SchemeServiceServer;
use super::services::stubs::table_service_server::TableServiceServer;
use super::services::stubs::topic_service_server::TopicServiceServer;
use super::{query, services, table, topic};

/// Largest size of a message in bytes, as in the SDKs.
const MAX_MESSAGE: usize = 64_000_000;

/// Interval and timeout of keep-alive pings: the server notices a vanished client after one interval plus one timeout.
const KEEP_ALIVE: Duration = Duration::from_secs(20);

/// The gRPC server of the protocol, before it listens.
pub(crate) struct Protocol(tonic::transport::Server);

impl Protocol {
    pub(crate) fn new() -> Self {
        let server = tonic::transport::Server::builder();
        Protocol(server.http2_keepalive_interval(Some(KEEP_ALIVE)).http2_keepalive_timeout(Some(KEEP_ALIVE)))
    }

    /// Enables TLS. Fails if the two texts are not a certificate and its key, both as PEM.
    #[cfg(feature = "tls")]
    pub(crate) fn encrypted(self, certificate: &[u8], key: &[u8]) -> Result<Self, String> {
        use std::error::Error as _;
        let identity = tonic::transport::Identity::from_pem(certificate, key);
        let server = self.0.tls_config(tonic::transport::ServerTlsConfig::new().identity(identity)).map(Protocol);
        // The cause of the error says what is wrong.
        server.map_err(|error| error.source().map_or_else(|| error.to_string(), ToString::to_string))
    }

    #[cfg(feature = "simulation")]
    pub(crate) async fn serve_in_turn(
        self,
        listener: TcpListener,
        gate: Gate,
        lines: super::line::Lines,
        moves: super::line::Moves,
    ) -> Result<(), tonic::transport::Error> {
        use tokio_stream::StreamExt as _;
        let incoming = tokio_stream::wrappers::TcpListenerStream::new(listener);
        let incoming = incoming.map(move |stream| stream.map(|stream| lines.add(stream, &moves)));
        self.0.serve_with_incoming(Dispatch::new(gate), incoming).await
    }

    /// Serves connections until the listener fails or the future is dropped.
    pub(crate) async fn serve(self, listener: TcpListener, gate: Gate) -> Result<(), tonic::transport::Error> {
        // Without TCP_NODELAY the first answer on each connection would take 40 ms longer.
        let incoming = TcpIncoming::from(listener).with_nodelay(Some(true));
        self.0.serve_with_incoming(Dispatch::new(gate), incoming).await
    }
}

#[derive(Clone)]
struct Dispatch {
    gate: Gate,
    auth: AuthServiceServer<services::Auth>,
    discovery: DiscoveryServiceServer<services::Discovery>,
    operation: OperationServiceServer<services::Operations>,
    query: QueryServiceServer<query::Query>,
    scheme: SchemeServiceServer<services::Scheme>,
    table: TableServiceServer<table::Tables>,
    topic: TopicServiceServer<topic::Topics>,
}

/// Creates a service with its size limits and with the compressions that gRPC's own libraries support.
macro_rules! limited {
    ($server:expr) => {
        $server
            .max_decoding_message_size(MAX_MESSAGE)
            .max_encoding_message_size(MAX_MESSAGE)
            .accept_compressed(CompressionEncoding::Gzip)
            .accept_compressed(CompressionEncoding::Deflate)
            .send_compressed(CompressionEncoding::Gzip)
            .send_compressed(CompressionEncoding::Deflate)
    };
}

impl Dispatch {
    fn new(gate: Gate) -> Self {
        Self {
            auth: limited!(AuthServiceServer::new(services::Auth(gate.clone()))),
            discovery: limited!(DiscoveryServiceServer::new(services::Discovery(gate.clone()))),
            operation: limited!(OperationServiceServer::new(services::Operations(gate.clone()))),
            query: limited!(QueryServiceServer::new(query::Query(gate.clone()))),
            scheme: limited!(SchemeServiceServer::new(services::Scheme(gate.clone()))),
            table: limited!(TableServiceServer::new(table::Tables(gate.clone()))),
            topic: limited!(TopicServiceServer::new(topic::Topics(gate.clone()))),
            gate,
        }
    }

    /// Checks a call's method, database and token. Returns the user, if there is one. YDB refuses an unknown token and
    /// an unknown database below its own protocol, with UNAUTHENTICATED.
    fn admit(&self, path: &str, headers: &HeaderMap) -> Result<Option<User>, Status> {
        if !METHODS.contains(&path) {
            return Err(Status::unimplemented(format!("{path} is not supported by the embedded engine")));
        }
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let config = self.gate.engine.config();
        if !is_database(text("x-ydb-database"), &config.database) {
            return Err(Status::unauthenticated("Unknown database"));
        }
        if path.starts_with("/Ydb.Auth.") {
            return Ok(None);
        }
        let user = self.gate.engine.user_of(text("x-ydb-auth-ticket"));
        user.map(|user| Some(User(user))).map_err(|error| {
            let message = error.issues.first().map_or("Unknown token", |issue| issue.message.as_str());
            Status::unauthenticated(message)
        })
    }

    fn route(&mut self, request: Request<Body>) -> BoxFuture<Response<Body>, Infallible> {
        let service = request.uri().path().split('/').nth(1).unwrap_or_default();
        match service {
            "Ydb.Auth.V1.AuthService" => self.auth.call(request),
            "Ydb.Discovery.V1.DiscoveryService" => self.discovery.call(request),
            "Ydb.Operation.V1.OperationService" => self.operation.call(request),
            "Ydb.Query.V1.QueryService" => self.query.call(request),
            "Ydb.Scheme.V1.SchemeService" => self.scheme.call(request),
            "Ydb.Topic.V1.TopicService" => self.topic.call(request),
            _ => self.table.call(request),
        }
    }
}

impl Service<Request<Body>> for Dispatch {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = BoxFuture<Self::Response, Self::Error>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, mut request: Request<Body>) -> Self::Future {
        match self.admit(request.uri().path(), request.headers()) {
            Ok(Some(user)) => drop(request.extensions_mut().insert(user)),
            Ok(None) => {}
            Err(status) => return Box::pin(std::future::ready(Ok(status.into_http()))),
        }
        if let Some(authority) = request.uri().authority().map(|authority| Authority(authority.to_string())) {
            request.extensions_mut().insert(authority);
        }
        // Most clients state for every server that they accept compressed answers. Clients that really want them also
        // compress their requests.
        if request.headers().get("grpc-encoding").is_none_or(|encoding| encoding == "identity") {
            request.headers_mut().remove("grpc-accept-encoding");
        }
        #[cfg(feature = "simulation")]
        if let Some(turns) = self.gate.turns.clone() {
            let (mut own, engine) = (self.clone(), std::sync::Arc::clone(&self.gate.engine));
            return Box::pin(async move { turns.pass(request, &engine, move |request| own.route(request)).await });
        }
        self.route(request)
    }
}
