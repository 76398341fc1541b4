//! Candidates: changes of a table that its queries wish for.
//!
//! The best order of a key is the same for a table and an index: columns that have values, then the column with a
//! bound or the columns of ORDER BY. Columns with values come first that most queries give, so that one key serves
//! several queries.

use std::collections::{BTreeMap, BTreeSet};

use ydb_keys::schema::{IndexKind, Store};

use super::draft::{Change, Draft};
use super::statistics::Statistics;

/// Needs of a read of a table: columns by their positions.
#[derive(Clone, Debug, Default)]
pub(super) struct Wish {
    pub(super) fixed: BTreeSet<usize>,
    pub(super) bounded: BTreeSet<usize>,
    pub(super) order: Vec<usize>,
    /// All columns that the query names.
    pub(super) named: BTreeSet<usize>,
    /// `true` if an index can help: the rows are not changed.
    pub(super) is_select: bool,
    /// Columns that an UPDATE or an UPSERT sets.
    pub(super) set: BTreeSet<usize>,
    /// Cost of all runs in a second.
    pub(super) weight: f64,
}

/// Most reads of a table from which candidates are made: those that cost most.
const READS: usize = 16;

/// Most sets of columns that an index on the same columns is tried with.
const SERVED: usize = 4;

/// Most columns that a new index covers.
const COVERED: usize = 8;

/// Buckets of a new key.
const BUCKETS: u32 = 16;

/// Fewest different values of a column that may lead a key without a hash.
const SPREAD: f64 = 32.0;

/// Columns of a key in their order. The first ones have values in the query.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Wanted {
    on: Vec<usize>,
    fixed: usize,
}

/// Lists the changes of a table that could serve the reads.
pub(super) fn candidates(draft: &Draft<'_>, statistics: &Statistics, wishes: &[Wish]) -> BTreeSet<Change> {
    let mut all = BTreeSet::new();
    if draft.of.store == Store::Column {
        return all;
    }
    for index in &draft.indexes {
        if index.kind != IndexKind::Unique {
            all.insert(Change::Index { old: Some(index.name.clone()), new: None });
        }
    }
    let mut wishes: Vec<Wish> = wishes.to_vec();
    wishes.sort_by(|one, other| other.weight.total_cmp(&one.weight));
    let set: BTreeSet<usize> = wishes.iter().flat_map(|wish| &wish.set).copied().collect();
    wishes.truncate(READS);
    let (mut wanted, wishes) = (BTreeSet::new(), &wishes);
    for wish in wishes {
        wanted.extend(orders(draft, statistics, wish, wishes).into_iter().map(|order| (order, wish.is_select)));
    }
    let there = draft.indexes.iter().map(|index| (Wanted { on: index.on.clone(), fixed: 1.min(index.on.len()) }, true));
    wanted.extend(there);
    for (order, is_select) in &wanted {
        if *is_select {
            indexes(draft, statistics, order, wishes, &mut all);
        }
        keys(draft, statistics, order, &set, &mut all);
    }
    all
}

/// Returns the orders of a key that serve a read: with the columns that have values, and each end.
fn orders(draft: &Draft<'_>, statistics: &Statistics, wish: &Wish, all: &[Wish]) -> Vec<Wanted> {
    let mut popular: BTreeMap<usize, f64> = BTreeMap::new();
    for other in all {
        for &column in &other.fixed {
            *popular.entry(column).or_default() += other.weight.max(f64::MIN_POSITIVE);
        }
    }
    let usable = |column: &usize| draft.columns.get(*column).is_some_and(|column| column.ty.is_row_key());
    let mut fixed: Vec<usize> = wish.fixed.iter().copied().filter(usable).collect();
    // Columns that more reads give come first, and then those with more values.
    let rank = |column: &usize| (popular.get(column).copied().unwrap_or(0.0), statistics.distinct(draft, *column));
    // A growing value leads nothing, if another column can.
    let grows = |column: &usize| statistics.grows(draft, *column);
    fixed.sort_by(|one, other| rank(other).partial_cmp(&rank(one)).unwrap_or(std::cmp::Ordering::Equal));
    let by_values = {
        let mut by = fixed.clone();
        by.sort_by(|one, other| statistics.distinct(draft, *other).total_cmp(&statistics.distinct(draft, *one)));
        by
    };

    let mut ends: Vec<Vec<usize>> = vec![Vec::new()];
    ends.extend(wish.bounded.iter().filter(|column| usable(column)).map(|&column| vec![column]));
    if wish.order.iter().all(usable) {
        ends.push(wish.order.clone());
    }
    let mut found = Vec::new();
    for mut first in [fixed, by_values] {
        first.sort_by_key(grows);
        // Fewer columns with values serve other reads, too.
        for count in [first.len(), 1.min(first.len())] {
            for end in &ends {
                let mut on = first[..count].to_vec();
                end.iter().for_each(|column| {
                    if !on.contains(column) {
                        on.push(*column);
                    }
                });
                if !on.is_empty() {
                    found.push(Wanted { on, fixed: count });
                }
            }
        }
    }
    found
}

