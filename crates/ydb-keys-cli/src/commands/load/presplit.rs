//! Computes split points for the rows of files: the partitions that a new table begins with.
//!
//! A table of one partition is loaded by one server until YDB has split it often enough. If a hash leads the key, its
//! numbers are spread evenly, so equal ranges of them get equal shares of any rows. Any other key is sampled by
//! Vitter's algorithm R, which picks each of n rows with the same probability, and the sorted sample is cut into equal
//! shares. A split point is the shortest prefix of a key that is greater than the key before it:
//!
//! ```text
//! ("berlin", 7)  ("bern", 2) | ("cairo", 9)  ("cairo", 11)         PARTITION_AT_KEYS = (("c"))
//! ```

use std::io;

use ydb_keys::schema::{IndexKind, Store};
use ydb_keys::{Table, Value};
use ydb_keys_core::ddl::partitioning as settings;
use ydb_keys_core::keys::ordered_bytes;
use ydb_keys_core::schema::rules::TEXT_LIMIT;
use ydb_keys_core::schema::settings::{KeyLiteral, Partitioning};
use ydb_keys_migrate::__internal::counted;
use ydb_keys_migrate::{ApplyOptions, Event};

use super::columns::LoadColumns;
use super::{LoadArgs, LoadFailed};
use crate::commands::database::{Database, lasting};
use crate::commands::failure::Failure;
use crate::commands::progress::{Progress, Update};
use crate::commands::rows::{RowFormat, RowsFile, RowsOptions, open};
use crate::commands::streams::Streams;

/// Most keys in a sample.
const MOST: usize = 1 << 16;

/// Number of rows between two updates of the progress.
const UPDATE: u64 = 10_000;

type SplitKey = Vec<Value<'static>>;

/// Key with bytes that sort in the key's order.
type Sampled = (Vec<u8>, SplitKey);

/// Partitions that a table should begin with, and a sentence that gives the reason.
struct Split {
    partitioning: Partitioning,
    why: String,
}

/// Prints the partitioning settings for CREATE TABLE.
pub(super) fn print(args: &LoadArgs, table: &'static Table, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let split = split(args, table, streams)?;
    let lines = settings(&split.partitioning).join(",\n    ");
    writeln!(streams.out, "-- {}\nWITH (\n    {lines}\n)", split.why)?;
    Ok(())
}

pub(super) fn create(
    args: &LoadArgs,
    database: &Database,
    model: &'static Table,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    if model.version.is_some() {
        return Err(LoadFailed::Versioned(model.name.to_owned()).into());
    }
    if let Some(index) = model.indexes.iter().find(|index| index.kind != IndexKind::Async) {
        let kind = if index.kind == IndexKind::Unique { "unique" } else { "sync" };
        return Err(LoadFailed::Indexed { table: model.name.to_owned(), kind, index: index.name.to_owned() }.into());
    }
    let split = split(args, model, streams)?;
    let table: &'static Table = lasting(Table { partitioning: Some(split.partitioning), ..*model });
    let bytes = table.create_table().to_string().len();
    if bytes > TEXT_LIMIT {
        return Err(LoadFailed::LongSplit { bytes, most: TEXT_LIMIT }.into());
    }
    let plan = database.plan(&[table])?;
    let (options, mut on) = (ApplyOptions::default(), |_: Event<'_>| ());
    database.runtime.run(ydb_keys_migrate::apply(&database.client, &plan, &options, &mut on))?;
    writeln!(streams.out, "`{}`: created; {}", table.name, split.why)?;
    Ok(())
}

