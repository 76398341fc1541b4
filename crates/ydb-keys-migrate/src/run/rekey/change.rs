//! Row of the control table in which this runner records the phase of the change.
//!
//! The row has an epoch, which grows whenever a runner begins or takes over. A runner writes phases and pages only in
//! transactions that read the row and find the runner's own epoch there. After another runner has taken over, the
//! former one can therefore not write any more.

use std::collections::HashMap;
use std::time::{Duration, SystemTime};

use futures_util::future::BoxFuture;
use tokio::time::Instant;
use ydb::{Client, Value as SdkValue, YdbError, YdbResult};
use ydb_keys::__internal::status::{SCHEME_ERROR, has_status};
use ydb_keys::__internal::{KeyChange, Phase};
use ydb_keys::{Error, Layout, Table, Transact, Tx, Value, YdbRow, YdbTable, query};
use ydb_keys_core::schema::path::TablePath;

use super::RekeyOptions;
use crate::rekey::Paths;
use crate::run::RekeyPhase;
use crate::run::error::{Detail, MigrateError};

/// Parameters of a statement.
pub(super) type Params = HashMap<String, SdkValue>;

/// Time of the server's clock, which measures leases.
#[derive(YdbRow)]
struct Now {
    now: SystemTime,
}

/// Reason for which a transaction of a runner was not committed.
#[derive(Debug)]
pub(super) enum ChangeRefusal {
    /// Another runner owns the change.
    Other(Box<KeyChange>),
    /// The unfinished change leads to another layout.
    Unfinished(Box<KeyChange>),
    Ydb(YdbError),
}

impl From<Error> for ChangeRefusal {
    fn from(error: Error) -> Self {
        ChangeRefusal::Ydb(error.into())
    }
}

impl From<YdbError> for ChangeRefusal {
    fn from(error: YdbError) -> Self {
        ChangeRefusal::Ydb(error)
    }
}

impl ChangeRefusal {
    /// Returns the client's error, for a transaction that only reads.
    pub(super) fn into_ydb(self) -> YdbError {
        match self {
            ChangeRefusal::Ydb(error) => error,
            ChangeRefusal::Other(_) | ChangeRefusal::Unfinished(_) => YdbError::NoRows,
        }
    }

    /// Converts the refusal into the error of a change of the table.
    pub(super) fn of(self, paths: &Paths, phase: RekeyPhase) -> MigrateError {
        let table = paths.path.to_string();
        match self {
            ChangeRefusal::Other(change) if !change.is_open() => {
                Detail::Overtaken { table, runner: change.runner }.into()
            }
            ChangeRefusal::Other(change) => {
                Detail::OtherRunner { table, runner: change.runner, until: time_of(change.lease_until) }.into()
            }
            ChangeRefusal::Unfinished(change) => {
                Detail::OtherChange { table, new: paths.new.to_string(), layout: change.new_layout }.into()
            }
            ChangeRefusal::Ydb(source) => Detail::Rekey { table, phase, source }.into(),
        }
    }
}

/// Formats a time as `2026-01-01T10:00:00Z`.
pub(super) fn time_of(time: SystemTime) -> String {
    let since = time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    Value::Timestamp(since.as_secs() * 1_000_000).to_string()
}

/// Last moment of a Timestamp, the type of the lease's column: 2105-12-31T23:59:59.999999Z.
const LAST: Duration = Duration::from_micros(4_291_747_200_000_000 - 1);

/// Returns the end of a lease that begins now. A lease that does not fit into its column never ends.
fn end(now: SystemTime, lease: Duration) -> SystemTime {
    let last = SystemTime::UNIX_EPOCH + LAST;
    now.checked_add(lease).map_or(last, |end| end.min(last))
}

/// Change of a key that this runner makes.
pub(super) struct KeyRun<'a> {
    client: &'a Client,
    paths: &'a Paths,
    pub(super) epoch: u64,
    /// Phase that the runner before this one had reached.
    pub(super) found: Phase,
    /// `true` if the runner before this one sent a request to swap the names, and YDB may still execute it.
    pub(super) doubt: bool,
    lease: Duration,
    renewed: Instant,
}

