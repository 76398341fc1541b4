//! Asks a server for its release, and checks whether a sample of a table's rows has the hashes of its model.

use std::time::Duration;

use futures_util::future::BoxFuture;
use ydb::{Client, QueryClient, YdbError, YdbResult};

use super::value::from_sdk;
use ydb_keys_core::ddl::Name;
use ydb_keys_core::ddl::hash_expression::{Nulls, sample, whole_keys};
use ydb_keys_core::schema::HashFunction;
use ydb_keys_core::schema::any::{HashDef, Table};
use ydb_keys_core::schema::release::Release;
use ydb_keys_core::types::Value;

/// Result of comparing a sample of rows with a hash of the model.
#[derive(Debug)]
pub struct Sampled {
    /// Number of rows that were compared.
    pub rows: u64,
    /// Number of these rows whose hash differs from the one that the model computes.
    pub differing: u64,
    /// A few of the differing rows, if the program computes the hash: `userid = 7: stored 5, computed 9`.
    pub first: Vec<String>,
}

/// Number of differing rows that are named.
const NAMED: usize = 3;

impl Sampled {
    /// Compares at most this many rows with a hash of the model, or a row of each bucket that is read. The server
    /// computes the hashes, except for a [`ForeignHash`](crate::ForeignHash), which the program computes.
    pub fn of<'c>(
        client: &'c Client,
        table: &'c Table<'_>,
        hash: &HashDef<'_>,
        nulls: Nulls,
        path: &str,
        rows: u64,
    ) -> BoxFuture<'c, YdbResult<Self>> {
        if hash.foreign().is_some() {
            let inputs: Vec<usize> = hash.inputs.to_vec();
            let of = Computed { table, inputs, name: hash.name.to_owned(), function: hash.function };
            return Box::pin(computed(client, of, path.to_owned(), rows));
        }
        let (text, any) = (sample(table, hash, nulls, path, rows), any_row(table, path));
        Box::pin(async move {
            let set = client.query_client().query_result_set(text).idempotent(true).await?;
            let mut row = set.rows().next().ok_or(YdbError::NoRows)?;
            let mut number = |name| match from_sdk(row.remove_field_by_name(name)?) {
                Ok(Value::Uint64(number)) => Ok(number),
                _ => Err(YdbError::Convert(format!("the column {name} holds no number"))),
            };
            let (rows, differing) = (number("rows")?, number("differing")?);
            none_is_whole(client, any, Sampled { rows, differing, first: Vec::new() }).await
        })
    }
}

struct Computed<'t> {
    table: &'t Table<'t>,
    inputs: Vec<usize>,
    name: String,
    function: HashFunction,
}

/// Compares the hashes of rows with hashes that the program computes.
async fn computed(client: &Client, of: Computed<'_>, path: String, rows: u64) -> YdbResult<Sampled> {
    let hash = HashDef { name: &of.name, function: of.function, inputs: &of.inputs, buckets: None };
    let columns: Vec<&str> = of.inputs.iter().map(|&input| of.table.columns[input].name).collect();
    let names: Vec<String> = [&[hash.name][..], &columns].concat().iter().map(|name| Name(name).to_string()).collect();
    let whole = whole_keys(of.table);
    let filter = if whole.is_empty() { String::new() } else { format!(" WHERE {}", whole.join(" AND ")) };
    let text = format!("SELECT {} FROM {}{filter} LIMIT {rows}", names.join(", "), Name(&path));
    let set = client.query_client().query_result_set(text).idempotent(true).await?;
    let mut sampled = Sampled { rows: 0, differing: 0, first: Vec::new() };
    for mut row in set.rows() {
        let mut value = |name: &str| {
            let value = from_sdk(row.remove_field_by_name(name)?);
            value.map_err(|ty| YdbError::Convert(format!("the column {name} holds {ty}, which no key has")))
        };
        let stored = value(hash.name)?;
        let inputs = columns.iter().map(|name| value(name)).collect::<YdbResult<Vec<Value<'_>>>>()?;
        sampled.rows += 1;
        let computed = hash.of(inputs.iter());
        if computed.as_ref() == Some(&stored) {
            continue;
        }
        sampled.differing += 1;
        if sampled.first.len() < NAMED {
            let inputs: Vec<String> =
                columns.iter().zip(&inputs).map(|(name, value)| format!("{name} = {value}")).collect();
            let computed = computed.map_or_else(|| "nothing".to_owned(), |value| value.to_string());
            sampled.first.push(format!("{}: stored {stored}, computed {computed}", inputs.join(", ")));
        }
    }
    none_is_whole(client, any_row(of.table, &path), sampled).await
}

/// Returns the query for any row of a table, if the table may have rows with NULL in their key.
fn any_row(table: &Table<'_>, path: &str) -> Option<String> {
    (!whole_keys(table).is_empty()).then(|| format!("SELECT 1 FROM {} LIMIT 1", Name(path)))
}

/// Returns the sample. If it has no row, but the table has a row with NULL in its key, that row counts as differing.
async fn none_is_whole(client: &Client, any: Option<String>, sampled: Sampled) -> YdbResult<Sampled> {
    let Some(text) = any.filter(|_| sampled.rows == 0) else { return Ok(sampled) };
    let found = client.query_client().query_result_set(text).idempotent(true).await?.rows().count() as u64;
    Ok(Sampled { rows: found, differing: found, first: Vec::new() })
}

/// Reads the release of a server. Returns `None` if the server does not name one.
///
/// The node that runs the query answers, and nodes differ while a cluster is updated. The result is also `None` if the
/// server does not have `Version()`, is not built from a release, or rejects the query.
pub async fn release(client: &mut QueryClient, timeout: Option<Duration>) -> Option<Release> {
    // `Version()` is in YDB's reference of builtin functions.
    let mut asked = client.query_row("SELECT Version() AS version").idempotent(true);
    if let Some(timeout) = timeout {
        asked = asked.timeout(timeout);
    }
    match from_sdk(asked.await.ok()?.remove_field_by_name("version").ok()?) {
        Ok(Value::String(bytes)) => Release::of(&String::from_utf8_lossy(&bytes)),
        Ok(Value::Utf8(text)) => Release::of(&text),
        _ => None,
    }
}