fn split(args: &LoadArgs, table: &'static Table, streams: &mut Streams<'_>) -> Result<Split, LoadFailed> {
    if table.store == Store::Column {
        return Err(LoadFailed::SplitOfColumns(table.name.to_owned()));
    }
    let old = table.partitioning.unwrap_or(Partitioning::DEFAULT);
    let with = |partitions: u32, uniform, at_keys| Partitioning {
        // YDB would merge partitions at once if the minimum were lower.
        min: old.min.map(|min| min.max(partitions)),
        max: old.max.map(|max| max.max(partitions)),
        uniform,
        at_keys,
        ..old
    };
    if let Some(hash) = table.hash.filter(|hash| hash.is_uniform()) {
        let (partitions, name) = (args.partitions, hash.name);
        let why = format!("{partitions} uniform partitions: the hash `{name}` spreads any rows evenly over them");
        return Ok(Split { partitioning: with(partitions, Some(partitions), &[]), why });
    }
    let (keys, rows) = sample(args, table, streams)?;
    let points = points(&keys, args.partitions as usize);
    if points.is_empty() {
        let first = table.primary_key().next().unwrap_or_default().to_owned();
        return Err(LoadFailed::NoSplit { table: table.name.to_owned(), first, rows });
    }
    // Fits: at most 35000 partitions.
    let partitions = points.len() as u32 + 1;
    let sampled = if keys.len() as u64 == rows { String::new() } else { format!("{} of ", keys.len()) };
    let rows = counted(rows, "row");
    let why = format!("{partitions} partitions of about as many rows each, by the keys of {sampled}{rows}");
    Ok(Split { partitioning: with(partitions, None, lasting(points)), why })
}

/// Samples keys of the files. Returns them sorted, and the number of rows. Skips rows that cannot be stored.
fn sample(
    args: &LoadArgs,
    table: &'static Table,
    streams: &mut Streams<'_>,
) -> Result<(Vec<Sampled>, u64), LoadFailed> {
    let mut progress = Progress::new(&mut streams.err, streams.bars, streams.clock);
    let (mut keys, mut seen, mut random) = (Vec::new(), 0_u64, 0x9e37_79b9_7f4a_7c15_u64);
    for path in &args.files {
        let named = RowsFile(path);
        let file = named.text();
        let reading = RowsOptions { format: args.format, delimiter: args.delimiter, null: &args.null, from: None };
        let mut stdin = io::empty();
        let mut rows = open(&named, &reading, &mut stdin)?;
        let mut columns = match named.format(args.format)? {
            RowFormat::Jsonl => LoadColumns::all(table, &args.ignore),
            _ => LoadColumns::of_header(table, &file, rows.columns(), &args.ignore)?,
        };
        loop {
            match rows.next() {
                Ok(Some(_)) => {}
                Ok(None) => break,
                Err(error) if error.of_row().is_some() => continue,
                Err(error) => return Err(error.into()),
            }
            seen += 1;
            if seen.is_multiple_of(UPDATE) {
                progress.show(Update::Now { text: format!("{file}: keys read: {seen}"), rows: None });
            }
            // xorshift64 without a random seed: the same rows give the same sample.
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            let place = if keys.len() < MOST { keys.len() as u64 } else { (random >> 11) % seen };
            let Ok(place) = usize::try_from(place) else { continue };
            if place >= MOST {
                continue;
            }
            let Ok(values) = columns.values(&*rows) else { continue };
            let table = columns.table;
            let hash = table.hash.map(|hash| hash.of(hash.inputs.iter().map(|&at| &values[at])));
            let own = table.key.iter().map(|&at| Some(values[at].clone()));
            let Some(key) = hash.into_iter().chain(own).collect::<Option<SplitKey>>() else { continue };
            let key = (ordered_bytes(&key), key);
            match keys.get_mut(place) {
                Some(kept) => *kept = key,
                None => keys.push(key),
            }
        }
    }
    keys.sort_by(|a, b| a.0.cmp(&b.0));
    keys.dedup_by(|a, b| a.0 == b.0);
    Ok((keys, seen))
}