impl<'a> KeyRun<'a> {
    /// Begins a change, or takes over a change whose runner is gone.
    pub(super) fn begin(
        client: &'a Client,
        paths: &'a Paths,
        table: &'static Table,
        old_layout: String,
        options: &'a RekeyOptions,
    ) -> BoxFuture<'a, Result<Self, MigrateError>> {
        Box::pin(async move {
            let failed = |error: Error| ChangeRefusal::from(error).of(paths, RekeyPhase::Create);
            KeyChange::create(client).await.map_err(failed)?;
            let old_layout = &old_layout;
            let begun = Transact::with_error(client, async |tx: Tx| -> Result<KeyChange, ChangeRefusal> {
                let now = now(&tx).await?;
                let stored = KeyChange::get(&*paths.path).fetch(&tx).await?;
                let mut change = KeyChange {
                    epoch: stored.as_ref().map_or(0, |stored| stored.epoch) + 1,
                    number: paths.number,
                    new_layout: Layout::of(table).to_string(),
                    runner: options.runner.clone(),
                    begun_at: now,
                    lease_until: end(now, options.lease),
                    ..KeyChange::first(&paths.path, old_layout)
                };
                if let Some(unknown) = stored.as_ref().and_then(KeyChange::unknown_format) {
                    return Err(YdbError::Custom(unknown).into());
                }
                let has_new_key =
                    |stored: &KeyChange| old_layout.parse().is_ok_and(|old: Layout| old.is_line(&stored.new_layout));
                // Another runner has ended the change, or has begun one, since this runner read the row.
                let is_other = |stored: &KeyChange| {
                    if stored.is_swapped() {
                        !has_new_key(stored) || stored.number >= paths.number
                    } else {
                        ![stored.number, stored.number.saturating_add(1)].contains(&paths.number)
                    }
                };
                if let Some(stored) = stored.as_ref().filter(|stored| is_other(stored)) {
                    return Err(ChangeRefusal::Other(Box::new(stored.clone())));
                }
                if let Some(stored) = stored.filter(KeyChange::is_open) {
                    if stored.lease_until > now && stored.runner != options.runner {
                        return Err(ChangeRefusal::Other(Box::new(stored)));
                    }
                    if stored.new_layout == change.new_layout {
                        (change.phase, change.may_swap) = (stored.phase, stored.may_swap);
                        (change.old_layout, change.begun_at) = (stored.old_layout, stored.begun_at);
                    } else if stored.may_swap || stored.phase == Phase::Fenced {
                        return Err(ChangeRefusal::Unfinished(Box::new(stored)));
                    }
                }
                change.upsert().exec(&tx).await?;
                Ok(change)
            });
            let begun = begun.idempotent(true).no_timeout().await;
            let begun = begun.map_err(|refusal| refusal.of(paths, RekeyPhase::Create))?;
            let KeyChange { epoch, phase: found, may_swap: doubt, .. } = begun;
            Ok(KeyRun { client, paths, epoch, found, doubt, lease: options.lease, renewed: Instant::now() })
        })
    }

    /// Takes over a change whose names are swapped.
    pub(super) fn reopen(
        client: &'a Client,
        paths: &'a Paths,
        options: &'a RekeyOptions,
    ) -> BoxFuture<'a, Result<Self, MigrateError>> {
        Box::pin(async move {
            let taken = Transact::with_error(client, async |tx: Tx| -> Result<KeyChange, ChangeRefusal> {
                let now = now(&tx).await?;
                let Some(mut change) = KeyChange::get(&*paths.path).fetch(&tx).await? else {
                    return Err(gone());
                };
                if change.lease_until > now && change.runner != options.runner {
                    return Err(ChangeRefusal::Other(Box::new(change)));
                }
                if change.number != paths.number || !matches!(change.phase, Phase::New | Phase::Closing) {
                    return Err(ChangeRefusal::Other(Box::new(change)));
                }
                change.epoch += 1;
                change.runner.clone_from(&options.runner);
                change.lease_until = end(now, options.lease);
                change.upsert().exec(&tx).await?;
                Ok(change)
            });
            let taken = taken.idempotent(true).no_timeout().await;
            let KeyChange { epoch, phase: found, may_swap: doubt, .. } =
                taken.map_err(|refusal| refusal.of(paths, RekeyPhase::Settle))?;
            Ok(KeyRun { client, paths, epoch, found, doubt, lease: options.lease, renewed: Instant::now() })
        })
    }

    /// Sets the phase. Transactions of writers that were begun in the phase before and not committed are repeated.
    pub(super) async fn enter(&mut self, phase: Phase, may_swap: bool) -> Result<(), ChangeRefusal> {
        self.renewed = Instant::now();
        self.set(self.lease, move |change| (change.phase, change.may_swap) = (phase, may_swap)).await
    }

    /// Sets the phase after the swap, `New` or `Done`, and the comparison that is still to do.
    pub(super) async fn open(&self, phase: Phase, unsettled: Option<&str>) -> Result<(), ChangeRefusal> {
        self.set(Duration::ZERO, move |change| {
            (change.phase, change.may_swap, change.unsettled) = (phase, false, unsettled.map(str::to_owned));
        })
        .await
    }

    /// Renews the lease if a third of it is over.
    pub(super) async fn renew(&mut self) -> Result<(), ChangeRefusal> {
        if self.renewed.elapsed() < self.lease / 3 {
            return Ok(());
        }
        self.renewed = Instant::now();
        self.set(self.lease, |_| ()).await
    }

    /// Ends the lease and the phase in which writers write the copy; the copy can then be dropped.
    pub(super) async fn give_up(&mut self) {
        // If the request fails, the lease ends by itself.
        self.set(Duration::ZERO, |change| (change.phase, change.may_swap) = (Phase::Before, false)).await.ok();
    }

    /// Gives the change up for good: writers go back to the old table.
    pub(super) async fn leave(&mut self) -> Result<(), ChangeRefusal> {
        self.set(Duration::ZERO, |change| {
            (change.phase, change.may_swap) = (Phase::Before, false);
            change.new_layout.clear();
        })
        .await
    }

    /// Ends the lease without a change of the phase.
    pub(super) async fn release(&mut self) {
        self.set(Duration::ZERO, |_| ()).await.ok();
    }

    fn set<'s>(
        &'s self,
        lease: Duration,
        alter: impl Fn(&mut KeyChange) + Send + Sync + 's,
    ) -> BoxFuture<'s, Result<(), ChangeRefusal>> {
        let Self { client, epoch, .. } = *self;
        let path = &*self.paths.path;
        Box::pin(async move {
            let alter = &alter;
            let set = Transact::with_error(client, async |tx: Tx| -> Result<(), ChangeRefusal> {
                let mut change = owned(&tx, path, epoch).await?;
                alter(&mut change);
                change.lease_until = end(now(&tx).await?, lease);
                Ok(change.upsert().exec(&tx).await?)
            });
            set.idempotent(true).no_timeout().await
        })
    }

    /// Runs a statement that is safe to repeat, if this runner still owns the change.
    pub(super) fn write(&self, text: String, params: Params) -> BoxFuture<'_, Result<(), ChangeRefusal>> {
        let Self { client, epoch, .. } = *self;
        let path = &*self.paths.path;
        Box::pin(async move {
            let (text, params) = (&text, &params);
            let written = Transact::with_error(client, async |tx: Tx| -> Result<(), ChangeRefusal> {
                owned(&tx, path, epoch).await?;
                Ok(tx.raw_exec(text.clone(), params.clone()).await?)
            });
            written.idempotent(true).no_timeout().await
        })
    }

    /// Returns the check that each transaction begins with.
    pub(super) fn own(&self) -> Own<'a> {
        Own { client: self.client, path: &self.paths.path, epoch: self.epoch }
    }
}

