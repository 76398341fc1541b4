//! Estimate of what a run of a query costs: rows read, partitions asked, rows written.
//!
//! Each read of the judgement finds rows by the columns of its key that have values or a bound:
//!
//! ```text
//! rows of the key     rows of the table / different values of these columns, a third of it for a bound
//! probes              1, or for a join the rows that the sources before it give
//! look-ups            a row and a partition for each found row, unless the index has all columns
//! partitions          those that have rows of the range; each value of a list and each bucket has its own range
//! ```

use std::collections::{BTreeMap, BTreeSet};

use ydb_keys_core::queries::{Access, SourceRead};
use ydb_yql::facts::{Facts, Met, Purpose, Verb};

use super::draft::{Draft, DraftIndex};
use super::statistics::{Statistics, hit};

/// Cost of a run, or of all runs in a second.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize)]
pub(crate) struct Cost {
    pub(crate) rows: f64,
    pub(crate) partitions: f64,
    /// Rows written into tables and indexes.
    pub(crate) writes: f64,
    /// Rows written to one end of a key, where one partition takes them all.
    pub(crate) hot: f64,
}

impl Cost {
    /// Weighs the parts of a cost against each other. A row that is read counts 1.
    pub(crate) fn total(self) -> f64 {
        self.rows + 5.0 * self.partitions + 5.0 * self.writes + 20.0 * self.hot
    }

    pub(super) fn times(self, runs: f64) -> Self {
        let Cost { rows, partitions, writes, hot } = self;
        Cost { rows: rows * runs, partitions: partitions * runs, writes: writes * runs, hot: hot * runs }
    }

    pub(super) fn add(&mut self, other: Cost) {
        self.rows += other.rows;
        self.partitions += other.partitions;
        self.writes += other.writes;
        self.hot += other.hot;
    }
}

/// Values of a list such as `IN $ids`, if the text does not have them.
const LISTED: f64 = 10.0;

/// Rows that a `LIMIT` with a parameter wants.
const LIMITED: f64 = 50.0;

/// Details of a text that its facts lack: the number after LIMIT, both ends of BETWEEN, the lengths of lists.
#[derive(Clone, Debug)]
pub(super) struct Shown {
    /// Sum of LIMIT and OFFSET: rows that are read if the order allows it.
    pub(super) limit: Option<f64>,
    /// Names before BETWEEN and LIKE: the facts have one bound for both.
    between: Vec<String>,
    /// Lengths of the lists of literals and parameters, by the column before IN.
    lists: BTreeMap<String, f64>,
}

impl Shown {
    /// Reads the numbers after the last LIMIT and OFFSET, the columns before BETWEEN and LIKE, and the lists after IN.
    pub(super) fn of(text: &str, facts: &Facts) -> Self {
        let code = text.lines().map(|line| line.split("--").next().unwrap_or_default());
        let words = code.flat_map(|line| line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '$'));
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let after = |keyword: &str| {
            let at = words.iter().rposition(|word| word.eq_ignore_ascii_case(keyword))?;
            let number = words.get(at + 1).map(|word| word.trim_end_matches(['u', 'l', 'U', 'L']));
            Some(number.and_then(|number| number.parse().ok()).unwrap_or(LIMITED))
        };
        let is_both = |word: &str| word.eq_ignore_ascii_case("between") || word.eq_ignore_ascii_case("like");
        let pairs = words.windows(2).filter(|pair| is_both(pair[1]));
        let listed = facts.scopes.iter().flat_map(|scope| &scope.compared).filter_map(|one| match &one.value {
            Met::Items(items) => Some((one.column.name.name.to_string(), items.len() as f64)),
            _ => None,
        });
        Shown {
            limit: after("limit").map(|limit| limit + after("offset").unwrap_or(0.0)),
            between: pairs.map(|pair| pair[0].to_owned()).collect(),
            lists: listed.collect(),
        }
    }

    /// Returns the number of values that lists give to these columns together.
    fn values(&self, read: &SourceRead<'_>, draft: &Draft<'_>, of: u128) -> f64 {
        let lists = read.lists.iter().filter(|list| *list & of != 0 && *list & read.joined == 0);
        let length = |list: &u128| {
            let known = columns(*list).find_map(|column| self.lists.get(draft.column(column)));
            known.copied().unwrap_or(LISTED)
        };
        lists.map(length).product()
    }
}

