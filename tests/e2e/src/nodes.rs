//! Database of several nodes: ports that can be cut or fall silent, with one embedded engine behind all of them.
//!
//! ```text
//! client -> port of node 1 \
//! client -> port of node 2  -> gate: lists the nodes, looks at tickets, counts -> engine
//! client -> port of node 3 /
//! ```

use std::collections::HashMap;
use std::convert::Infallible;
use std::future::poll_fn;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};

use futures_util::future::BoxFuture;
use http_body_util::{BodyExt as _, Full};
use prost::Message as _;
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{AbortHandle, JoinSet};
use tonic::Status;
use tonic::body::Body;
use tonic::codegen::http::{HeaderMap, HeaderValue, Request, Response};
use tonic::codegen::{Bytes, Service};
use tonic::transport::server::TcpIncoming;
use tonic::transport::{Channel, Endpoint, Identity, Server, ServerTlsConfig};
use ydb_embedded::{Faults, Server as Engine};
use ydb_grpc::google_proto_workaround::protobuf::Any;
use ydb_grpc::ydb_proto::discovery::{EndpointInfo, ListEndpointsResponse, ListEndpointsResult};
use ydb_grpc::ydb_proto::operations::Operation;
use ydb_grpc::ydb_proto::status_ids::StatusCode;

/// Running nodes, which stop on drop.
pub struct Nodes {
    engine: Engine,
    gate: Arc<State>,
    serving: AbortHandle,
    ports: Vec<Port>,
    /// File with the certificate of the authority, if the nodes speak TLS.
    authority: Option<PathBuf>,
}

#[derive(Default)]
struct State {
    /// Endpoints that discovery lists.
    listed: Mutex<Vec<EndpointInfo>>,
    /// Only valid ticket; `None` if tickets are not checked.
    ticket: Mutex<Option<String>>,
    /// Last ticket that a client presented.
    presented: Mutex<Option<String>>,
    /// Number of requests of each path, by the port that received them.
    requests: Mutex<HashMap<(u16, String), u64>>,
}

impl Drop for Nodes {
    fn drop(&mut self) {
        self.serving.abort();
        if let Some(authority) = &self.authority {
            let _ = std::fs::remove_file(authority);
        }
    }
}

impl Nodes {
    /// Starts this many nodes, all listed.
    pub async fn start(count: usize) -> Self {
        Self::with(count, None).await
    }

    /// Starts this many nodes with TLS, by an authority that no system knows.
    pub async fn start_tls(count: usize) -> Self {
        Self::with(count, Some(Authority::new())).await
    }

    async fn with(count: usize, authority: Option<Authority>) -> Self {
        let engine = Engine::builder().behavior(ydb_embedded::Behavior::strict()).start().await.unwrap();
        let endpoint = engine.endpoint().replacen("grpc", "http", 1);
        let channel = Endpoint::from_shared(endpoint).unwrap().tcp_nodelay(true).connect().await.unwrap();
        let gate = Arc::new(State::default());
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let incoming = TcpIncoming::from(listener).with_nodelay(Some(true));
        let service = Gate { channel, state: Arc::clone(&gate) };
        let mut server = Server::builder();
        if let Some(Authority { identity, .. }) = &authority {
            server = server.tls_config(ServerTlsConfig::new().identity(identity.clone())).unwrap();
        }
        let serving = tokio::spawn(server.serve_with_incoming(service, incoming)).abort_handle();
        let mut ports = Vec::new();
        for _ in 0..count {
            ports.push(Port::open(address).await);
        }
        let authority = authority.map(|authority| authority.file);
        let nodes = Self { engine, gate, serving, ports, authority };
        nodes.list(&(0..count).collect::<Vec<_>>());
        nodes
    }

    /// Returns a connection string that names one node.
    pub fn connection_string(&self, node: usize) -> String {
        let number = self.ports[node].number;
        match &self.authority {
            None => format!("grpc://127.0.0.1:{number}/local"),
            Some(_) => format!("grpcs://127.0.0.1:{number}/local"),
        }
    }

    /// Returns the file with the certificate of the authority.
    pub fn authority(&self) -> &Path {
        self.authority.as_deref().unwrap()
    }

    /// Returns the connection string of the engine itself.
    pub fn engine(&self) -> &str {
        self.engine.connection_string()
    }

    /// Returns the fault injection of the engine.
    pub fn faults(&self) -> &Faults {
        self.engine.faults()
    }

    /// Lists only these nodes from now on.
    pub fn list(&self, nodes: &[usize]) {
        let ssl = self.authority.is_some();
        self.list_as(nodes.iter().map(|&node| ("127.0.0.1", self.port(node), ssl, "")));
    }

