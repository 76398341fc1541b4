//! The marker of a transaction: the row of `ydb_keys/outcomes` by which its outcome is asked (docs/decisions/0028).

use std::hash::{BuildHasher as _, RandomState};
use std::sync::Arc;
use std::time::Duration;

use ydb::{QueryClient, Transaction, YdbError, YdbOrCustomerError, YdbResult, YdbResultWithCustomerErr};

use super::shared::{Doubtful, Shared};
use crate::error::Result;
use crate::sdk::executor::Target;
use crate::sdk::options::Options;
use crate::sdk::param::{param, param_as};
use crate::sdk::params::Request;
use crate::sdk::status::{is_conflict, is_unknown};
use crate::statements::YdbTable as _;
use crate::statements::outcome::TransactionOutcome;
use crate::types::YdbType;

/// How long a marker is kept unless the transaction says otherwise.
const KEPT: Duration = Duration::from_secs(24 * 60 * 60);

/// The pause after the first failure, and the longest one.
const PAUSES: [Duration; 2] = [Duration::from_millis(4), Duration::from_secs(1)];

/// The declarations of the key come first. A sum after the year 2105 is NULL, and a row whose time is NULL never expires.
const INSERT: &str = "DECLARE $committed AS Bool;
DECLARE $value AS Json?;
DECLARE $kept AS Interval;
INSERT INTO `ydb_keys/outcomes` (`id_hash`, `id`, `attempt`, `committed`, `value`, `kept_until`)
VALUES ($id_hash, $id, $attempt, $committed, $value, CurrentUtcTimestamp() + $kept);";

#[derive(Clone, Debug)]
pub(super) struct Marker {
    pub(super) id: Arc<str>,
    /// Whether another call may have the id.
    pub(super) shared: bool,
    pub(super) kept: Duration,
}

impl Marker {
    pub(super) fn random() -> Self {
        // Each `RandomState` has other keys; those of a thread begin at random ones.
        let half = || RandomState::new().hash_one(());
        Marker { id: format!("{:016x}{:016x}", half(), half()).into(), shared: false, kept: KEPT }
    }

    pub(super) fn of(id: impl Into<String>) -> Self {
        Marker { id: id.into().into(), shared: true, kept: KEPT }
    }

    /// The statement that inserts the row of an attempt.
    pub(super) fn insert(&self, attempt: u32, committed: bool, value: Option<String>) -> Result<Request> {
        let key = TransactionOutcome::key_params((self.id.to_string(), attempt));
        let mut params = key.values()?;
        params.insert("$committed".to_owned(), param(&committed)?);
        params.insert("$value".to_owned(), param_as(&value, YdbType::Json)?);
        params.insert("$kept".to_owned(), param(&self.kept)?);
        Ok(Request::own(key.declarations() + INSERT, params))
    }

    /// The rows of all attempts, read in a transaction: it is not committed if somebody inserts another one before.
    pub(super) async fn known(&self, transaction: &mut Transaction) -> Result<Vec<TransactionOutcome>> {
        TransactionOutcome::scan().id(self.id.to_string()).fetch(transaction).await
    }

    /// What comes after an attempt that has ended with an error: `true` if the transaction is committed, `false` if it
    /// begins again.
    ///
    /// Nothing here runs inside of the transaction: that would take a second session while it has one.
    pub(super) async fn next(
        &self,
        shared: &Shared,
        client: &mut QueryClient,
        error: YdbOrCustomerError,
        left: impl Fn() -> Option<Duration>,
    ) -> YdbResultWithCustomerErr<bool> {
        if shared.is_done() {
            return Ok(true);
        }
        let error = match error {
            YdbOrCustomerError::YDB(error) => error,
            YdbOrCustomerError::Customer(customer) => match customer.downcast_ref::<Doubtful>() {
                Some(Doubtful(error)) => error.clone(),
                None => return Err(YdbOrCustomerError::Customer(customer)),
            },
        };
        if shared.is_in_doubt() {
            // Otherwise it stays in doubt, and the first error says more.
            let Ok(row) = self.settle(shared, client, &left).await else { return Err(error.into()) };
            let committed = shared.settled(row);
            // What the client says by itself, it would say again.
            let is_own = matches!(error, YdbError::Custom(_) | YdbError::Convert(_) | YdbError::InternalError(_));
            return if committed || !is_own { Ok(committed) } else { Err(error.into()) };
        }
        if shared.lacks_table(&error) {
            create(client, left()).await?;
            return Ok(false);
        }
        // It may be that of the marker, or of a row that the other call with the id has inserted.
        if self.shared && is_conflict(&error) && self.row(client, shared.refused(), left()).await?.is_some() {
            return Ok(false);
        }
        Err(error.into())
    }

    /// The row of an attempt.
    async fn row(
        &self,
        client: &mut QueryClient,
        attempt: u32,
        left: Option<Duration>,
    ) -> YdbResult<Option<TransactionOutcome>> {
        Ok(TransactionOutcome::get((self.id.to_string(), attempt)).fetch(client).within(left).await?)
    }

    /// Inserts the row of an attempt as not committed, again and again, until it is certain which row is there. Returns
    /// the one that was there before.
    async fn settle(
        &self,
        shared: &Shared,
        client: &mut QueryClient,
        left: impl Fn() -> Option<Duration>,
    ) -> YdbResult<Option<TransactionOutcome>> {
        let attempt = shared.refused();
        let mut failures = 0;
        loop {
            let options = Options { idempotent: true, ..Options::WRITE }.within(left());
            let refusal = self.insert(attempt, false, None)?;
            let found = match Target::Query(client).execute(refusal, options).await {
                Ok(()) => return Ok(None),
                Err(error) if is_conflict(&error) => self.row(client, attempt, left()).await,
                Err(error) => Err(error),
            };
            match found {
                Ok(Some(row)) => return Ok(Some(row)),
                // It has expired in between.
                Ok(None) => {}
                // Then the attempt was not committed. What it may still do, it does to the new table.
                Err(error) if shared.lacks_table(&error) => create(client, left()).await?,
                Err(error @ YdbError::DeadlineExceeded) => return Err(error),
                // What the client does not repeat by itself.
                Err(error) if is_unknown(&error) => {}
                Err(error) => return Err(error),
            }
            pause(&mut failures).await;
        }
    }
}

/// Creates the table of the markers.
async fn create(client: &mut QueryClient, left: Option<Duration>) -> YdbResult<()> {
    let create = TransactionOutcome::TABLE.create_table().if_not_exists().exec(client).idempotent(true);
    Ok(create.within(left).await?)
}

/// Waits for longer after each failure.
pub(super) async fn pause(failures: &mut u32) {
    let [first, longest] = PAUSES;
    tokio::time::sleep(first.saturating_mul(1 << *failures).min(longest)).await;
    *failures = (*failures + 1).min(10);
}