/// Reads of one scope with its cost, and the rows that it gives.
pub(super) fn of_scope(reads: &[SourceRead<'_>], tables: &[(&Draft<'_>, &Statistics)], shown: &Shown) -> (Cost, f64) {
    let mut order: Vec<&SourceRead<'_>> = reads.iter().collect();
    order.sort_by_key(|read| read.before);
    let (mut cost, mut flow) = (Cost::default(), 1.0_f64);
    for read in order {
        let Some((draft, statistics)) = tables.iter().find(|(draft, _)| draft.path() == read.table.name) else {
            continue;
        };
        let (own, found) = of_read(read, draft, statistics, shown);
        // Rows that are not looked up by the join are read once, and so is a table that is cheaper to read whole.
        let is_looked_up = read.points.iter().any(|&at| read.joined & 1 << at != 0);
        let whole = Cost { rows: statistics.rows, partitions: statistics.partitions, ..Cost::default() };
        let probed = own.times(if is_looked_up { flow } else { 1.0 });
        cost.add(if is_looked_up && probed.total() > whole.total() { whole } else { probed });
        flow *= found;
        let written = match read.purpose {
            Purpose::Update | Purpose::BatchUpdate => of_update(draft, statistics, read.set),
            Purpose::Delete | Purpose::BatchDelete => of_delete(draft),
            Purpose::Select => Cost::default(),
        };
        cost.add(written.times(found));
    }
    let limit = reads.iter().find(|read| read.is_top).and(shown.limit);
    (cost, limit.map_or(flow, |limit| limit.min(flow)))
}

/// Writes of an update of one row: the row, and a row in each index that has a column that is set. An index whose key
/// changes loses a row and gets one, at the end of the index if the column grows.
fn of_update(draft: &Draft<'_>, statistics: &Statistics, set: u128) -> Cost {
    let is_set = |column: &usize| set & 1 << column != 0;
    let mut cost = Cost { writes: 1.0, ..Cost::default() };
    for index in &draft.indexes {
        if index.on.iter().any(is_set) {
            cost.writes += 2.0;
            cost.hot += statistics.hot_share(draft, Some(index));
        } else if index.cover.iter().any(is_set) {
            cost.writes += 1.0;
        }
    }
    cost
}

fn of_delete(draft: &Draft<'_>) -> Cost {
    Cost { writes: 1.0 + draft.indexes.len() as f64, ..Cost::default() }
}

/// Cost of one probe of a read, and the rows that pass all of its conditions.
fn of_read(read: &SourceRead<'_>, draft: &Draft<'_>, statistics: &Statistics, shown: &Shown) -> (Cost, f64) {
    let index = read.index.and_then(|name| draft.index(name));
    let partitions = statistics.partitions_of(draft, index);
    let lists = |columns: u128| shown.values(read, draft, columns);
    let fixed: BTreeSet<usize> = columns(read.fixed).collect();
    // All rows that fulfil the conditions.
    let result = (statistics.matched(draft, &fixed) * lists(read.fixed) * bounds(read, draft, shown, |_| true))
        .min(statistics.rows);
    // A read in the wanted order ends with the last row that is wanted. Rows that are looked up are not checked before.
    let ends = read.is_top && (read.is_in_order || read.is_split) && (read.is_covered || read.is_all_said);
    let limit = shown.limit.filter(|_| ends);
    // Share of a range that is read until enough of its rows have passed the conditions.
    let share = limit.map_or(1.0, |limit| (limit / result.max(f64::MIN_POSITIVE)).min(1.0));
    if is_whole(read) {
        let cost =
            with_lookups(read, (draft, statistics, shown), statistics.rows * share, (partitions * share).max(1.0));
        return (cost, result);
    }
    if let Access::First = read.access {
        let rows = shown.limit.unwrap_or(LIMITED).min(statistics.rows);
        return (with_lookups(read, (draft, statistics, shown), rows, 1.0), rows);
    }
    let points: BTreeSet<usize> = read.points.iter().copied().collect();
    let of_points = points.iter().fold(0, |bits, &at| bits | 1 << at);
    let ranges = lists(of_points);
    let per_range =
        statistics.matched(draft, &points) * bounds(read, draft, shown, |column| read.bound == Some(column));
    let mut rows = (per_range * ranges).min(statistics.rows);
    let mut asked = (hit(partitions, ranges) * span(per_range, statistics.rows, partitions)).min(partitions);
    if let Some(hash) = draft.hash.as_ref().filter(|_| read.is_split && index.is_none()) {
        let buckets = f64::from(hash.buckets.unwrap_or(1));
        // The bucket is a point of the key: each of them is read.
        rows = if points.contains(&draft.columns.len()) { (rows * buckets).min(statistics.rows) } else { rows };
        asked = buckets.min(partitions);
        // A page in order takes as many rows of each bucket, and reads on where conditions are left.
        let scanned = rows / result.max(1.0).min(rows);
        rows = limit.map_or(rows, |limit| rows.min(limit * buckets * scanned));
    } else {
        asked = (asked * share).clamp(asked.min(1.0), asked);
        rows *= share;
    }
    (with_lookups(read, (draft, statistics, shown), rows, asked), result.min(rows))
}

