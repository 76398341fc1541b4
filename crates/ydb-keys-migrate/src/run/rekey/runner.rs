//! State of a running copy: the client, both tables, and the caller's function for events.

use futures_util::future::BoxFuture;
use ydb::{Client, Row, TxMode, Value as SdkValue, YdbError, YdbResult};
use ydb_keys::__internal::{Phase, from_sdk};
use ydb_keys::Value;

use super::RekeyOptions;
pub(super) use super::change::Params;
use super::change::{ChangeRefusal, KeyRun};
use crate::rekey::{Digest, IN_NEW, Nulls, Paths, ROWS, RangeEnds, TablePair};
use crate::run::error::{Detail, MigrateError};
use crate::run::{OnEvent, RekeyPhase};

/// Running copy.
pub(super) struct Runner<'a, 'e> {
    pub(super) client: &'a Client,
    pub(super) pair: TablePair<'a>,
    pub(super) paths: &'a Paths,
    /// Paths while the name is taken away: the old table is at the path where it is kept.
    pub(super) away: &'a Paths,
    pub(super) options: &'a RekeyOptions,
    /// Groups of columns that are compared, with one statement per group.
    pub(super) groups: Vec<Vec<&'a str>>,
    pub(super) on: &'a mut OnEvent<'e>,
    /// `true` if the names are swapped or may be, because a request was sent.
    pub(super) renames: bool,
    /// `true` if the name is taken away or may be, because a request was sent.
    pub(super) fenced: bool,
    pub(super) change: KeyRun<'a>,
    /// Number of rows that were copied again or deleted.
    pub(super) repaired: u64,
    /// Pages of the last pass over the old table, with their digests in it.
    pub(super) remembered: Vec<(PageRange, Digest)>,
}

/// Key of the old table in the client's values; `None` is NULL.
#[derive(Clone, Debug)]
pub(super) struct PageKey(pub(super) Vec<Option<SdkValue>>);

impl PageKey {
    fn nulls(&self) -> Nulls {
        self.0.iter().map(Option::is_none).collect()
    }

    fn bind(&self, bound: &str, params: &mut Params) {
        for (position, value) in self.0.iter().enumerate() {
            if let Some(value) = value {
                params.insert(format!("${bound}_{position}"), value.clone());
            }
        }
    }
}

/// Range of a key: after one key, up to and including another one.
#[derive(Clone, Debug, Default)]
pub(super) struct PageRange {
    pub(super) after: Option<PageKey>,
    pub(super) upto: Option<PageKey>,
}

impl PageRange {
    pub(super) fn ends(&self) -> RangeEnds {
        RangeEnds { after: self.after.as_ref().map(PageKey::nulls), upto: self.upto.as_ref().map(PageKey::nulls) }
    }

    pub(super) fn params(&self) -> Params {
        let mut params = Params::new();
        if let Some(key) = &self.after {
            key.bind("after", &mut params);
        }
        if let Some(key) = &self.upto {
            key.bind("upto", &mut params);
        }
        params
    }
}

impl Runner<'_, '_> {
    /// Reads the row counts of the old and the new table in one snapshot.
    pub(super) async fn counts(&mut self) -> YdbResult<[u64; 2]> {
        count_rows(self.client, &self.pair).await
    }

    /// Converts the refusal of this runner's transaction into an error.
    pub(super) fn refused(&self, phase: RekeyPhase, refusal: ChangeRefusal) -> MigrateError {
        refusal.of(self.paths, phase)
    }

    /// Tells the writers the phase of the change.
    pub(super) async fn writers(&mut self, phase: RekeyPhase, to: Phase) -> Result<(), MigrateError> {
        let may_swap = to != Phase::New && (self.renames || to == Phase::Closing);
        self.change.enter(to, may_swap).await.map_err(|refusal| self.refused(phase, refusal))
    }

    /// Converts the client's error in a phase.
    pub(super) fn failed(&self, phase: RekeyPhase, source: YdbError) -> MigrateError {
        Detail::Rekey { table: self.paths.path.to_string(), phase, source }.into()
    }
}

/// Reads the rows of a query in one snapshot.
pub(super) async fn read_snapshot(client: &Client, text: String, params: Params) -> YdbResult<Vec<Row>> {
    let mut q = client.query_client();
    let call = q.query_result_set(text).params(params).idempotent(true).with_tx_mode(TxMode::SnapshotReadOnly);
    Ok(call.await?.rows().collect())
}

/// Finds the page of `rows` rows after a key by a statement that skips the rows before its last one. The page has no
/// end if it is the rest of the table.
pub(super) async fn page_after<'n>(
    client: &Client,
    after: Option<PageKey>,
    rows: u64,
    names: impl Iterator<Item = &'n str>,
    last_key: impl FnOnce(Option<Nulls>) -> String,
) -> YdbResult<PageRange> {
    let mut page = PageRange { after, upto: None };
    let mut params = page.params();
    params.insert("$skip".into(), (rows - 1).into());
    let last = read_snapshot(client, last_key(page.ends().after), params).await?.into_iter().next();
    page.upto = last.map(|mut row| fields(&mut row, names)).transpose()?.map(PageKey);
    Ok(page)
}

/// Runs a statement that is safe to repeat.
pub(super) fn exec(client: &Client, text: String, params: Params) -> BoxFuture<'_, YdbResult<()>> {
    Box::pin(async move { client.query_client().exec(text).params(params).idempotent(true).await })
}

/// Reads the row counts of the old and the new table in one snapshot.
pub(super) async fn count_rows(client: &Client, pair: &TablePair<'_>) -> YdbResult<[u64; 2]> {
    let mut counts = [0; 2];
    for mut row in read_snapshot(client, pair.counts(), Params::new()).await? {
        let side = usize::from(field(&mut row, IN_NEW)? == Value::Bool(true));
        counts[side] = number(&mut row, ROWS)?;
    }
    Ok(counts)
}

/// Returns columns of a row in the client's values; `None` is NULL.
pub(super) fn fields<'n>(row: &mut Row, names: impl Iterator<Item = &'n str>) -> YdbResult<Vec<Option<SdkValue>>> {
    names.map(|name| Ok(row.remove_field_by_name(name)?.to_option().filter(|value| *value != SdkValue::Null))).collect()
}

pub(super) fn field(row: &mut Row, name: &str) -> YdbResult<Value<'static>> {
    let value = from_sdk(row.remove_field_by_name(name)?);
    value.map_err(|found| YdbError::Convert(format!("column `{name}` holds a {found}, which is not a type of column")))
}

/// Returns one column of a row as a count.
pub(super) fn number(row: &mut Row, name: &str) -> YdbResult<u64> {
    match field(row, name)? {
        Value::Uint64(number) => Ok(number),
        other => Err(YdbError::Convert(format!("`{name}` is {other}, not a count"))),
    }
}
