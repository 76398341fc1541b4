//! `pull`: annotated struct for an existing table.

use futures_util::future::BoxFuture;
use ydb::{Client, YdbResult};
use ydb_keys::__internal::from_sdk;
use ydb_keys::Value;
use ydb_keys_core::ddl::hash_expression::SAMPLE_ROWS;
use ydb_keys_core::schema::rules::TEXT_LIMIT;

use super::describe::describe;
use super::error::{Detail, MigrateError};
use crate::live::LiveTable;
use crate::pull::{
    Candidate, Finding, Modulus, Suspect, Tried, by_layout, candidates, indexed_by_layout, leading, looks_spread,
    of_indexes, source, statements, tried,
};

/// Returns the model of the table at `path`, relative to the database, as Rust source: a struct with all attributes
/// that the table needs.
///
/// The source compiles, and a comparison with the same table finds no difference. A leading `Uint64` that holds a hash
/// of the key columns after it becomes a hash column. The table's layout attribute names the hash. Without that
/// attribute the server computes the hashes that a model can have for up to 1000 rows, and all rows must match. In the
/// same way a `Uint32` that leads the key or an index and holds a hash modulo some number becomes a bucket. If the
/// table breaks a rule, the model gets an allowance with a TODO in place of the reason. Properties that no attribute
/// can express are listed in a comment above the struct.
///
/// ```no_run
/// # async fn example(client: &ydb::Client) -> Result<(), ydb_keys_migrate::MigrateError> {
/// println!("{}", ydb_keys_migrate::pull(client, "shop/orders").await?);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// [`NotFound`](crate::MigrateErrorKind::NotFound) if there is no table,
/// [`Unsupported`](crate::MigrateErrorKind::Unsupported) if it cannot be expressed as a model: a key column has an
/// unsupported type, or a key change made the table. [`Database`](crate::MigrateErrorKind::Database) when a request
/// fails.
pub async fn pull(client: &Client, path: &str) -> Result<String, MigrateError> {
    let Some(live) = describe(client, path).await? else {
        return Err(Detail::NothingToPull { table: path.to_owned() }.into());
    };
    let read = |source| Detail::Read { table: live.path.clone(), what: "a sample of the rows", source };
    let finding = match leading_hash(client, &live).await? {
        found @ Finding::Sampled { rows: 1.., .. } if found.hash().is_none() => of_digest(client, &live, found).await,
        found @ Finding::NoHash => of_digest(client, &live, found).await,
        found => found,
    };
    let last = finding.hash().and_then(|hash| hash.buckets).map(|buckets| buckets - 1);
    let mut indexed = indexed_by_layout(&live);
    for suspect in of_indexes(&live, finding.hash().is_some()) {
        if indexed.iter().all(|(name, _)| name != suspect.column) {
            let (_, found) = buckets(client, &live, &suspect, last).await.map_err(read)?;
            indexed.extend(found.into_iter().next().map(|hash| (suspect.column.to_owned(), hash)));
        }
    }
    source(&live, &finding, &indexed).map_err(|why| Detail::NoModel { table: live.path, why }.into())
}

/// Tells if the leading key column holds a hash, a bucket, or neither.
pub fn leading_hash<'c>(client: &'c Client, live: &'c LiveTable) -> BoxFuture<'c, Result<Finding, MigrateError>> {
    Box::pin(async move {
        let read = |source| Detail::Read { table: live.path.clone(), what: "a sample of the rows", source };
        match (finding(client, live).await?, leading(live)) {
            (Finding::NoHash, Some(suspect)) => Ok(of_key(client, live, &suspect).await.map_err(read)?),
            (finding, _) => Ok(finding),
        }
    })
}

/// Tells if the leading key column holds a hash. Buckets are not searched for.
async fn finding(client: &Client, live: &LiveTable) -> Result<Finding, MigrateError> {
    if let Some(layout) = by_layout(live) {
        return Ok(Finding::Layout(layout));
    }
    let candidates = candidates(live);
    if candidates.is_empty() || leading(live).is_some() {
        return Ok(Finding::NoHash);
    }
    // Each statement may read different rows; all rows that it reads must match.
    let mut least = None;
    let mut fits = Vec::new();
    for (covered, text) in statements(live, &candidates, SAMPLE_ROWS, TEXT_LIMIT) {
        let counts = counts(client, text, covered.len() + 1).await.map_err(|source| Detail::Read {
            table: live.path.clone(),
            what: "a sample of the rows",
            source,
        })?;
        let rows = counts.first().copied().unwrap_or_default();
        least = Some(least.map_or(rows, |least: u64| least.min(rows)));
        let all = covered.into_iter().zip(counts.into_iter().skip(1)).filter(|(_, fits)| rows > 0 && *fits == rows);
        fits.extend(all.map(|(candidate, _)| candidates[candidate].clone()));
    }
    Ok(Finding::Sampled { rows: least.unwrap_or_default(), fits })
}