/// Check for a transaction that the runner still owns the change.
#[derive(Clone, Copy)]
pub(super) struct Own<'a> {
    pub(super) client: &'a Client,
    path: &'a str,
    epoch: u64,
}

impl Own<'_> {
    pub(super) async fn check(&self, tx: &Tx) -> Result<(), ChangeRefusal> {
        owned(tx, self.path, self.epoch).await.map(drop)
    }
}

/// Reads the row if it still has the runner's epoch; any other row is a refusal.
async fn owned(tx: &Tx, path: &str, epoch: u64) -> Result<KeyChange, ChangeRefusal> {
    match KeyChange::get(path).fetch(tx).await? {
        Some(change) if change.epoch == epoch => Ok(change),
        Some(change) => Err(ChangeRefusal::Other(Box::new(change))),
        None => Err(gone()),
    }
}

fn gone() -> ChangeRefusal {
    ChangeRefusal::Ydb(YdbError::Custom("the row in `ydb_keys/changes` is gone".to_owned()))
}

async fn now(tx: &Tx) -> Result<SystemTime, ChangeRefusal> {
    let found: Option<Now> = query("SELECT CurrentUtcTimestamp() AS now").first(tx).await?;
    found.map(|found| found.now).ok_or(ChangeRefusal::Ydb(YdbError::NoRows))
}

