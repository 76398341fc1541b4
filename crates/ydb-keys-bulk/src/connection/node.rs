//! A node of the database: its channel, its number of requests, and its health. A node is set aside after failures.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tonic::transport::{Certificate, Channel, ClientTlsConfig, Endpoint};
use ydb::YdbError;

/// Interval of HTTP/2 keep-alive pings; the crate `ydb` uses the same interval.
const KEEP_ALIVE: Duration = Duration::from_secs(10);

/// Most unread bytes in one stream of answers.
const STREAM_WINDOW: u32 = 2 << 20;

/// Most unread bytes in all streams of one connection: the maximum of HTTP/2. A stream that nobody reads must not block
/// the other streams of its node.
const CONNECTION_WINDOW: u32 = (1 << 31) - 1;

/// Time limit for connecting to a node.
const CONNECT: Duration = Duration::from_secs(5);

/// Time for which a node is set aside: after its first failure, and at most.
const ASIDE: (Duration, Duration) = (Duration::from_millis(500), Duration::from_secs(30));

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Address {
    /// URI of the node: `http://host:port`, or `https://host:port` with TLS.
    pub(super) uri: String,
    /// Name in the node's certificate, if it is not the host.
    pub(super) name: Option<String>,
}

impl Address {
    pub(super) fn of(uri: String) -> Self {
        Address { uri, name: None }
    }
}

/// A node with its channel and its state.
pub(super) struct Node {
    address: Address,
    channel: Channel,
    in_flight: AtomicUsize,
    health: Mutex<Health>,
}

#[derive(Default)]
struct Health {
    /// Number of failures since the last answer.
    failures: u32,
    aside_until: Option<Instant>,
}

impl Node {
    /// Makes a node. The first request connects to it.
    pub(super) fn new(address: Address, certificate: Option<&[u8]>) -> Result<Self, YdbError> {
        let invalid = |error: tonic::transport::Error| YdbError::TransportDial(Arc::new(error));
        let endpoint = Endpoint::from_shared(address.uri.clone()).map_err(invalid)?;
        let endpoint = endpoint.tcp_nodelay(true).http2_keep_alive_interval(KEEP_ALIVE).connect_timeout(CONNECT);
        let endpoint = endpoint.initial_stream_window_size(STREAM_WINDOW);
        let endpoint = endpoint.initial_connection_window_size(CONNECTION_WINDOW);
        let endpoint = match address.uri.starts_with("https://") {
            false => endpoint,
            true => {
                let tls = match certificate {
                    Some(pem) => ClientTlsConfig::new().ca_certificate(Certificate::from_pem(pem)),
                    None => ClientTlsConfig::new().with_native_roots(),
                };
                let named = address.name.iter().fold(tls, |tls, name| tls.domain_name(name));
                endpoint.tls_config(named).map_err(invalid)?
            }
        };
        let channel = endpoint.connect_lazy();
        Ok(Self { address, channel, in_flight: AtomicUsize::new(0), health: Mutex::default() })
    }

    pub(super) fn address(&self) -> &Address {
        &self.address
    }

    pub(super) fn channel(&self) -> Channel {
        self.channel.clone()
    }

    pub(super) fn in_flight(&self) -> usize {
        self.in_flight.load(Ordering::Relaxed)
    }

    /// Returns the end of the time for which the node is set aside; `None` if it is not set aside now.
    pub(super) fn aside_until(&self, now: Instant) -> Option<Instant> {
        self.health().aside_until.filter(|until| *until > now)
    }

    /// Counts a request of the node until the returned guard is dropped.
    pub(super) fn busy(self: Arc<Self>) -> Busy {
        self.in_flight.fetch_add(1, Ordering::Relaxed);
        Busy(self)
    }

    pub(super) fn answered(&self) {
        *self.health() = Health::default();
    }

    /// Sets the node aside, for twice as long after each failure. Requests that fail together count once.
    pub(super) fn failed(&self, now: Instant) {
        let mut health = self.health();
        if health.aside_until.is_some_and(|until| until > now) {
            return;
        }
        let pause = ASIDE.0.saturating_mul(1 << health.failures.min(16)).min(ASIDE.1);
        *health = Health { failures: health.failures.saturating_add(1), aside_until: Some(now + pause) };
    }

    fn health(&self) -> std::sync::MutexGuard<'_, Health> {
        self.health.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A node with one more request; dropping it ends the request.
pub(super) struct Busy(Arc<Node>);

impl std::ops::Deref for Busy {
    type Target = Node;

    fn deref(&self) -> &Node {
        &self.0
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.in_flight.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_node_is_set_aside_for_longer_each_time() {
        let node = Node::new(Address::of("http://localhost:1".to_owned()), None).unwrap();
        let start = Instant::now();
        assert_eq!(node.aside_until(start), None);
        node.failed(start);
        node.failed(start);
        assert_eq!(node.aside_until(start), Some(start + Duration::from_millis(500)));
        let later = start + Duration::from_millis(500);
        assert_eq!(node.aside_until(later), None);
        node.failed(later);
        assert_eq!(node.aside_until(later), Some(later + Duration::from_secs(1)));
        let mut now = later;
        for _ in 0..40 {
            now += Duration::from_secs(30);
            node.failed(now);
        }
        assert_eq!(node.aside_until(now), Some(now + Duration::from_secs(30)));
        node.answered();
        assert_eq!(node.aside_until(now), None);
    }

    #[tokio::test]
    async fn requests_are_counted_until_they_end() {
        let node = Arc::new(Node::new(Address::of("http://localhost:1".to_owned()), None).unwrap());
        let (one, two) = (Arc::clone(&node).busy(), Arc::clone(&node).busy());
        assert_eq!(node.in_flight(), 2);
        drop(one);
        assert_eq!(two.in_flight(), 1);
        drop(two);
        assert_eq!(node.in_flight(), 0);
    }
}