/// Returns the first key of each partition after the first one, ascending.
fn points(keys: &[Sampled], partitions: usize) -> Vec<&'static [KeyLiteral]> {
    let place = |number: usize| keys.len() * number / partitions;
    let mut places: Vec<usize> = (1..partitions).map(place).filter(|&place| place > 0).collect();
    places.dedup();
    places.into_iter().filter_map(|place| point(&keys[place - 1].1, &keys[place].1)).collect()
}

/// Returns the shortest prefix of a key that is greater than the key before it; `None` if YQL has no literals for it.
fn point(before: &SplitKey, key: &SplitKey) -> Option<&'static [KeyLiteral]> {
    let mut literals = Vec::new();
    for (before, value) in before.iter().zip(key) {
        let differs = before != value;
        literals.push(match value {
            Value::Bool(value) => KeyLiteral::Bool(*value),
            Value::Utf8(text) => KeyLiteral::Text(shortest(before, text)),
            Value::String(bytes) => KeyLiteral::Text(shortest(before, str::from_utf8(bytes).ok()?)),
            // Fails for negative numbers: YDB has split points only for integers from 0 on.
            other if other.ydb_type()?.is_integer() => KeyLiteral::Int(other.to_string().parse().ok()?),
            _ => return None,
        });
        if differs {
            return Some(lasting(literals));
        }
    }
    None
}

/// Returns the shortest prefix of a text that is greater than the value before it, or the whole text if both are equal.
fn shortest(before: &Value<'_>, text: &str) -> &'static str {
    let before: &[u8] = match before {
        Value::Utf8(before) => before.as_bytes(),
        Value::String(before) => before,
        _ => &[],
    };
    let ends = text.char_indices().map(|(at, c)| at + c.len_utf8());
    let end = ends.into_iter().find(|&end| text.as_bytes()[..end] > *before).unwrap_or(text.len());
    lasting(&text[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(values: &[Value<'static>]) -> Sampled {
        (ordered_bytes(values), values.to_vec())
    }

    fn text(text: &'static str) -> Value<'static> {
        Value::Utf8(text.into())
    }

    #[test]
    fn points_are_the_shortest_prefixes_that_cut() {
        let keys = [
            key(&[text("berlin"), Value::Uint64(7)]),
            key(&[text("bern"), Value::Uint64(2)]),
            key(&[text("cairo"), Value::Uint64(9)]),
            key(&[text("cairo"), Value::Uint64(11)]),
        ];
        use KeyLiteral::{Int, Text};
        assert_eq!(points(&keys, 2), [&[Text("c")][..]]);
        assert_eq!(points(&keys, 4), [&[Text("bern")][..], &[Text("c")], &[Text("cairo"), Int(11)]]);
        // There are never more partitions than keys.
        assert_eq!(points(&keys, 100).len(), 3);
        assert!(points(&keys[..1], 4).is_empty() && points(&[], 4).is_empty());
    }

    #[test]
    fn no_point_is_what_yql_has_no_literal_for() {
        let numbers = [-3, -1, 4, 9].map(|number| key(&[Value::Int64(number)]));
        assert_eq!(points(&numbers, 4), [&[KeyLiteral::Int(4)][..], &[KeyLiteral::Int(9)]]);
        let times = [1, 2, 3].map(|time| key(&[Value::Timestamp(time)]));
        assert!(points(&times, 3).is_empty());
        // The number before the time is enough for a split point.
        let both = [(1, 5), (2, 5), (2, 6)].map(|(id, time)| key(&[Value::Uint32(id), Value::Timestamp(time)]));
        assert_eq!(points(&both, 3), [&[KeyLiteral::Int(2)][..]]);
        let bytes = [&b"a"[..], b"\xff"].map(|bytes| key(&[Value::String(bytes.into())]));
        assert!(points(&bytes, 2).is_empty());
        // NULL sorts before all values.
        let nulls = [Value::Null, text("a")].map(|value| key(&[value]));
        assert_eq!(points(&nulls, 2), [&[KeyLiteral::Text("a")][..]]);
    }
}