/// Reads the row of a table, if there is one.
pub(super) fn stored<'c>(client: &'c Client, paths: &'c Paths) -> BoxFuture<'c, YdbResult<Option<KeyChange>>> {
    Box::pin(async move {
        let read = KeyChange::get(&*paths.path).fetch(client).no_timeout().await;
        let change = KeyChange::if_stored(read).map_err(YdbError::from)?;
        match change.as_ref().and_then(KeyChange::unknown_format) {
            Some(unknown) => Err(YdbError::Custom(unknown)),
            None => Ok(change),
        }
    })
}

/// Reads the row of a table, with errors of the given phase.
pub(super) async fn stored_in(
    client: &Client,
    paths: &Paths,
    phase: RekeyPhase,
) -> Result<Option<KeyChange>, MigrateError> {
    stored(client, paths).await.map_err(|source| ChangeRefusal::Ydb(source).of(paths, phase))
}

/// Returns the paths of the last change of a table's key that was begun, or of its first one.
pub(super) async fn last_paths(client: &Client, path: &str) -> Result<Paths, MigrateError> {
    let first = Paths::of(TablePath::new(&client.database(), path));
    let change = stored_in(client, &first, RekeyPhase::Create).await?;
    Ok(change.map_or_else(|| first.clone(), |change| Paths::numbered(first.path.clone(), change.number)))
}

/// Alters the row of a change that is done, if there was one: its unsettled rows, or that the old table is dropped.
pub(super) fn after<'c>(
    client: &'c Client,
    paths: &'c Paths,
    alter: impl Fn(&mut KeyChange) + Send + Sync + 'c,
) -> BoxFuture<'c, Result<(), ChangeRefusal>> {
    Box::pin(async move {
        let alter = &alter;
        let altered = Transact::with_error(client, async |tx: Tx| -> Result<(), ChangeRefusal> {
            match KeyChange::get(&*paths.path).fetch(&tx).await? {
                Some(mut change) if matches!(change.phase, Phase::New | Phase::Done) => {
                    alter(&mut change);
                    Ok(change.upsert().exec(&tx).await?)
                }
                _ => Ok(()),
            }
        });
        match altered.idempotent(true).no_timeout().await {
            // The control table does not exist.
            Err(ChangeRefusal::Ydb(error)) if has_status(&error, &[SCHEME_ERROR]) => Ok(()),
            altered => altered,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lease_ends_with_the_last_timestamp() {
        let at = |micros| SystemTime::UNIX_EPOCH + Duration::from_micros(micros);
        let now = at(1_767_225_600_000_000);
        assert_eq!(end(now, Duration::ZERO), now);
        assert_eq!(end(now, Duration::from_secs(60)), at(1_767_225_660_000_000));
        for lease in [Duration::MAX, Duration::from_secs(i64::MAX as u64), Duration::from_secs(2_524_521_600)] {
            assert_eq!(end(now, lease), at(4_291_747_199_999_999), "{lease:?}");
        }
    }
}
