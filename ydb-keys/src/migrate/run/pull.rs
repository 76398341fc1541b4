//! `pull`: an annotated struct for an existing table.

use futures_util::future::BoxFuture;
use ydb::{Client, YdbResult};

use super::MigrateError;
use super::describe::describe;
use crate::migrate::live::LiveTable;
use crate::migrate::pull::{Finding, by_layout, candidates, source, statements};
use crate::schema::TEXT_LIMIT;
use crate::sdk::sample::SAMPLE_ROWS;

/// The model of the table at `path`, relative to the database, as Rust source: a struct with all attributes that the
/// table needs.
///
/// It compiles, and a comparison with the same table finds no difference. A leading `Uint64` that holds a hash of the
/// key columns after it becomes a hash column. The table's layout attribute names the hash. Without that attribute the
/// server computes the hashes that a model can have for up to 1000 rows, and all rows must match. If the table breaks a
/// rule, the model gets an allowance with a TODO in place of the reason. Properties that no attribute can express are
/// listed in a comment above the struct.
///
/// ```no_run
/// # async fn example(client: &ydb::Client) -> Result<(), ydb_keys::migrate::MigrateError> {
/// println!("{}", ydb_keys::migrate::pull(client, "shop/orders").await?);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// [`MigrateError::NothingToPull`] if there is no table, [`MigrateError::NoModel`] if it cannot be expressed as a
/// model: a key column has an unsupported type. [`MigrateError::Read`] when the database does not answer.
pub async fn pull(client: &Client, path: &str) -> Result<String, MigrateError> {
    let Some(live) = describe(client, path).await? else {
        return Err(MigrateError::NothingToPull { table: path.to_owned() });
    };
    let finding = finding(client, &live).await?;
    source(&live, &finding).map_err(|why| MigrateError::NoModel { table: live.path, why })
}

/// Finds out what the leading key column holds.
async fn finding(client: &Client, live: &LiveTable) -> Result<Finding, MigrateError> {
    if let Some(layout) = by_layout(live) {
        return Ok(Finding::Layout(layout));
    }
    let candidates = candidates(live);
    if candidates.is_empty() {
        return Ok(Finding::NoHash);
    }
    // Each statement may read different rows; all rows that it reads must match.
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

/// The numbers in the only row of a query, `columns` of them.
fn counts(client: &Client, text: String, columns: usize) -> BoxFuture<'_, YdbResult<Vec<u64>>> {
    Box::pin(async move {
        let mut row = client.query_client().query_row(text).idempotent(true).await?;
        (0..columns).map(|column| row.remove_field(column)?.try_into()).collect()
    })
}
