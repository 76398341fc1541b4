//! Marker of a transaction: opens, reads and refuses the rows of `ydb_keys/outcomes` (docs/decisions/0028).
//!
//! Nothing here runs inside of the transaction, because that would take a second session while the transaction has one.

use std::sync::atomic::AtomicU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ydb::{QueryClient, YdbError, YdbOrCustomerError, YdbResult, YdbResultWithCustomerErr};

use super::entry::{Entry, Fate, State, TransactionOutcome, random};
use crate::error::Result;
use crate::sdk::executor::Target;
use crate::sdk::probe::release;
use crate::sdk::status::{SCHEME_ERROR, has_status, is_conflict, is_unknown};
use crate::sdk::tx::Commands;
use crate::sdk::{Namespace, Options, Request, Tx};
use crate::statements::YdbTable as _;
use ydb_keys_core::schema::release::SERIALIZABLE;

/// Time that a row is kept, unless the transaction sets another one.
pub(in crate::sdk) const KEPT: Duration = Duration::from_secs(24 * 60 * 60);

/// Pause after the first failure, and the longest pause.
const PAUSES: [Duration; 2] = [Duration::from_millis(4), Duration::from_secs(1)];

/// Beginning of each id that the library has made. If a caller passes such an id, an earlier call with it was in doubt.
const MADE: &str = "ydb-keys ";

#[derive(Clone, Debug)]
pub(super) struct Marker {
    pub(super) id: Arc<str>,
    /// `true` if another call may have the same id.
    pub(super) shared: bool,
    pub(super) kept: Duration,
}

impl Marker {
    pub(super) fn random() -> Self {
        Marker { id: format!("{MADE}{}", random()).into(), shared: false, kept: KEPT }
    }

    pub(super) fn of(id: impl Into<String>) -> Self {
        Marker { id: id.into().into(), shared: true, kept: KEPT }
    }

