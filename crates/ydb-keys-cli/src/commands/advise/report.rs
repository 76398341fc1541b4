//! The comparison as JSON: one object, described in `docs/guide/src/operating-advise.md`.

use std::io::Write;

use serde::Serialize;

use crate::advise::{Advice, Column, Ranked, Score, Served};
use crate::commands::failure::Failure;

#[derive(Serialize)]
struct Report<'a> {
    version: u32,
    command: &'static str,
    rows: u64,
    sampled_rows: usize,
    id: &'a [String],
    id_is_found: bool,
    reads: &'a [String],
    remarks: &'a [String],
    columns: Vec<ColumnReport<'a>>,
    random_keys: Writes,
    keys: Vec<KeyReport<'a>>,
    model: Option<&'a str>,
}

#[derive(Serialize)]
struct ColumnReport<'a> {
    name: &'a str,
    r#type: String,
    distinct: u64,
    distinct_is_exact: bool,
    null_share: f64,
    growth: f64,
    mean_bytes: f64,
    most_frequent: Option<FrequentReport<'a>>,
}

#[derive(Serialize)]
struct FrequentReport<'a> {
    value: &'a str,
    share: f64,
}

#[derive(Serialize)]
struct Writes {
    max_over_mean: f64,
    hottest_share: f64,
    partitions: usize,
}

#[derive(Serialize)]
struct KeyReport<'a> {
    primary_key: &'a str,
    score: ScoreReport,
    writes: Writes,
    reads: Vec<ReadReport<'a>>,
    key_bytes: f64,
    broken_rules: &'a [&'static str],
    reason: &'a str,
}

#[derive(Serialize)]
struct ScoreReport {
    total: f64,
    writes: f64,
    reads: f64,
    rules: f64,
    effort: f64,
}

#[derive(Serialize)]
struct ReadReport<'a> {
    read: &'a str,
    /// `null` for a scan of the whole table.
    ranges: Option<u32>,
    rows_read_per_row: Option<f64>,
    in_order: Option<bool>,
}

pub(super) fn print(advice: &Advice, out: &mut dyn Write) -> Result<(), Failure> {
    let report = Report {
        version: 1,
        command: "advise",
        rows: advice.rows,
        sampled_rows: advice.sampled,
        id: &advice.id,
        id_is_found: advice.id_is_found,
        reads: &advice.reads,
        remarks: &advice.remarks,
        columns: advice.columns.iter().map(column).collect(),
        random_keys: writes(&advice.even),
        keys: advice.ranked.iter().map(|ranked| key(ranked, &advice.reads)).collect(),
        model: advice.source.as_deref().ok(),
    };
    serde_json::to_writer_pretty(&mut *out, &report).map_err(std::io::Error::from)?;
    writeln!(out)?;
    Ok(())
}

fn column(column: &Column) -> ColumnReport<'_> {
    let frequent = column.frequent.as_ref();
    ColumnReport {
        name: &column.name,
        r#type: column.ty.to_string(),
        distinct: column.distinct,
        distinct_is_exact: column.distinct_is_exact,
        null_share: rounded(column.nulls),
        growth: rounded(column.growth),
        mean_bytes: rounded(column.size),
        most_frequent: frequent
            .map(|frequent| FrequentReport { value: &frequent.value, share: rounded(frequent.share) }),
    }
}

fn writes(measured: &crate::advise::Measured) -> Writes {
    let (max_over_mean, hottest_share) = (rounded(measured.max_over_mean), rounded(measured.hottest));
    Writes { max_over_mean, hottest_share, partitions: measured.partitions }
}

fn key<'a>(ranked: &'a Ranked, reads: &'a [String]) -> KeyReport<'a> {
    let served = ranked.reads.iter().zip(reads).map(|(served, read)| served_read(served, read));
    KeyReport {
        primary_key: &ranked.key,
        score: score(ranked.score),
        writes: writes(&ranked.measured),
        reads: served.collect(),
        key_bytes: rounded(ranked.key_size),
        broken_rules: &ranked.rules,
        reason: &ranked.reason,
    }
}

fn served_read<'a>(served: &Served, read: &'a str) -> ReadReport<'a> {
    let rows_read_per_row = served.rows_read.is_finite().then(|| rounded(served.rows_read));
    ReadReport { read, ranges: served.ranges, rows_read_per_row, in_order: served.in_order }
}

fn score(score: Score) -> ScoreReport {
    ScoreReport {
        total: rounded(score.total()),
        writes: rounded(score.writes),
        reads: rounded(score.reads),
        rules: rounded(score.rules),
        effort: rounded(score.effort),
    }
}

/// To four digits after the point: more would be noise.
fn rounded(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}
