//! A sample of a table's rows, compared with the hash of its model, in the server.
//!
//! A key that begins with a hash sorts the rows by it, so the first ones are effectively a random sample. The first
//! rows of a key that begins with a bucket all have bucket 0, which a hash modulo a multiple of the number would share. So
//! rows of several buckets are read, up to the last one, and rows beyond it, which should not exist.

use futures_util::future::BoxFuture;
use ydb::{Client, YdbError, YdbResult};

use super::value::from_sdk;
use ydb_keys_core::ddl::Name;
use ydb_keys_core::schema::HashFunction;
use ydb_keys_core::schema::any::{HashDef, Table};
use ydb_keys_core::types::Value;

/// How many rows are compared by default.
pub const SAMPLE_ROWS: u64 = 1000;

/// The greatest number of buckets from which rows are read, besides those that should not exist.
const SAMPLED_BUCKETS: u32 = 16;

/// What NULL in the column means.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Nulls {
    /// It is another value than the model computes.
    Differ,
    /// The column is not filled yet.
    Missing,
}

/// Whether rows have NULL in the first column of an index: they are at its beginning.
pub fn has_null<'c>(client: &'c Client, path: &str, index: &str, column: &str) -> BoxFuture<'c, YdbResult<bool>> {
    let (path, index, column) = (Name(path), Name(index), Name(column));
    let text = format!("SELECT {column} FROM {path} VIEW {index} WHERE {column} IS NULL LIMIT 1");
    Box::pin(async move {
        let set = client.query_client().query_result_set(text).idempotent(true).await?;
        Ok(set.rows().next().is_some())
    })
}

/// What a sample of rows shows of a hash.
#[derive(Debug)]
pub struct Sampled {
    /// How many rows were compared.
    pub rows: u64,
    /// How many of them have another hash than the model computes.
    pub differing: u64,
    /// A few of these, if the program computes the hash: `userid = 7: stored 5, computed 9`.
    pub first: Vec<String>,
}

/// How many of the rows that differ are named.
const NAMED: usize = 3;

/// Compares rows with a hash of the model, at most this many, or one of each bucket that is read. The server computes the
/// hashes; those of a [`ForeignHash`](crate::ForeignHash) the program does.
pub fn sample<'c>(
    client: &'c Client,
    table: &'c Table<'_>,
    hash: &HashDef<'_>,
    nulls: Nulls,
    path: &str,
    rows: u64,
) -> BoxFuture<'c, YdbResult<Sampled>> {
    if hash.foreign().is_some() {
        let inputs: Vec<usize> = hash.inputs.to_vec();
        let of = Computed { table, inputs, name: hash.name.to_owned(), function: hash.function };
        return Box::pin(computed(client, of, path.to_owned(), rows));
    }
    let text = statement(table, hash, nulls, path, rows);
    let any = (!whole_keys(table).is_empty()).then(|| format!("SELECT 1 FROM {} LIMIT 1", Name(path)));
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

/// A hash that the program computes.
struct Computed<'t> {
    table: &'t Table<'t>,
    inputs: Vec<usize>,
    name: String,
    function: HashFunction,
}

/// Compares rows with what the program computes of them.
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
    let any = (!whole.is_empty()).then(|| format!("SELECT 1 FROM {} LIMIT 1", Name(&path)));
    none_is_whole(client, any, sampled).await
}

/// What was sampled; where no row has a whole key, but there are rows, one that has another hash.
async fn none_is_whole(client: &Client, any: Option<String>, sampled: Sampled) -> YdbResult<Sampled> {
    let Some(text) = any.filter(|_| sampled.rows == 0) else { return Ok(sampled) };
    let found = client.query_client().query_result_set(text).idempotent(true).await?.rows().count() as u64;
    Ok(Sampled { rows: found, differing: found, first: Vec::new() })
}

