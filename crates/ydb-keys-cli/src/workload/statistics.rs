//! Statistics of a table's rows, and the estimates that follow from them. Columns are taken as independent of each
//! other, and the values of a column as equally frequent.

use std::collections::{BTreeMap, BTreeSet};

use ydb_keys::schema::Store;

use super::draft::{Draft, DraftHash, DraftIndex};

/// Statistics of one table. A column that is missing is estimated from its type.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Statistics {
    pub(crate) rows: f64,
    /// Number of the table's partitions, and those of its indexes by their names.
    pub(crate) partitions: f64,
    pub(crate) index_partitions: BTreeMap<String, f64>,
    /// Number of different values of a column.
    pub(crate) distinct: BTreeMap<String, f64>,
    /// Share of the rows that have the most frequent value of a column.
    pub(crate) heavy: BTreeMap<String, f64>,
    /// Columns whose values grow with the time of insertion.
    pub(crate) growing: BTreeSet<String>,
    /// Share of the writes that the busiest partition gets, if that was measured.
    pub(crate) hottest: Option<f64>,
    /// Limits of the statistics, each a sentence.
    pub(crate) doubts: Vec<String>,
}

/// Share of the rows that a bound such as `at >= $since` leaves.
const BOUND: f64 = 1.0 / 3.0;

/// Share of the rows that bounds on both sides leave.
const BETWEEN: f64 = 0.1;

/// A partition is hot, and a value heavy, from so many times the mean on.
const HOT: f64 = 3.0;

/// Least share of the rows at which a value counts as heavy.
const HEAVY: f64 = 0.05;

/// Least share of the new rows at which an end of a key counts as hot.
const HOT_END: f64 = 0.25;

impl Statistics {
    /// Returns the number of different values of a column.
    pub(super) fn distinct(&self, draft: &Draft<'_>, column: usize) -> f64 {
        let known = |name: &str| self.distinct.get(name).copied();
        let Some(def) = draft.columns.get(column) else {
            // A computed column has as many values as its inputs.
            let number = column - draft.columns.len();
            return draft.hashes().nth(number).map_or(self.rows, |hash| self.of_hash(draft, hash));
        };
        let guess = || match def.ty {
            ydb_keys::YdbType::Bool => 2.0,
            _ if draft.key == [column] => self.rows,
            _ if def.is_low_cardinality() => 100.0,
            _ => self.rows / 10.0,
        };
        known(def.name).unwrap_or_else(guess).clamp(1.0, self.rows.max(1.0))
    }

    /// Returns the share of the rows that have one value in a column: the heaviest value, if there is one, because
    /// queries that ask for it decide what the column costs.
    pub(super) fn equal(&self, draft: &Draft<'_>, column: usize) -> f64 {
        let even = 1.0 / self.distinct(draft, column);
        let heavy = self.heavy.get(draft.column(column)).copied();
        heavy.filter(|share| *share >= HEAVY && *share >= HOT * even).unwrap_or(even)
    }

    fn of_hash(&self, draft: &Draft<'_>, hash: &DraftHash) -> f64 {
        let inputs: f64 = hash.inputs.iter().map(|&input| self.distinct(draft, input)).product();
        hash.buckets.map_or(inputs, |buckets| f64::from(buckets).min(inputs))
    }

    /// Returns the number of rows that have one value in each of these columns. A hash says no more than its inputs.
    pub(super) fn matched(&self, draft: &Draft<'_>, columns: &BTreeSet<usize>) -> f64 {
        let mut plain: BTreeSet<usize> = columns.iter().copied().filter(|&at| at < draft.columns.len()).collect();
        let mut buckets = 1.0;
        for (number, hash) in draft.hashes().enumerate() {
            if !columns.contains(&(draft.columns.len() + number)) {
                continue;
            }
            match hash.buckets {
                None => plain.extend(&hash.inputs),
                Some(_) if hash.inputs.iter().all(|input| plain.contains(input)) => {}
                Some(_) => buckets *= self.of_hash(draft, hash),
            }
        }
        let is_whole_key = !draft.key.is_empty() && draft.key.iter().all(|key| plain.contains(key));
        if is_whole_key {
            return 1.0;
        }
        let share: f64 = plain.iter().map(|&column| self.equal(draft, column)).product();
        (self.rows * share / buckets).max(1.0).min(self.rows)
    }