    /// Returns `true` if the library made the id and a caller passes it: an earlier call with it was in doubt, so a row
    /// exists until it expires.
    fn is_asked(&self) -> bool {
        let made = |id: &str| id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit());
        self.shared && self.id.strip_prefix(MADE).is_some_and(made)
    }

    pub(super) fn commit(&self, entry: &Entry, value: Option<String>) -> Result<Request> {
        entry.commit(&self.id, self.kept, value)
    }

    /// Opens the row that the first attempt must find. Returns `true` if the transaction is already committed.
    pub(super) async fn begin(
        &self,
        shared: &Shared,
        client: &mut QueryClient,
        left: impl Fn() -> Option<Duration>,
    ) -> YdbResult<bool> {
        let rows = if self.is_asked() { self.rows(client, left()).await? } else { Vec::new() };
        self.open(shared, client, left, rows).await
    }

    /// Opens a row, given the rows that were found. If nobody looked for rows, the caller passes none. Returns `true`
    /// if the transaction is already committed.
    async fn open(
        &self,
        shared: &Shared,
        client: &mut QueryClient,
        left: impl Fn() -> Option<Duration>,
        mut rows: Vec<TransactionOutcome>,
    ) -> YdbResult<bool> {
        let (mut created, mut failures) = (false, 0);
        loop {
            let entry = match State::of(&rows) {
                State::Committed(value) => {
                    tracing::info!("a transaction with this id is done, so nothing is run");
                    shared.end(value);
                    return Ok(true);
                }
                State::Open(entry) => {
                    shared.know(|known| known.entry = Some(entry));
                    return Ok(false);
                }
                State::Next(_) if rows.is_empty() && self.is_asked() => {
                    shared.forget(true);
                    return Err(YdbError::Custom(NO_ROW.to_owned()));
                }
                State::Next(attempt) => Entry::new(attempt),
            };
            // The statement is never sent twice: otherwise a row could be inserted late, when nobody expects it.
            let options = Options { reconnects: true, ..Options::WRITE }.within(left());
            match Target::Query(client).execute(entry.opening(&self.id, self.kept)?, options).await {
                Ok(()) => {
                    shared.know(|known| known.entry = Some(entry));
                    return Ok(false);
                }
                Err(error) if is_conflict(&error) => {}
                Err(error) if has_status(&error, &[SCHEME_ERROR]) && !created => {
                    create(client, &left).await?;
                    created = true;
                }
                Err(error @ YdbError::DeadlineExceeded) => return Err(error),
                Err(error) if is_unknown(&error) => pause(&mut failures).await,
                Err(error) => return Err(error),
            }
            rows = self.rows(client, left()).await?;
        }
    }

    /// Decides after an attempt that ended with an error. Returns `true` if the transaction is committed, and `false`
    /// if it runs again.
    pub(super) async fn next(
        &self,
        shared: &Shared,
        client: &mut QueryClient,
        error: YdbOrCustomerError,
        left: impl Fn() -> Option<Duration>,
    ) -> YdbResultWithCustomerErr<bool> {
        let (error, at_commit) = match error {
            YdbOrCustomerError::YDB(error) => (error, false),
            YdbOrCustomerError::Customer(customer) => match customer.downcast_ref::<AtCommit>() {
                Some(AtCommit(error)) => (error.clone(), true),
                None => return Err(YdbOrCustomerError::Customer(customer)),
            },
        };
        let (in_doubt, entry) = shared.know(|known| (known.in_doubt, known.entry.clone()));
        // The conflict may be with a row that another call with the id has inserted.
        let asks = in_doubt || at_commit || self.shared && is_conflict(&error);
        let Some(entry) = entry.filter(|_| asks) else { return Err(error.into()) };
        let found = if in_doubt { self.settle(&entry, client, &left).await } else { self.rows(client, left()).await };
        // If the rows cannot be read, the outcome stays in doubt, and the first error says more.
        let Ok(rows) = found else { return Err(error.into()) };
        match entry.fate(&rows) {
            Fate::Committed(value) => {
                shared.end(value);
                Ok(true)
            }
            Fate::Refused => {
                shared.know(|known| known.in_doubt = false);
                // The client would return an error of its own again.
                match &error {
                    YdbError::Custom(_) | YdbError::Convert(_) | YdbError::InternalError(_) => Err(error.into()),
                    _ => Ok(self.open(shared, client, left, rows).await?),
                }
            }
            Fate::Open => Err(error.into()),
            Fate::Forgotten => {
                shared.forget(in_doubt);
                Err(error.into())
            }
        }
    }

    /// Refuses an attempt, repeatedly until its fate is certain. Returns the rows that tell it.
    async fn settle(
        &self,
        entry: &Entry,
        client: &mut QueryClient,
        left: impl Fn() -> Option<Duration>,
    ) -> YdbResult<Vec<TransactionOutcome>> {
        let mut failures = 0;
        loop {
            let options = Options { idempotent: true, ..Options::WRITE }.within(left());
            match Target::Query(client).execute(entry.refusal(&self.id, self.kept)?, options).await {
                Ok(()) => {}
                Err(error @ YdbError::DeadlineExceeded) => return Err(error),
                // An error that the client does not repeat by itself; or there is no table, and therefore no row.
                Err(error) if is_unknown(&error) || has_status(&error, &[SCHEME_ERROR]) => {}
                Err(error) => return Err(error),
            }
            let rows = self.rows(client, left()).await?;
            match entry.fate(&rows) {
                Fate::Open => pause(&mut failures).await,
                _ => return Ok(rows),
            }
        }
    }

    /// Reads the rows of all attempts. A table that does not exist has none.
    async fn rows(&self, client: &mut QueryClient, left: Option<Duration>) -> YdbResult<Vec<TransactionOutcome>> {
        let rows = TransactionOutcome::scan().id(self.id.to_string()).fetch(client).within(left).await;
        match rows.map_err(YdbError::from) {
            Err(error) if has_status(&error, &[SCHEME_ERROR]) => Ok(Vec::new()),
            rows => rows,
        }
    }
}

const NO_ROW: &str = "`ydb_keys/outcomes` has no row of this id";

