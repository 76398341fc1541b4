//! `pull`: an annotated struct for a table that is there.

use futures_util::future::BoxFuture;
use ydb::{Client, YdbResult};

use super::MigrateError;
use super::describe::describe;
use crate::migrate::live::LiveTable;
use crate::migrate::pull::{Finding, by_layout, candidates, source, statements};
use crate::sdk::sample::SAMPLE_ROWS;
use crate::statements::TEXT_LIMIT;

/// The model of the table at `path` below the database, as Rust source: a struct with all attributes that the table needs.
///
/// It compiles, and a comparison with the same table finds no difference. A leading `Uint64` that holds a hash of key columns
/// behind it becomes a hash column: the table's layout attribute tells, or else the server computes the hashes that a model can
/// have for up to 1000 rows, and all rows must agree. Where the table breaks a rule, an allowance is written with a TODO in place
/// of the reason. What no attribute can say is listed in a comment above the struct.
///
/// ```no_run
/// # async fn example(client: &ydb::Client) -> Result<(), ydb_keys::migrate::MigrateError> {
/// println!("{}", ydb_keys::migrate::pull(client, "shop/orders").await?);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// [`MigrateError::NothingToPull`] where there is no table, [`MigrateError::NoModel`] for a table that no model can have: one with a key
/// column of a foreign type. [`MigrateError::Read`] when the database does not answer.
pub async fn pull(client: &Client, path: &str) -> Result<String, MigrateError> {
    let Some(live) = describe(client, path).await? else {
        return Err(MigrateError::NothingToPull { table: path.to_owned() });
    };
    let finding = finding(client, &live).await?;
    source(&live, &finding).map_err(|why| MigrateError::NoModel { table: live.path, why })
}

/// What the leading column of the key is.
async fn finding(client: &Client, live: &LiveTable) -> Result<Finding, MigrateError> {
    if let Some(told) = by_layout(live) {
        return Ok(Finding::Layout(told));
    }
    let candidates = candidates(live);
    if candidates.is_empty() {
        return Ok(Finding::NoHash);
    }
    // Each statement may look at other rows, of which all have to agree.
    let mut least = None;
    let mut fits = Vec::new();
    for (covered, text) in statements(live, &candidates, SAMPLE_ROWS, TEXT_LIMIT) {
        let counts = counts(client, text, covered.len() + 1).await.map_err(|source| MigrateError::Read {
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

/// The numbers of a row of so many.
fn counts(client: &Client, text: String, columns: usize) -> BoxFuture<'_, YdbResult<Vec<u64>>> {
    Box::pin(async move {
        let mut row = client.query_client().query_row(text).idempotent(true).await?;
        (0..columns).map(|column| row.remove_field(column)?.try_into()).collect()
    })
}
