//! Attributes of partitioning.

use ydb_keys::YdbType;
use ydb_keys::schema::Store;
use ydb_keys_core::schema::allowance::Rule;

use super::attribute::{Word, bare, list};
use super::draft::Draft;
use super::literal;
use crate::live::LiveSettings;

/// Default partition size of YDB in megabytes, which is not written into the source.
const DEFAULT_MB: u64 = 2048;
/// Greatest number of split points that are written as `at_keys`. A longer list is the result of automatic splits, not
/// a setting.
const MAX_POINTS: usize = 32;
/// Greatest number of partitions that a table can start with.
const MAX_UNIFORM: usize = 35_000;

/// Adds `partitioning(...)` and `partition_by_hash(...)` if the table differs from the server's defaults.
pub(super) fn partitioning(draft: &mut Draft<'_>, settings: &LiveSettings) {
    match draft.live.store {
        Store::Row => row(draft, settings),
        Store::Column => column(draft, settings),
    }
}

/// Adds the attributes of a column table. The number of partitions is always written, because it is fixed.
fn column(draft: &mut Draft<'_>, settings: &LiveSettings) {
    if !settings.partition_by.is_empty() && settings.partition_by != draft.live.primary_key {
        let fields: Vec<Word> = settings.partition_by.iter().filter_map(|name| draft.field(name)).map(bare).collect();
        draft.word(list("partition_by_hash", fields));
    }
    if let Some(min) = settings.min.and_then(|min| u32::try_from(min).ok()) {
        draft.word(list("partitioning", [Word::Value("min", min.to_string())]));
    }
}

fn row(draft: &mut Draft<'_>, settings: &LiveSettings) {
    let points = &settings.split_points;
    let first = points.len() as u64 + 1;
    let (min, max) = (settings.min.unwrap_or(first), settings.max);
    // A table with buckets starts with one partition per bucket; this needs no attribute.
    let buckets = draft.hash.and_then(|hash| hash.buckets);
    let is_split = buckets.is_some_and(|buckets| {
        points.iter().map(|point| literal::single_number(point)).eq((1..buckets.into()).map(Some))
    });
    let mut words = Vec::new();
    match (settings.by_size, settings.size_mb) {
        (Some(false), _) => words.push(Word::Value("by_size", "off".to_owned())),
        (_, Some(size)) if size != DEFAULT_MB => number(draft, &mut words, "by_size", size),
        _ => {}
    }
    if settings.by_load == Some(true) {
        words.push(bare("by_load"));
    }
    // A model cannot start with more partitions than its maximum, although a table may have grown beyond it.
    let start = if max.is_none_or(|max| first <= max) && buckets.is_none() { starts(draft, points) } else { None };
    if start.is_none() && !points.is_empty() && !is_split {
        draft.miss(format!("The starts of its {first} partitions: {}.", shortened(points)));
    }
    let said_by_buckets = buckets.map(u64::from).filter(|_| start.is_none());
    if min != said_by_buckets.unwrap_or(if start.is_some() { first } else { 1 }) {
        number(draft, &mut words, "min", min);
    }
    match max {
        Some(max) if max >= min => number(draft, &mut words, "max", max),
        Some(max) => draft.miss(format!("A maximum of {max} partitions, which is below the minimum of {min}.")),
        None => {}
    }
    words.extend(start);
    if buckets.is_some() {
        match settings.by_load {
            // A table with buckets is split by load; this needs no attribute.
            Some(true) if words.len() == 1 => words.clear(),
            Some(true) => {}
            _ => words.push(Word::Value("by_load", "off".to_owned())),
        }
    }
    if !words.is_empty() {
        draft.word(list("partitioning", words));
    }
    // YDB's documentation advises against tables that are never split.
    if settings.by_load != Some(true) && settings.by_size == Some(false) {
        draft.allow(Rule::PartitioningByLoad, "partitions are never split");
    }
}

/// Adds a setting with a number, if the number is small enough for a model.
fn number(draft: &mut Draft<'_>, words: &mut Vec<Word>, key: &'static str, value: u64) {
    match u32::try_from(value) {
        Ok(value) => words.push(Word::Value(key, value.to_string())),
        Err(_) => draft.miss(format!("`{key} = {value}` of automatic partitioning, a number too large for a model.")),
    }
}

fn shortened(points: &[String]) -> String {
    let shown = points.iter().take(3).map(String::as_str).collect::<Vec<_>>().join(", ");
    if points.len() > 3 { format!("{shown}, ...") } else { shown }
}

/// Returns `uniform` or `at_keys` for the first partitions.
fn starts(draft: &Draft<'_>, points: &[String]) -> Option<Word> {
    let key: Option<Vec<YdbType>> =
        draft.live.primary_key.iter().map(|name| draft.live.column(name).and_then(|column| column.ty)).collect();
    let key = key?;
    let range = match key.first() {
        Some(YdbType::Uint32) => Some(u64::from(u32::MAX)),
        Some(YdbType::Uint64) => Some(u64::MAX),
        _ => None,
    };
    if range.is_some_and(|max| is_uniform(points, max)) {
        return Some(Word::Value("uniform", (points.len() + 1).to_string()));
    }
    if points.is_empty() || points.len() > MAX_POINTS {
        return None;
    }
    let points: Option<Vec<String>> = points.iter().map(|point| literal::split_point(point, &key)).collect();
    Some(list("at_keys", points?.into_iter().map(bare)))
}

/// Returns `true` if the points split the range from 0 to `max` evenly. YDB computes them in a `double`, which is exact
/// to 53 bits.
fn is_uniform(points: &[String], max: u64) -> bool {
    let parts = points.len() as u128 + 1;
    let even = |(i, point): (usize, &String)| {
        let wanted = u128::from(max) * (i as u128 + 1) / parts;
        literal::single_number(point)
            .is_some_and(|number| u128::from(number).abs_diff(wanted) <= u128::from(max >> 50) + 1)
    };
    !points.is_empty() && points.len() < MAX_UNIFORM && points.iter().enumerate().all(even)
}
