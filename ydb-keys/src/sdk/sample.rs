//! A sample of a table's rows, compared with the hash of its model, in the server.

use futures_util::future::BoxFuture;
use ydb::{Client, YdbError, YdbResult};

use super::value::from_sdk;
use crate::ddl::Name;
use crate::schema::{HashDef, Table};
use crate::types::Value;

/// How many rows are compared by default.
pub(crate) const SAMPLE_ROWS: u64 = 1000;

/// Compares the first rows, at most this many. Returns how many rows were compared, and how many of them have another
/// hash than the model computes.
///
/// The key begins with the hash, so rows next to each other are effectively a random sample.
pub(crate) fn sample<'c>(
    client: &'c Client,
    table: &Table,
    hash: &HashDef,
    path: &str,
    rows: u64,
) -> BoxFuture<'c, YdbResult<(u64, u64)>> {
    let text = statement(table, hash, path, rows);
    Box::pin(async move {
        let set = client.query_client().query_result_set(text).idempotent(true).await?;
        let mut row = set.rows().next().ok_or(YdbError::NoRows)?;
        let mut number = |name| match from_sdk(row.remove_field_by_name(name)?) {
            Ok(Value::Uint64(number)) => Ok(number),
            _ => Err(YdbError::Convert(format!("the column {name} holds no number"))),
        };
        Ok((number("rows")?, number("differing")?))
    })
}

fn statement(table: &Table, hash: &HashDef, path: &str, rows: u64) -> String {
    // NULL in the hash column counts as a difference.
    format!(
        "SELECT COUNT(*) AS `rows`, COUNT_IF(`differs`) AS `differing` \
         FROM (SELECT COALESCE({column} != {twin}, true) AS `differs` FROM {path} LIMIT {rows})",
        column = Name(hash.name),
        twin = hash.yql(table),
        path = Name(path),
    )
}