fn statement(table: &Table<'_>, hash: &HashDef<'_>, nulls: Nulls, path: &str, rows: u64) -> String {
    let null = nulls == Nulls::Differ;
    // Every hash of this library has an expression.
    let computed = hash.yql(table).map_or_else(String::new, |expression| expression.to_string());
    let differs = format!("COALESCE({} != {computed}, {null}) AS `differs`", Name(hash.name));
    let whole = whole_keys(table);
    let path = Name(path);
    let sampled = match table.hash.and_then(|lead| Some((lead.name, lead.buckets?))) {
        None if whole.is_empty() => format!("SELECT {differs} FROM {path} LIMIT {rows}"),
        None => format!("SELECT {differs} FROM {path} WHERE {} LIMIT {rows}", whole.join(" AND ")),
        Some((lead, buckets)) => {
            let lead = Name(lead);
            let of = buckets.min(SAMPLED_BUCKETS);
            let rows = (rows / u64::from(of + 1)).max(1);
            let part = |condition: String| {
                let conditions = [vec![format!("{lead} {condition}")], whole.clone()].concat().join(" AND ");
                format!("(SELECT {differs} FROM {path} WHERE {conditions} LIMIT {rows})")
            };
            let last = u64::from(buckets) - 1;
            let evenly = |i: u32| last * u64::from(i) / u64::from((of - 1).max(1));
            let parts = (0..of).map(evenly).map(|bucket| part(format!("= {bucket}u")));
            parts.chain([part(format!(">= {buckets}u"))]).collect::<Vec<_>>().join(" UNION ALL ")
        }
    };
    format!("SELECT COUNT(*) AS `rows`, COUNT_IF(`differs`) AS `differing` FROM ({sampled})")
}

/// The conditions for rows without NULL in a key that lacks NOT NULL: other rows have no hash.
fn whole_keys(table: &Table<'_>) -> Vec<String> {
    let hash = table.hash.filter(|_| table.hash_may_be_null()).map(|hash| hash.name);
    let inputs = table.hash.iter().flat_map(|hash| hash.inputs).filter(|&&at| table.may_be_null(at));
    let names = hash.into_iter().chain(inputs.map(|&at| table.columns[at].name));
    names.map(|name| format!("{} IS NOT NULL", Name(name))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ydb_keys_core::schema::ColumnDef;
    use ydb_keys_core::types::Column;

    fn bucketed(buckets: Option<u32>) -> String {
        let hash = HashDef { name: "h", function: HashFunction::NumericHash, inputs: &[0], buckets };
        const PLAIN: Table =
            Table { columns: &[ColumnDef::new("id", <u64 as Column>::INFO)], key: &[0], ..Table::EMPTY };
        let table = Table { hash: Some(hash), ..PLAIN };
        statement(&table, &hash, Nulls::Differ, "t", 1000)
    }

    #[test]
    fn a_hash_is_sampled_from_the_first_rows() {
        assert_eq!(
            bucketed(None),
            "SELECT COUNT(*) AS `rows`, COUNT_IF(`differs`) AS `differing` FROM (\
             SELECT COALESCE(`h` != Digest::NumericHash(`id`), true) AS `differs` FROM `t` LIMIT 1000)"
        );
    }

    #[test]
    fn rows_of_each_of_a_few_buckets_are_sampled_and_rows_beyond() {
        let differs = "COALESCE(`h` != BITCAST(Unwrap(Digest::NumericHash(`id`) % 2ul) AS Uint32), true) AS `differs`";
        assert_eq!(
            bucketed(Some(2)),
            format!(
                "SELECT COUNT(*) AS `rows`, COUNT_IF(`differs`) AS `differing` FROM (\
                 (SELECT {differs} FROM `t` WHERE `h` = 0u LIMIT 333) UNION ALL \
                 (SELECT {differs} FROM `t` WHERE `h` = 1u LIMIT 333) UNION ALL \
                 (SELECT {differs} FROM `t` WHERE `h` >= 2u LIMIT 333))"
            )
        );
    }

    #[test]
    fn of_many_buckets_some_are_sampled_with_the_first_and_the_last() {
        let text = bucketed(Some(1000));
        assert_eq!(text.matches("LIMIT 58").count(), 17);
        for bucket in ["= 0u", "= 66u", "= 999u", ">= 1000u"] {
            assert!(text.contains(&format!("WHERE `h` {bucket} LIMIT")), "{bucket}");
        }
    }
}