/// Searches for the function of YDB that fills the first key column. Returns `found` if the column does not look like a
/// hash.
fn of_digest<'c>(client: &'c Client, live: &'c LiveTable, found: Finding) -> BoxFuture<'c, Finding> {
    Box::pin(async move {
        let (mut sampled, mut is_spread) = (0, false);
        for Tried { expressions, text } in tried(live, SAMPLE_ROWS) {
            // A server may lack the function; it is then skipped.
            let Ok(counts) = counts(client, text, expressions.len() + 2).await else { continue };
            let [rows, greater, fits @ ..] = &counts[..] else { continue };
            (sampled, is_spread) = (*rows, looks_spread(*rows, *greater));
            let fitting = expressions.into_iter().zip(fits).find(|(_, fits)| *rows > 1 && *fits == rows);
            if let Some((expression, _)) = fitting {
                return Finding::Foreign { rows: *rows, expression: Some(expression) };
            }
        }
        if is_spread { Finding::Foreign { rows: sampled, expression: None } } else { found }
    })
}

/// Tells if the first key column holds a bucket.
async fn of_key(client: &Client, live: &LiveTable, suspect: &Suspect<'_>) -> YdbResult<Finding> {
    let Some(last) = greatest(client, suspect.greatest(live)).await? else { return Ok(Finding::NoHash) };
    let (rows, fits) = buckets(client, live, suspect, Some(last)).await?;
    // Most leading numbers are no buckets, and need no remark.
    Ok(if fits.is_empty() { Finding::NoHash } else { Finding::Sampled { rows, fits } })
}

/// Reads the only number of a query; `None` if there is no row.
fn greatest(client: &Client, text: String) -> BoxFuture<'_, YdbResult<Option<u32>>> {
    Box::pin(async move {
        let set = client.query_client().query_result_set(text).idempotent(true).await?;
        let value = set.rows().next().map(|mut row| row.remove_field(0)).transpose()?;
        Ok(match value.map(from_sdk) {
            Some(Ok(Value::Uint32(number))) => Some(number),
            _ => None,
        })
    })
}

/// Finds the hashes whose buckets a column holds in all sampled rows, and returns them with the number of rows.
fn buckets<'c>(
    client: &'c Client,
    live: &'c LiveTable,
    suspect: &'c Suspect<'_>,
    last: Option<u32>,
) -> BoxFuture<'c, YdbResult<(u64, Vec<Candidate>)>> {
    Box::pin(async move {
        let (mut rows, mut fits) = (u64::MAX, Vec::new());
        for (covered, text) in suspect.statements(live, last, SAMPLE_ROWS, TEXT_LIMIT) {
            let mut moduli = vec![Modulus::default(); covered.len()];
            for mut row in client.query_client().query_result_set(text).idempotent(true).await?.rows() {
                // A row without a value shows nothing.
                let Ok(Value::Uint32(bucket)) = from_sdk(row.remove_field(0)?) else { continue };
                for (at, modulus) in moduli.iter_mut().enumerate() {
                    if let Ok(Value::Uint64(hash)) = from_sdk(row.remove_field(at + 1)?) {
                        modulus.add(bucket, hash);
                    }
                }
            }
            for (modulus, candidate) in moduli.into_iter().zip(covered) {
                rows = rows.min(modulus.rows());
                let candidate = &suspect.candidates[candidate];
                fits.extend(modulus.buckets().map(|n| Candidate { buckets: Some(n), ..candidate.clone() }));
            }
        }
        Ok((rows, fits))
    })
}

/// Reads the numbers in the only row of a query, which has `columns` columns.
fn counts(client: &Client, text: String, columns: usize) -> BoxFuture<'_, YdbResult<Vec<u64>>> {
    Box::pin(async move {
        let mut row = client.query_client().query_row(text).idempotent(true).await?;
        (0..columns).map(|column| row.remove_field(column)?.try_into()).collect()
    })
}