/// Adds the indexes with an order: without further columns, and with those of each read that it serves. An index that is
/// there is changed to that, and keeps what it covers; also those columns by which it was sorted, if they are of use.
fn indexes(draft: &Draft<'_>, statistics: &Statistics, order: &Wanted, wishes: &[Wish], all: &mut BTreeSet<Change>) {
    let is_there = draft.indexes.iter().any(|index| index.hash.is_none() && index.on.starts_with(&order.on));
    let is_own = draft.hash.is_none() && draft.key.starts_with(&order.on);
    let is_hot = |&first: &usize| statistics.grows(draft, first) || draft.columns[first].is_low_cardinality();
    if is_own || order.on.first().is_some_and(is_hot) {
        return;
    }
    let is_elsewhere = |at: &usize| !order.on.contains(at) && !draft.key.contains(at) && *at < draft.columns.len();
    let served =
        wishes.iter().filter(|wish| wish.is_select && order.on[..order.fixed].iter().all(|at| wish.fixed.contains(at)));
    let covers = served.map(|wish| wish.named.iter().copied().filter(is_elsewhere).collect::<BTreeSet<usize>>());
    let covers: BTreeSet<BTreeSet<usize>> =
        covers.filter(|cover| cover.len() <= COVERED).take(SERVED).chain([BTreeSet::new()]).collect();
    for cover in covers {
        for index in draft.indexes.iter().filter(|index| index.kind != IndexKind::Unique || index.on == order.on) {
            if index.hash.is_some() != (index.hash.is_some() && index.on == order.on)
                || !index.on.iter().any(|at| order.on.contains(at))
            {
                continue;
            }
            for had in [&[][..], &index.on] {
                let had = index.cover.iter().chain(had).copied().filter(is_elsewhere);
                let cover: Vec<usize> = cover.iter().copied().chain(had).collect::<BTreeSet<_>>().into_iter().collect();
                if (&index.on, index.cover.len()) != (&order.on, cover.len()) {
                    all.insert(Change::Index { old: Some(index.name.clone()), new: Some((order.on.clone(), cover)) });
                }
            }
        }
        if !is_there {
            all.insert(Change::Index { old: None, new: Some((order.on.clone(), cover.into_iter().collect())) });
        }
    }
}

/// Adds the primary keys that begin with an order: without a computed column, with a hash of the columns that have
/// values, and with a bucket. A column that an UPDATE sets cannot be in a key; nor one that an UPSERT sets, unless it was
/// in the key: a row with another value would be another row.
fn keys(draft: &Draft<'_>, statistics: &Statistics, order: &Wanted, set: &BTreeSet<usize>, all: &mut BTreeSet<Change>) {
    let mut key = order.on.clone();
    key.extend(draft.key.iter().filter(|column| !order.on.contains(column)));
    let is_new = |column: &usize| !draft.key.contains(column);
    if !key.iter().all(|column| draft.may_be_key(*column) && !(is_new(column) && set.contains(column))) {
        return;
    }
    let Some(&first) = key.first() else { return };
    let grows = statistics.grows(draft, first);
    // Nothing says whether numbers are spread, unless the table begins with them already.
    let is_spread = draft.columns[first].dispersed
        || !draft.columns[first].ty.is_number()
        || draft.hash.is_none() && draft.key.first() == Some(&first);
    if !grows && is_spread && statistics.distinct(draft, first) >= SPREAD {
        all.insert(Change::Key { hash: None, key: key.clone() });
    }
    for count in [order.fixed, 1.min(order.fixed)] {
        let inputs = key[..count].to_vec();
        // YDB assigns a serial number too late for a hash.
        let is_hashed =
            |input: &usize| !draft.columns[*input].ty.is_time() && !draft.columns[*input].is_low_cardinality();
        if inputs.iter().any(is_hashed) && !inputs.iter().any(|&input| draft.columns[input].serial) {
            all.insert(Change::Key { hash: Some((inputs, None)), key: key.clone() });
        }
    }
    // The bucket is computed from the column that tells rows apart best, or else from all of the key.
    let own = draft.key.iter().filter(|column| !draft.columns[**column].serial);
    let best = own.max_by(|one, other| statistics.equal(draft, **other).total_cmp(&statistics.equal(draft, **one)));
    if let (Some(&best), true) = (best, grows) {
        let is_spread = statistics.equal(draft, best) * f64::from(BUCKETS) < 0.1;
        let inputs = if is_spread { vec![best] } else { draft.key.clone() };
        all.insert(Change::Key { hash: Some((inputs, Some(BUCKETS))), key: key.clone() });
    }
    if let Some(hash) = &draft.hash {
        all.insert(Change::Key { hash: Some((hash.inputs.clone(), hash.buckets)), key });
    }
}