    /// Returns the share of the rows that bounds on so many columns leave, and bounds on both sides of so many others.
    pub(super) fn bounded(one: usize, both: usize) -> f64 {
        let power = |share: f64, columns: usize| share.powi(columns.try_into().unwrap_or(i32::MAX));
        power(BOUND, one) * power(BETWEEN, both)
    }

    /// Returns `true` if the values of a column grow with the time of insertion.
    pub(super) fn grows(&self, draft: &Draft<'_>, column: usize) -> bool {
        draft
            .columns
            .get(column)
            .is_some_and(|def| !def.dispersed && (def.is_monotonic() || self.growing.contains(def.name)))
    }

    /// Returns the share of the new rows that are written to the end of one range of a key, where one partition takes them
    /// all. If the key begins with a growing column, that is every row. If a growing column comes after another one, it
    /// is the rows with the most frequent value of that one. For the key that the table has, the measured share of the
    /// busiest partition counts if it is greater.
    pub(super) fn hot_share(&self, draft: &Draft<'_>, index: Option<&DraftIndex>) -> f64 {
        if draft.of.store == Store::Column {
            return 0.0;
        }
        let by_values = self.share_by_values(draft, index);
        let is_own = index.is_none() && draft.has_own_key();
        match self.hottest.filter(|share| is_own && share * self.partitions >= HOT) {
            Some(measured) => by_values.max(measured),
            None => by_values,
        }
    }

    fn share_by_values(&self, draft: &Draft<'_>, index: Option<&DraftIndex>) -> f64 {
        let hash = index.map_or(draft.hash.as_ref(), |index| index.hash.as_ref());
        let (mut share, mut seen) = (1.0, BTreeSet::new());
        if let Some(hash) = hash {
            let one = hash.inputs.iter().map(|&input| self.spread(draft, input)).product::<f64>();
            match hash.buckets {
                Some(buckets) => share *= one.max(1.0 / f64::from(buckets.max(1))),
                None => {
                    share *= one;
                    seen.extend(&hash.inputs);
                }
            }
        }
        for column in draft.sorted_by(index) {
            if share < HOT_END {
                return 0.0;
            }
            if !seen.insert(column) {
                continue;
            }
            if self.grows(draft, column) {
                return share;
            }
            share *= self.spread(draft, column);
        }
        0.0
    }

    /// Returns the share of the new rows that have one value of a hashed or leading column.
    fn spread(&self, draft: &Draft<'_>, column: usize) -> f64 {
        if self.grows(draft, column) { 0.0 } else { self.equal(draft, column) }
    }

    /// Returns the number of partitions of the table or of an index. Each bucket has a partition.
    pub(super) fn partitions_of(&self, draft: &Draft<'_>, index: Option<&DraftIndex>) -> f64 {
        let buckets = draft.hash.as_ref().and_then(|hash| hash.buckets).map_or(1.0, f64::from);
        match index {
            None => self.partitions.max(buckets),
            // YDB begins an index with one partition.
            Some(index) => self.index_partitions.get(&index.name).copied().unwrap_or(1.0).max(1.0),
        }
    }
}

/// Returns how many of the partitions have at least one of these rows, if the rows are spread evenly.
pub(super) fn hit(partitions: f64, rows: f64) -> f64 {
    if partitions <= 1.0 {
        return rows.clamp(0.0, 1.0);
    }
    partitions * (1.0 - (1.0 - 1.0 / partitions).powf(rows.max(0.0)))
}
