//! Profile of a column: growth of its values, its most frequent value, and whether the values identify a row.
//!
//! *Growth* is Spearman's rank correlation between the values and their order of arrival: 1 if every value is greater
//! than those before it, -1 if it is less, near 0 if the value does not depend on the order of arrival. It finds
//! growing columns in spite of noise, such as ids that several machines hand out. The share of new maxima would miss
//! these.

use serde::{Serialize, Serializer};
use ydb_keys::{Value, YdbType};
use ydb_keys_core::keys::append_ordered;
use ydb_keys_core::types::stored::Stored;

use super::intake::{Intake, IntakeColumn};
use crate::parse;

/// Least absolute correlation at which a column counts as growing or falling.
pub(super) const GROWS: f64 = 0.9;

#[derive(Clone, Debug, Serialize)]
pub(crate) struct ProfiledColumn {
    pub(crate) name: String,
    #[serde(rename = "type", serialize_with = "named")]
    pub(crate) ty: YdbType,
    pub(crate) distinct: u64,
    /// `true` if `distinct` was counted; otherwise it is an estimate.
    pub(crate) distinct_is_exact: bool,
    /// Share of the rows with NULL, from 0 to 1.
    #[serde(rename = "null_share", serialize_with = "rounded")]
    pub(crate) nulls: f64,
    /// Spearman's correlation of the values with the order of arrival, between -1 and 1.
    #[serde(serialize_with = "rounded")]
    pub(crate) growth: f64,
    /// The mean size of a value in bytes, as YDB stores it.
    #[serde(rename = "mean_bytes", serialize_with = "rounded")]
    pub(crate) size: f64,
    /// Most frequent value; `None` if no value occurs twice.
    #[serde(rename = "most_frequent")]
    pub(crate) frequent: Option<Frequent>,
    /// `true` if all values of the sample differ.
    #[serde(skip)]
    pub(crate) is_unique: bool,
    /// `true` if most of the column's values are UUIDs that are made from a clock.
    #[serde(skip)]
    pub(super) is_time_ordered: bool,
    /// `true` if the numbers are spread over the range of their type instead of lying in a small part of it.
    #[serde(skip)]
    pub(super) covers_its_range: bool,
}

/// The most frequent value of a column.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Frequent {
    pub(crate) value: String,
    /// Share of the sampled rows that have the value, from 0 to 1.
    #[serde(serialize_with = "rounded")]
    pub(crate) share: f64,
}

fn named<S: Serializer>(ty: &YdbType, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(ty)
}

/// Rounds a number of the report to four digits after the point.
pub(super) fn rounded<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64((number * 1e4).round() / 1e4)
}

impl ProfiledColumn {
    /// Returns `true` if the values grow or fall with the order of arrival.
    pub(crate) fn grows(&self) -> bool {
        self.growth.abs() >= GROWS
    }

    pub(super) fn is_nullable(&self) -> bool {
        self.nulls > 0.0
    }
}

/// Returns the values of the sampled rows in a column.
pub(super) fn values(intake: &Intake, column: usize) -> Vec<Value<'_>> {
    let ty = intake.columns.get(column).map_or(YdbType::Utf8, IntakeColumn::ty);
    let value = |text| parse::value(ty, text).unwrap_or(Value::Null);
    intake.sampler.rows().iter().map(|row| row.cells().nth(column).flatten().map_or(Value::Null, value)).collect()
}

/// Profiles the columns of all rows that were taken in.
pub(crate) fn profiles(intake: &Intake) -> Vec<ProfiledColumn> {
    let of = |(at, seen): (usize, &IntakeColumn)| column(seen, intake.rows(), &values(intake, at));
    intake.columns.iter().enumerate().map(of).collect()
}