/// Creates the table of the rows, and checks that the server's release keeps the guarantees that `exactly_once` needs.
async fn create(client: &mut QueryClient, left: impl Fn() -> Option<Duration>) -> YdbResult<()> {
    let create = TransactionOutcome::TABLE.create_table().if_not_exists().exec(&mut *client).idempotent(true);
    create.within(left()).await?;
    let release = release(client, left()).await;
    match release.map(|release| (release, release.reaches(SERIALIZABLE))) {
        Some((_, Some(true))) => {}
        Some((release, Some(false))) => tracing::warn!(
            "this server is YDB {release}, on which a commit can succeed although what it has read has changed; \
             `exactly_once` needs {SERIALIZABLE} or later"
        ),
        _ => tracing::warn!(
            "make sure that the server is YDB {SERIALIZABLE} or later, because it does not say so: on an earlier one a commit \
             can succeed although what it has read has changed, so that an `exactly_once` transaction is done twice"
        ),
    }
    Ok(())
}

pub(super) async fn pause(failures: &mut u32) {
    let [first, longest] = PAUSES;
    tokio::time::sleep(first.saturating_mul(1 << *failures).min(longest)).await;
    *failures = (*failures + 1).min(10);
}

/// State that the two sides of a `transact` share.
pub(super) struct Shared {
    pub(super) client: QueryClient,
    /// Path of the database, for spans.
    pub(super) namespace: Namespace,
    /// Number of attempts that began again for a reason that may be wrong; see [`Tx::doubts`].
    doubts: Arc<AtomicU32>,
    known: Mutex<Known>,
}

/// Facts that the two sides of a `transact` tell each other.
#[derive(Default)]
pub(super) struct Known {
    /// Transaction of an attempt that has begun, while its closure has not.
    pub(super) begun: Option<Tx>,
    pub(super) attempts: u32,
    /// `true` if a commit was sent and has no definite answer.
    pub(super) in_doubt: bool,
    /// Row that the attempt must find when it commits, if it has a marker.
    pub(super) entry: Option<Entry>,
    /// `true` if that row was looked for and is gone.
    pub(super) forgotten: bool,
    /// Value in the row of the committed attempt.
    pub(super) done: Option<Option<String>>,
}

impl Shared {
    pub(super) fn new(client: QueryClient, namespace: Namespace) -> Self {
        Shared { client, namespace, doubts: Arc::default(), known: Mutex::default() }
    }

    /// Reads or changes what both sides know. A closure, because two guards in one expression would wait for each other.
    pub(super) fn know<R>(&self, with: impl FnOnce(&mut Known) -> R) -> R {
        with(&mut self.known.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Records that the row is gone. `in_doubt` is `true` if nobody can know any more whether the transaction is
    /// committed.
    fn forget(&self, in_doubt: bool) {
        self.know(|known| (known.in_doubt, known.forgotten) = (in_doubt, true));
    }

    /// Records that the transaction is committed, and the value that it left.
    fn end(&self, value: Option<String>) {
        self.know(|known| (known.in_doubt, known.done) = (false, Some(value)));
    }

    pub(super) fn begin(&self) -> Commands {
        self.know(|known| {
            // An attempt follows a doubtful commit only if the transaction is idempotent, or if that commit is settled.
            known.in_doubt = false;
            known.attempts += 1;
            let (tx, commands) = Tx::new(known.attempts, self.doubts.clone(), self.namespace.clone());
            known.begun = Some(tx);
            commands
        })
    }
}

/// Error of the committing statement, if it was refused or its effect is not known. Only the row tells what to do next,
/// so the client must not begin again by itself.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct AtCommit(pub(super) YdbError);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_of_the_library_is_told_from_one_of_the_program() {
        let made = Marker::random();
        assert!(!made.is_asked() && Marker::of(&*made.id).is_asked(), "{made:?}");
        let id = made.id.strip_prefix(MADE).unwrap();
        for own in [id, "ydb-keys", "ydb-keys 1", &made.id[..40], &format!("{}0", made.id), "payment 4711"] {
            assert!(!Marker::of(own).is_asked(), "{own}");
        }
    }
}
