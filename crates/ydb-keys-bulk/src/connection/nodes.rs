//! All nodes of the database, and the choice of the node for the next request.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use ydb::YdbError;
use ydb_grpc::ydb_proto::discovery::{EndpointInfo, ListEndpointsRequest, ListEndpointsResponse, ListEndpointsResult};

use super::answer::operation_result;
use super::node::{Address, Node};
use super::send::Sender;

const LIST_ENDPOINTS: &str = "/Ydb.Discovery.V1.DiscoveryService/ListEndpoints";

/// Time limit for a node to list all nodes.
const PATIENCE: Duration = Duration::from_secs(10);

/// Nodes that the last discovery found.
pub(super) struct Nodes {
    database: String,
    certificate: Option<Vec<u8>>,
    /// Node at the endpoint of the connection string.
    entry: Arc<Node>,
    known: RwLock<Arc<[Arc<Node>]>>,
    /// Index of the node at which the next search begins.
    turn: AtomicUsize,
}

impl Nodes {
    /// Makes a list with only the node at the endpoint of a connection string.
    pub(super) fn new(endpoint: &str, database: &str, certificate: Option<Vec<u8>>) -> Result<Self, YdbError> {
        // `Target` has checked that the endpoint begins with `grpc://` or `grpcs://`.
        let entry = Arc::new(Node::new(Address::of(endpoint.replacen("grpc", "http", 1)), certificate.as_deref())?);
        let known = RwLock::new(Arc::from([Arc::clone(&entry)]));
        Ok(Self { database: database.to_owned(), certificate, entry, known, turn: AtomicUsize::new(0) })
    }

    /// Returns the healthy node with the fewest requests. If all nodes are set aside, returns the node whose pause ends
    /// first.
    pub(super) fn next(&self) -> Arc<Node> {
        let known = self.known();
        let now = Instant::now();
        let turn = self.turn.fetch_add(1, Ordering::Relaxed);
        let in_turn = (0..known.len()).map(|at| &known[(turn.wrapping_add(at)) % known.len()]);
        let best = in_turn.min_by_key(|node| (node.aside_until(now), node.in_flight()));
        Arc::clone(best.unwrap_or(&self.entry))
    }

    /// Returns `true` if a node is set aside.
    pub(super) fn any_aside(&self) -> bool {
        let now = Instant::now();
        self.known().iter().any(|node| node.aside_until(now).is_some())
    }

    /// Asks the endpoint of the connection string, or else another node, for all nodes. Known nodes keep their
    /// connections. If no listed node can be used, the old list remains.
    pub(super) async fn discover(&self, sender: &Sender) -> Result<(), YdbError> {
        let asked = match self.ask(sender, &self.entry).await {
            Ok(listed) => Ok(listed),
            Err(error) => match self.next() {
                other if Arc::ptr_eq(&other, &self.entry) => Err(error),
                other => self.ask(sender, &other).await.map_err(|_| error),
            },
        };
        let known = self.known();
        let mut nodes: Vec<Arc<Node>> = Vec::new();
        for address in asked?.endpoints.iter().filter_map(|endpoint| address(endpoint, self.is_encrypted())) {
            if nodes.iter().any(|node| *node.address() == address) {
                continue;
            }
            let old = known.iter().chain([&self.entry]).find(|node| *node.address() == address);
            nodes.push(match old {
                Some(node) => Arc::clone(node),
                None => Arc::new(Node::new(address, self.certificate.as_deref())?),
            });
        }
        if !nodes.is_empty() {
            *self.known.write().unwrap_or_else(PoisonError::into_inner) = nodes.into();
        }
        Ok(())
    }

    async fn ask(&self, sender: &Sender, node: &Arc<Node>) -> Result<ListEndpointsResult, YdbError> {
        let request = || ListEndpointsRequest { database: self.database.clone(), ..Default::default() };
        let answer: ListEndpointsResponse = sender.unary(node, LIST_ENDPOINTS, request, Some(PATIENCE)).await?;
        operation_result(answer.operation)
    }