/// Adds the look-ups of an index that does not have all columns.
fn with_lookups(
    read: &SourceRead<'_>,
    (draft, statistics, shown): (&Draft<'_>, &Statistics, &Shown),
    rows: f64,
    partitions: f64,
) -> Cost {
    let mut cost = Cost { rows, partitions, ..Cost::default() };
    if let Some(index) = read.index.filter(|_| !read.is_covered) {
        // Conditions on further columns of the index are checked before the look-up.
        let index = draft.index(index);
        let has =
            |column: usize| index.is_some_and(|index| index.on.contains(&column) || index.cover.contains(&column));
        let key: BTreeSet<usize> = read.points.iter().copied().chain(read.bound).collect();
        let is_left = |column: usize| !key.contains(&column) && has(column);
        let left = columns(read.fixed).filter(|column| is_left(*column));
        let share: f64 = left.map(|column| statistics.equal(draft, column)).product();
        let found = rows * share * bounds(read, draft, shown, is_left);
        cost.rows += found;
        cost.partitions += hit(statistics.partitions_of(draft, None), found);
    }
    cost
}

/// Returns the share of the rows that the bounds on these columns leave.
fn bounds(read: &SourceRead<'_>, draft: &Draft<'_>, shown: &Shown, of: impl Fn(usize) -> bool) -> f64 {
    let is_both = |column: &usize| {
        read.between & 1 << *column != 0 || shown.between.iter().any(|name| name == draft.column(*column))
    };
    let all: Vec<usize> = columns(read.bounded).filter(|column| of(*column)).collect();
    let both = all.iter().filter(|column| is_both(column)).count();
    Statistics::bounded(all.len() - both, both)
}

/// Returns `true` if a read goes through the whole table or index.
fn is_whole(read: &SourceRead<'_>) -> bool {
    read.points.is_empty() && read.bound.is_none() && !matches!(read.access, Access::First)
}

/// Partitions in which a range with these rows lies.
fn span(rows: f64, all: f64, partitions: f64) -> f64 {
    let per_partition = (all / partitions).max(1.0);
    1.0 + (rows - 1.0).max(0.0) / per_partition
}

/// Returns the positions of the bits.
pub(super) fn columns(bits: u128) -> impl Iterator<Item = usize> {
    (0..128).filter(move |at| bits & 1 << at != 0)
}

fn of_key(draft: &Draft<'_>) -> u128 {
    draft.key.iter().fold(0, |bits, &column| bits | 1 << column)
}

/// Cost of the rows that a query writes row by row, one for each target unless the text shows more.
pub(super) fn of_targets(
    facts: &Facts,
    tables: &[(&Draft<'_>, &Statistics)],
    find: &dyn Fn(&str) -> Option<usize>,
    rows: f64,
) -> Cost {
    let mut cost = Cost::default();
    for target in &facts.targets {
        let Some(&(draft, statistics)) = find(&target.table.path.name).and_then(|number| tables.get(number)) else {
            continue;
        };
        let count = if target.are_given { LISTED } else { rows.max(1.0) };
        let position = |name: &str| draft.columns.iter().position(|column| column.name == name);
        let set = target.columns.as_ref().map_or(u128::MAX, |columns| {
            columns.iter().filter_map(|column| position(&column.name)).fold(0, |bits, at| bits | 1 << at)
        });
        match target.verb {
            Verb::Insert(_) => {
                let key = of_key(draft);
                let writes = |index: &&DraftIndex| {
                    // An UPSERT of some columns leaves the other indexes as they are; one on the key gets each new row.
                    let own = || index.on.iter().chain(&index.cover).filter(|at| key & 1 << **at == 0);
                    own().next().is_none() || own().any(|at| set & 1 << *at != 0)
                };
                let indexes: Vec<&DraftIndex> = draft.indexes.iter().filter(writes).collect();
                cost.writes += count * (1.0 + indexes.len() as f64);
                let ends = std::iter::once(None).chain(indexes.into_iter().map(Some));
                cost.hot += count * ends.map(|index| statistics.hot_share(draft, index)).sum::<f64>();
            }
            Verb::UpdateOn => cost.add(of_update(draft, statistics, set & !of_key(draft)).times(count)),
            Verb::DeleteOn => cost.add(of_delete(draft).times(count)),
        }
    }
    cost
}
