//! All nodes of the database, and which of them takes the next request.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use ydb::YdbError;
use ydb_grpc::ydb_proto::discovery::{EndpointInfo, ListEndpointsRequest, ListEndpointsResponse, ListEndpointsResult};

use super::answer::operation_result;
use super::node::Node;
use super::send::Sender;

const LIST_ENDPOINTS: &str = "/Ydb.Discovery.V1.DiscoveryService/ListEndpoints";

/// How long a node may take to list the others.
const PATIENCE: Duration = Duration::from_secs(10);

/// The nodes, as of the last discovery.
pub(super) struct Nodes {
    database: String,
    certificate: Option<Vec<u8>>,
    /// The endpoint of the connection string.
    entry: Arc<Node>,
    known: RwLock<Arc<[Arc<Node>]>>,
    /// The node at which the next search begins.
    turn: AtomicUsize,
}

impl Nodes {
    /// The endpoint of a connection string, and no other node yet.
    pub(super) fn new(endpoint: &str, database: &str, certificate: Option<Vec<u8>>) -> Result<Self, YdbError> {
        // `grpc://` and `grpcs://`, which the connection string was checked for.
        let entry = Arc::new(Node::new(endpoint.replacen("grpc", "http", 1), certificate.as_deref())?);
        let known = RwLock::new(Arc::from([Arc::clone(&entry)]));
        Ok(Self { database: database.to_owned(), certificate, entry, known, turn: AtomicUsize::new(0) })
    }

    /// The node with the fewest requests of those that are healthy, or else the one that is set aside for the shortest
    /// time.
    pub(super) fn next(&self) -> Arc<Node> {
        let known = self.known();
        let now = Instant::now();
        let turn = self.turn.fetch_add(1, Ordering::Relaxed);
        let in_turn = (0..known.len()).map(|at| &known[(turn.wrapping_add(at)) % known.len()]);
        let best = in_turn.min_by_key(|node| (node.aside_until(now), node.in_flight()));
        Arc::clone(best.unwrap_or(&self.entry))
    }

    /// Whether some node is set aside.
    pub(super) fn any_aside(&self) -> bool {
        let now = Instant::now();
        self.known().iter().any(|node| node.aside_until(now).is_some())
    }

    /// Asks the endpoint of the connection string, or another node, for all nodes. Nodes that are known keep their
    /// connections.
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
        for endpoint in asked?.endpoints {
            let uri = uri(&endpoint);
            if nodes.iter().any(|node| node.uri() == uri) {
                continue;
            }
            let old = known.iter().chain([&self.entry]).find(|node| node.uri() == uri);
            nodes.push(match old {
                Some(node) => Arc::clone(node),
                None => Arc::new(Node::new(uri, self.certificate.as_deref())?),
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

    fn known(&self) -> Arc<[Arc<Node>]> {
        Arc::clone(&self.known.read().unwrap_or_else(PoisonError::into_inner))
    }
}

/// As the client addresses a node.
fn uri(endpoint: &EndpointInfo) -> String {
    let scheme = if endpoint.ssl { "https" } else { "http" };
    format!("{scheme}://{}:{}", endpoint.address, endpoint.port)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(ports: &[u16]) -> Nodes {
        let nodes = Nodes::new("grpc://localhost:1", "/local", None).unwrap();
        let known: Vec<_> =
            ports.iter().map(|port| Node::new(format!("http://localhost:{port}"), None).unwrap()).collect();
        *nodes.known.write().unwrap() = known.into_iter().map(Arc::new).collect();
        nodes
    }

    #[tokio::test]
    async fn requests_go_around() {
        let nodes = of(&[1, 2, 3]);
        let uris: Vec<String> = (0..6).map(|_| nodes.next().uri().to_owned()).collect();
        for uri in &uris[..3] {
            assert_eq!(uris.iter().filter(|other| *other == uri).count(), 2, "{uris:?}");
        }
    }

    #[tokio::test]
    async fn the_node_with_the_fewest_requests_is_taken() {
        let nodes = of(&[1, 2, 3]);
        let busy = [nodes.next().busy(), nodes.next().busy()];
        let free = nodes.next().uri().to_owned();
        assert!(busy.iter().all(|node| node.uri() != free));
        assert_eq!(nodes.next().uri(), free);
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
    fn an_address_of_a_node() {
        let info = |ssl| EndpointInfo { address: "node-1".to_owned(), port: 2135, ssl, ..Default::default() };
        assert_eq!(
            (uri(&info(true)).as_str(), uri(&info(false)).as_str()),
            ("https://node-1:2135", "http://node-1:2135")
        );
    }
}
