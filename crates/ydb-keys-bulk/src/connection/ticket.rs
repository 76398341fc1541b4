//! Ticket of the credentials. The crate `ydb` shows it only to a server.
//!
//! ```text
//! Credentials -> the client's cache and renewal -> x-ydb-auth-ticket -> a port of ours on 127.0.0.1 -> this file
//! ```
//!
//! The trait `Credentials` gives no public access to its token, and the client of the crate `ydb` decides when to renew
//! it. Therefore a client with these credentials sends requests to a local port that reads only this header. The client
//! keeps all of its work on tokens: logins, metadata services, keys of service accounts, renewal. The port answers
//! every request with an error that the client does not retry. It accepts only a client that names the right database,
//! which is random.

use std::convert::Infallible;
use std::future::{Ready, ready};
use std::hash::{BuildHasher as _, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use futures_util::future::BoxFuture;
use tokio::net::TcpListener;
use tokio::task::AbortHandle;
use tonic::Status;
use tonic::body::Body;
use tonic::codegen::Service;
use tonic::codegen::http::{Request, Response};
use tonic::metadata::AsciiMetadataValue;
use tonic::transport::Server;
use tonic::transport::server::TcpIncoming;
use ydb::{Client, StaticDiscovery, YdbError};
use ydb_keys::__internal::Target;

/// Age at which a ticket is asked for again: the client renews a ticket only when it is asked after the ticket is due.
const FRESH: Duration = Duration::from_secs(5);

/// Pauses before each new question after a rejected ticket. The client renews the ticket meanwhile.
const RENEWALS: [Duration; 4] =
    [Duration::ZERO, Duration::from_millis(50), Duration::from_millis(150), Duration::from_millis(300)];

/// Current ticket, with the client that renews it.
pub(super) struct Ticket {
    client: Client,
    shown: Shown,
    held: Mutex<Held>,
    /// Lock that is held while the client is asked for a new ticket, so that one task asks at a time.
    asking: tokio::sync::Mutex<()>,
    _serving: Serving,
}

struct Held {
    value: AsciiMetadataValue,
    since: Instant,
}

/// Ticket in the last request to the port.
type Shown = Arc<Mutex<Option<AsciiMetadataValue>>>;

impl Ticket {
    /// Starts the port and the client, and waits for the first ticket.
    ///
    /// # Errors
    /// The errors of the crate `ydb`, if the client cannot get a ticket.
    pub(super) async fn open(target: Target) -> Result<Arc<Self>, YdbError> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let address = listener.local_addr()?;
        let database = secret();
        let shown = Shown::default();
        let port = Port { shown: Arc::clone(&shown), database: database.clone().into() };
        let serving = Server::builder().serve_with_incoming(port, TcpIncoming::from(listener).with_nodelay(Some(true)));
        let serving = Serving(tokio::spawn(serving).abort_handle());
        let discovery = StaticDiscovery::new_from_str(format!("http://{address}").as_str())?;
        let client = target.through(discovery, &database).build().await?;
        let value = ask(&client, &shown).await?;
        let held = Mutex::new(Held { value, since: Instant::now() });
        let asking = tokio::sync::Mutex::default();
        Ok(Arc::new(Self { client, shown, held, asking, _serving: serving }))
    }

    /// Returns the ticket for a request. If the ticket is old, the client is asked for the next one in the background.
    pub(super) fn now(self: &Arc<Self>) -> AsciiMetadataValue {
        let (value, since) = {
            let held = self.held();
            (held.value.clone(), held.since)
        };
        if since.elapsed() >= FRESH && self.asking.try_lock().is_ok() {
            let own = Arc::clone(self);
            tokio::spawn(async move { own.refresh().await });
        }
        value
    }

    /// Returns a ticket other than the rejected one, if the client has one soon.
    pub(super) async fn instead_of(&self, rejected: &AsciiMetadataValue) -> Option<AsciiMetadataValue> {
        for pause in RENEWALS {
            tokio::time::sleep(pause).await;
            let value = self.held().value.clone();
            if value != *rejected {
                return Some(value);
            }
            self.refresh().await;
        }
        Some(self.held().value.clone()).filter(|value| value != rejected)
    }

    /// Asks the client for a ticket, one question at a time. If the client cannot renew its token, the old ticket
    /// remains, and YDB decides about it.
    async fn refresh(&self) {
        let asked = Instant::now();
        let _asking = self.asking.lock().await;
        if self.held().since > asked {
            return;
        }
        let value = ask(&self.client, &self.shown).await.ok();
        let mut held = self.held();
        held.value = value.unwrap_or_else(|| held.value.clone());
        held.since = Instant::now();
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Makes the client send a request to the port, and returns the ticket in it.
async fn ask(client: &Client, shown: &Shown) -> Result<AsciiMetadataValue, YdbError> {
    let mut scheme = client.scheme_client();
    let asking: BoxFuture<'_, _> = Box::pin(scheme.list_directory("/".to_owned()));
    let answer = asking.await;
    match (lock(shown).take(), answer) {
        (Some(ticket), _) => Ok(ticket),
        (None, Err(error)) => Err(error),
        (None, Ok(_)) => Err(YdbError::Custom("the client's request contained no ticket".to_owned())),
    }
}

fn lock(shown: &Shown) -> MutexGuard<'_, Option<AsciiMetadataValue>> {
    shown.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns a random path of a request, which no other process can guess. `RandomState` is the standard library's only
/// source of random numbers.
fn secret() -> String {
    let half = || RandomState::new().hash_one(Instant::now());
    format!("/{:016x}{:016x}", half(), half())
}

/// Task that serves the port. Dropping it closes the port.
struct Serving(AbortHandle);

impl Drop for Serving {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Service at the port; it takes the ticket from the header of each request.
#[derive(Clone)]
struct Port {
    shown: Shown,
    database: Arc<str>,
}

impl Service<Request<Body>> for Port {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Ready<Result<Self::Response, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        let headers = request.headers();
        let is_ours = headers.get("x-ydb-database").is_some_and(|name| name.as_bytes() == self.database.as_bytes());
        let ticket = headers.get("x-ydb-auth-ticket").filter(|_| is_ours);
        if let Some(mut ticket) = ticket.and_then(|ticket| AsciiMetadataValue::try_from(ticket.as_bytes()).ok()) {
            ticket.set_sensitive(true);
            *lock(&self.shown) = Some(ticket);
        }
        ready(Ok(Status::failed_precondition("this port only takes tickets").into_http()))
    }
}