pub(super) fn column(seen: &IntakeColumn, rows: u64, values: &[Value<'_>]) -> ProfiledColumn {
    let cells = Cells::of(values);
    let mut sorted: Vec<u32> = (0..values.len() as u32).collect();
    sorted.sort_by(|&a, &b| cells.get(a as usize).cmp(cells.get(b as usize)));
    let runs: Vec<&[u32]> = sorted.chunk_by(|&a, &b| cells.get(a as usize) == cells.get(b as usize)).collect();
    // Each number in `sorted` is the position of a value.
    let of_value = |run: &&&[u32]| run.first().is_some_and(|&row| values[row as usize] != Value::Null);
    let most = runs.iter().filter(of_value).max_by_key(|run| run.len()).filter(|run| run.len() > 1);
    let frequent = most.and_then(|run| {
        let value = values.get(*run.first()? as usize)?;
        let mut text = ydb_keys_core::types::parse::text(value).into_owned();
        if let Some((end, _)) = text.char_indices().nth(40) {
            text.replace_range(end.., "…");
        }
        Some(Frequent { value: text, share: run.len() as f64 / values.len() as f64 })
    });
    let sizes: usize = values.iter().map(Value::size).sum();
    ProfiledColumn {
        name: seen.name.clone(),
        ty: seen.ty(),
        nulls: seen.nulls as f64 / rows.max(1) as f64,
        distinct: seen.distinct.count(),
        distinct_is_exact: seen.distinct.is_exact(),
        size: sizes as f64 / values.len().max(1) as f64,
        growth: growth(&runs),
        frequent,
        is_unique: !values.is_empty() && runs.len() == values.len() && seen.nulls == 0,
        is_time_ordered: is_time_ordered(values),
        covers_its_range: covers(seen.ty(), values, &sorted),
    }
}

/// Computes Spearman's correlation of the values with the order of the rows. Equal values share the mean of their
/// ranks.
fn growth(runs: &[&[u32]]) -> f64 {
    let rows: usize = runs.iter().map(|run| run.len()).sum();
    let mean = (rows as f64 - 1.0) / 2.0;
    let (mut with_arrival, mut of_values, mut of_arrival) = (0.0, 0.0, 0.0);
    let mut before = 0;
    for run in runs {
        let rank = before as f64 + (run.len() as f64 - 1.0) / 2.0 - mean;
        before += run.len();
        for &row in *run {
            let arrival = f64::from(row) - mean;
            with_arrival += rank * arrival;
            of_values += rank * rank;
            of_arrival += arrival * arrival;
        }
    }
    let spread: f64 = (of_values * of_arrival).sqrt();
    if spread > 0.0 { with_arrival / spread } else { 0.0 }
}

fn is_time_ordered(values: &[Value<'_>]) -> bool {
    let by_clock = |value: &&Value<'_>| matches!(value, Value::Uuid(bytes) if matches!(bytes[6] >> 4, 1 | 6 | 7));
    values.iter().filter(by_clock).count() * 2 > values.len()
}

/// Returns the number of an integer, a time or an interval.
pub(super) fn number(value: &Value<'_>) -> Option<i128> {
    match value.stored() {
        // Signed types are sign-extended to 64 bits.
        Stored::Integer { bits, signed: true, .. } => Some(i128::from(bits as i64)),
        Stored::Integer { bits, signed: false, .. } => Some(i128::from(bits)),
        _ => None,
    }
}

/// Returns `true` if the middle nine tenths of the numbers take more than a hundredth of their type's range.
pub(super) fn covers(ty: YdbType, values: &[Value<'_>], sorted: &[u32]) -> bool {
    let Some(range) = ty.stored_as().and_then(YdbType::integer) else { return false };
    let at = |place: usize| number(values.get(*sorted.get(place)? as usize)?);
    let (Some(low), Some(high)) = (at(sorted.len() / 20), at(sorted.len() * 19 / 20)) else { return false };
    (high - low) as f64 > (range.greatest - range.least) as f64 / 100.0
}

/// The encoded values of one column.
#[derive(Debug)]
pub(super) struct Cells {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Cells {
    pub(super) fn of(values: &[Value<'_>]) -> Self {
        let mut cells = Cells { bytes: Vec::with_capacity(values.len() * 9), ends: Vec::with_capacity(values.len()) };
        for value in values {
            append_ordered(value, &mut cells.bytes);
            cells.ends.push(cells.bytes.len());
        }
        cells
    }

    pub(super) fn get(&self, row: usize) -> &[u8] {
        let start = row.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0);
        self.ends.get(row).and_then(|&end| self.bytes.get(start..end)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn profile(texts: &[&str]) -> ProfiledColumn {
        let mut intake = Intake::new([("c".to_owned(), None)]);
        texts.iter().for_each(|text| intake.push(&[(!text.is_empty()).then_some(text)]).unwrap());
        column(&intake.columns[0], intake.rows(), &values(&intake, 0))
    }

    #[test]
    fn growth_is_spearmans_correlation() {
        assert!((profile(&["1", "2", "3", "10"]).growth - 1.0).abs() < 1e-9);
        assert!((profile(&["9", "5", "4", "-10"]).growth + 1.0).abs() < 1e-9);
        // Ranks 1 2 4 3 5 against 1 2 3 4 5: 1 - 6 * 2 / (5 * 24).
        assert!((profile(&["1", "2", "8", "4", "9"]).growth - 0.9).abs() < 1e-9);
        assert_eq!(profile(&["7", "7", "7"]).growth, 0.0);
        assert_eq!(profile(&[]).growth, 0.0);
    }

    #[test]
    fn the_most_frequent_value_is_named_with_its_share() {
        let column = profile(&["a", "b", "a", "", "a"]);
        let frequent = column.frequent.as_ref().unwrap();
        assert_eq!((frequent.value.as_str(), frequent.share), ("a", 0.6));
        assert_eq!((column.nulls, column.distinct, column.is_unique), (0.2, 2, false));
        assert!(profile(&["a", "b"]).frequent.is_none());
        assert!(profile(&["a", "b"]).is_unique);
        // NULL is not a value.
        assert!(profile(&["", "", "a"]).frequent.is_none());
    }

    #[test]
    fn spread_numbers_cover_their_range() {
        let spread: Vec<String> = (0..100_u64).map(|i| i.reverse_bits().to_string()).collect();
        assert!(profile(&spread.iter().map(String::as_str).collect::<Vec<_>>()).covers_its_range);
        let sequence: Vec<String> = (0..100_u64).map(|i| i.to_string()).collect();
        assert!(!profile(&sequence.iter().map(String::as_str).collect::<Vec<_>>()).covers_its_range);
    }
}