    /// Lists only these endpoints from now on: address, port, `true` for TLS, and the name in the certificate if that
    /// is not the address.
    pub fn list_as<'a>(&self, endpoints: impl IntoIterator<Item = (&'a str, u16, bool, &'a str)>) {
        let endpoint = |(address, port, ssl, name): (&str, u16, bool, &str)| EndpointInfo {
            address: address.into(),
            port: port.into(),
            ssl,
            ssl_target_name_override: name.into(),
            ..Default::default()
        };
        *self.gate.listed.lock().unwrap() = endpoints.into_iter().map(endpoint).collect();
    }

    /// Returns the port of a node.
    pub fn port(&self, node: usize) -> u16 {
        self.ports[node].number
    }

    /// Accepts only this ticket from now on.
    pub fn accept_ticket(&self, ticket: &str) {
        *self.gate.ticket.lock().unwrap() = Some(ticket.to_owned());
    }

    /// Returns the last ticket that a client presented.
    pub fn presented(&self) -> Option<String> {
        self.gate.presented.lock().unwrap().clone()
    }

    /// Returns the number of requests of a name, e.g. `BulkUpsert`, that each node has received.
    pub fn requests(&self, name: &str) -> Vec<u64> {
        let requests = self.gate.requests.lock().unwrap();
        let count = |port: &Port| requests.get(&(port.number, name.to_owned())).copied().unwrap_or_default();
        self.ports.iter().map(count).collect()
    }

    /// Breaks the connections of a node, which then accepts no others.
    pub fn cut(&self, node: usize) {
        self.ports[node].close();
    }

    /// Breaks the connections of a node, which then accepts others and answers nothing.
    pub async fn silence(&self, node: usize) {
        self.ports[node].silent.store(true, Ordering::Relaxed);
        self.restore_port(node).await;
    }

    /// Makes a node work again.
    pub async fn restore(&self, node: usize) {
        self.ports[node].silent.store(false, Ordering::Relaxed);
        self.restore_port(node).await;
    }

    async fn restore_port(&self, node: usize) {
        let port = &self.ports[node];
        port.close();
        // The aborted task lets the port go when it is polled.
        let listener = loop {
            match TcpListener::bind(("127.0.0.1", port.number)).await {
                Ok(listener) => break listener,
                Err(_) => tokio::task::yield_now().await,
            }
        };
        port.serve(listener);
    }
}

/// Authority for certificates, with the server's certificate and key.
struct Authority {
    file: PathBuf,
    identity: Identity,
}

impl Authority {
    fn new() -> Self {
        let mut own = CertificateParams::default();
        own.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let issuer = CertifiedIssuer::self_signed(own, KeyPair::generate().unwrap()).unwrap();
        let key = KeyPair::generate().unwrap();
        let server = CertificateParams::new(["127.0.0.1".to_owned()]).unwrap().signed_by(&key, &issuer).unwrap();
        let file = std::env::temp_dir().join(format!("ydb-keys-{}-{:p}.pem", std::process::id(), &key));
        std::fs::write(&file, issuer.pem()).unwrap();
        Self { file, identity: Identity::from_pem(server.pem(), key.serialize_pem()) }
    }
}

/// Port of a node.
struct Port {
    number: u16,
    gate: SocketAddr,
    silent: Arc<AtomicBool>,
    accepting: Mutex<Option<AbortHandle>>,
}

impl Drop for Port {
    fn drop(&mut self) {
        self.close();
    }
}

impl Port {
    async fn open(gate: SocketAddr) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let number = listener.local_addr().unwrap().port();
        let port = Self { number, gate, silent: Arc::default(), accepting: Mutex::default() };
        port.serve(listener);
        port
    }

    fn close(&self) {
        if let Some(accepting) = self.accepting.lock().unwrap().take() {
            accepting.abort();
        }
    }

    fn serve(&self, listener: TcpListener) {
        let (gate, silent) = (self.gate, Arc::clone(&self.silent));
        let accepting = tokio::spawn(async move {
            let mut connections = JoinSet::new();
            loop {
                let Ok((mut client, _)) = listener.accept().await else { continue };
                let silent = Arc::clone(&silent);
                connections.spawn(async move {
                    if silent.load(Ordering::Relaxed) {
                        return std::future::pending().await;
                    }
                    let Ok(mut server) = TcpStream::connect(gate).await else { return };
                    let _ = (client.set_nodelay(true), server.set_nodelay(true));
                    let _ = copy_bidirectional(&mut client, &mut server).await;
                });
            }
        });
        *self.accepting.lock().unwrap() = Some(accepting.abort_handle());
    }
}

/// Service that all requests pass through.
#[derive(Clone)]
struct Gate {
    channel: Channel,
    state: Arc<State>,
}

impl Service<Request<Body>> for Gate {
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

impl Gate {
    async fn pass(mut self, request: Request<Body>) -> Result<Response<Body>, Status> {
        let name = request.uri().path().rsplit('/').next().unwrap_or_default().to_owned();
        let port = request.uri().port_u16().unwrap_or_default();
        *self.state.requests.lock().unwrap().entry((port, name.clone())).or_default() += 1;
        let presented = request.headers().get("x-ydb-auth-ticket").and_then(|ticket| ticket.to_str().ok());
        *self.state.presented.lock().unwrap() = presented.map(str::to_owned);
        if self.state.ticket.lock().unwrap().as_deref().is_some_and(|valid| presented != Some(valid)) {
            return Err(Status::unauthenticated("Unknown token"));
        }
        if name == "ListEndpoints" {
            return Ok(self.endpoints());
        }
        let broken = |error: tonic::transport::Error| Status::unavailable(error.to_string());
        poll_fn(|cx| self.channel.poll_ready(cx)).await.map_err(broken)?;
        self.channel.call(request).await.map_err(broken)
    }

    fn endpoints(&self) -> Response<Body> {
        let endpoints = self.state.listed.lock().unwrap().clone();
        let result = ListEndpointsResult { endpoints, ..Default::default() };
        let result = Any { value: result.encode_to_vec(), ..Default::default() };
        let status = StatusCode::Success as i32;
        let operation = Operation { ready: true, status, result: Some(result), ..Default::default() };
        let message = ListEndpointsResponse { operation: Some(operation) }.encode_to_vec();
        let mut framed = vec![0];
        framed.extend_from_slice(&u32::try_from(message.len()).unwrap().to_be_bytes());
        framed.extend_from_slice(&message);
        let trailers = HeaderMap::from_iter([("grpc-status".parse().unwrap(), HeaderValue::from_static("0"))]);
        let body = Full::new(Bytes::from(framed)).with_trailers(std::future::ready(Some(Ok(trailers))));
        let mut response = Response::new(Body::new(body));
        response.headers_mut().insert("content-type", HeaderValue::from_static("application/grpc"));
        response
    }
}