    /// Returns `true` if the connection string begins with `grpcs://`.
    fn is_encrypted(&self) -> bool {
        self.entry.address().uri.starts_with("https://")
    }

    fn known(&self) -> Arc<[Arc<Node>]> {
        Arc::clone(&self.known.read().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Returns the address of a listed node; `None` if the node and the connection string differ in TLS. The ticket must
/// not be sent without TLS, even if an answer lists such a node. YDB's SDK for Go leaves out both kinds
/// (internal/discovery/discovery.go). `ssl_target_name_override` is the name in the certificate (resolver.py of YDB's
/// SDK for Python).
fn address(endpoint: &EndpointInfo, is_encrypted: bool) -> Option<Address> {
    let scheme = if is_encrypted { "https" } else { "http" };
    let name = Some(&endpoint.ssl_target_name_override).filter(|name| is_encrypted && !name.is_empty());
    let uri = format!("{scheme}://{}:{}", endpoint.address, endpoint.port);
    (endpoint.ssl == is_encrypted).then(|| Address { uri, name: name.cloned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(ports: &[u16]) -> Nodes {
        let nodes = Nodes::new("grpc://localhost:1", "/local", None).unwrap();
        let known: Vec<_> = ports
            .iter()
            .map(|port| Node::new(Address::of(format!("http://localhost:{port}")), None).unwrap())
            .collect();
        *nodes.known.write().unwrap() = known.into_iter().map(Arc::new).collect();
        nodes
    }

    #[tokio::test]
    async fn requests_go_around() {
        let nodes = of(&[1, 2, 3]);
        let uris: Vec<String> = (0..6).map(|_| nodes.next().address().uri.clone()).collect();
        for uri in &uris[..3] {
            assert_eq!(uris.iter().filter(|other| *other == uri).count(), 2, "{uris:?}");
        }
    }

    #[tokio::test]
    async fn the_node_with_the_fewest_requests_is_taken() {
        let nodes = of(&[1, 2, 3]);
        let busy = [nodes.next().busy(), nodes.next().busy()];
        let free = nodes.next().address().clone();
        assert!(busy.iter().all(|node| *node.address() != free));
        assert_eq!(*nodes.next().address(), free);
    }

    #[tokio::test]
    async fn a_node_that_failed_is_left_alone_unless_all_have() {
        let nodes = of(&[1, 2]);
        let now = Instant::now();
        let (one, two) = (nodes.next(), nodes.next());
        one.failed(now);
        assert!(nodes.any_aside());
        assert!((0..4).all(|_| Arc::ptr_eq(&nodes.next(), &two)));
        two.failed(now + Duration::from_millis(1));
        assert!((0..4).all(|_| Arc::ptr_eq(&nodes.next(), &one)));
        one.answered();
        two.answered();
        assert!(!nodes.any_aside());
    }

    #[test]
    fn a_node_with_the_scheme_of_the_connection_string() {
        let info = |ssl, name: &str| EndpointInfo {
            address: "node-1".to_owned(),
            port: 2135,
            ssl,
            ssl_target_name_override: name.to_owned(),
            ..Default::default()
        };
        let plain = Address::of("http://node-1:2135".to_owned());
        let encrypted = Address::of("https://node-1:2135".to_owned());
        assert_eq!(address(&info(false, ""), false), Some(plain.clone()));
        assert_eq!(address(&info(false, "ydb"), false), Some(plain));
        assert_eq!(address(&info(true, ""), true), Some(encrypted.clone()));
        assert_eq!(address(&info(true, "ydb"), true), Some(Address { name: Some("ydb".to_owned()), ..encrypted }));
        assert_eq!(address(&info(false, ""), true), None, "a ticket without TLS");
        assert_eq!(address(&info(true, ""), false), None);
    }
}
