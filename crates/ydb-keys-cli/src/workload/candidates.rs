//! Candidates: changes of a table that its queries wish for.
//!
//! The best order of a key is the same for a table and an index: columns that have values, then the column with a
//! bound or the columns of ORDER BY. Columns with values come first that most queries give, so that one key serves
//! several queries.

use std::collections::{BTreeMap, BTreeSet};

use ydb_keys::schema::IndexKind;

use super::draft::{Change, Draft, may_be_indexed};
use super::statistics::Statistics;

/// What a read of a table needs: columns by their positions.
#[derive(Clone, Debug, Default)]
pub(super) struct Wish {
    pub(super) fixed: BTreeSet<usize>,
    pub(super) bounded: BTreeSet<usize>,
    pub(super) order: Vec<usize>,
    /// All columns that the query names.
    pub(super) named: BTreeSet<usize>,
    /// Index that is read now, and `true` if the table's rows are looked up.
    pub(super) index: Option<String>,
    pub(super) looks_up: bool,
    /// `true` if an index can help: the rows are not changed.
    pub(super) is_select: bool,
    /// Columns that an UPDATE sets.
    pub(super) set: BTreeSet<usize>,
    /// Cost of all runs in a second.
    pub(super) weight: f64,
}

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
pub(super) fn candidates(draft: &Draft<'_>, statistics: &Statistics, wishes: &[Wish]) -> Vec<Change> {
    let mut all = Vec::new();
    for index in &draft.indexes {
        if index.kind != IndexKind::Unique {
            all.push(Change::DropIndex { index: index.name.clone() });
        }
    }
    let mut wanted = BTreeSet::new();
    for wish in wishes {
        wanted.extend(orders(draft, statistics, wish, wishes).into_iter().map(|order| (order, wish.is_select)));
    }
    let set: BTreeSet<usize> = wishes.iter().flat_map(|wish| &wish.set).copied().collect();
    for (order, is_select) in &wanted {
        if *is_select {
            indexes(draft, statistics, order, wishes, &mut all);
        }
        keys(draft, statistics, order, &set, &mut all);
    }
    covers(draft, wishes, &mut all);
    let mut unique: Vec<Change> = Vec::new();
    all.into_iter().for_each(|change| {
        if !unique.contains(&change) {
            unique.push(change);
        }
    });
    unique
}

/// Returns the orders of a key that serve a read: with the columns that have values, and each end.
fn orders(draft: &Draft<'_>, statistics: &Statistics, wish: &Wish, all: &[Wish]) -> Vec<Wanted> {
    let mut popular: BTreeMap<usize, f64> = BTreeMap::new();
    for other in all {
        other
            .fixed
            .iter()
            .for_each(|&column| *popular.entry(column).or_default() += other.weight.max(f64::MIN_POSITIVE));
    }
    let usable = |column: &usize| draft.columns.get(*column).is_some_and(|column| may_be_indexed(column.ty));
    let mut fixed: Vec<usize> = wish.fixed.iter().copied().filter(usable).collect();
    // Columns that more reads give come first, and then those with more values.
    let rank = |column: &usize| (popular.get(column).copied().unwrap_or(0.0), statistics.distinct(draft, *column));
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
    for first in [fixed, by_values] {
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

/// Adds the indexes with an order: without further columns, and with those of each read that it serves.
fn indexes(draft: &Draft<'_>, statistics: &Statistics, order: &Wanted, wishes: &[Wish], all: &mut Vec<Change>) {
    let is_key = draft.hash.is_none() && draft.key.starts_with(&order.on);
    let is_there = draft.indexes.iter().any(|index| index.hash.is_none() && index.on.starts_with(&order.on));
    let is_hot = order.on.first().is_some_and(|&first| statistics.grows(draft, first));
    if is_key || is_hot {
        return;
    }
    let mut covers: BTreeSet<Vec<usize>> = BTreeSet::from([Vec::new()]);
    for wish in
        wishes.iter().filter(|wish| wish.is_select && order.on[..order.fixed].iter().all(|at| wish.fixed.contains(at)))
    {
        let is_elsewhere = |column: &usize| !order.on.contains(column) && !draft.key.contains(column);
        let cover: Vec<usize> = wish.named.iter().copied().filter(is_elsewhere).collect();
        if cover.len() <= COVERED && cover.iter().all(|&column| column < draft.columns.len()) {
            covers.insert(cover);
        }
    }
    for cover in covers {
        for index in draft.indexes.iter().filter(|index| index.kind == IndexKind::Sync) {
            let is_alike = index.hash.is_none() && index.on.iter().any(|column| order.on.contains(column));
            if is_alike && index.on != order.on {
                // Columns that the index holds remain in it, and those by which it is sorted if they are of use.
                for had in [index.cover.clone(), index.cover.iter().chain(&index.on).copied().collect()] {
                    let mut cover = cover.clone();
                    cover.extend(had.into_iter().filter(|at| !order.on.contains(at) && !draft.key.contains(at)));
                    cover.sort_unstable();
                    cover.dedup();
                    all.push(Change::ReplaceIndex { index: index.name.clone(), on: order.on.clone(), cover });
                }
            }
        }
        if !is_there {
            all.push(Change::AddIndex { on: order.on.clone(), cover });
        }
    }
}

/// Adds the columns that reads look up in the table to the indexes that they read.
fn covers(draft: &Draft<'_>, wishes: &[Wish], all: &mut Vec<Change>) {
    for wish in wishes.iter().filter(|wish| wish.looks_up) {
        let Some(index) = wish.index.as_deref().and_then(|name| draft.index(name)) else { continue };
        let has =
            |column: &usize| index.on.contains(column) || index.cover.contains(column) || draft.key.contains(column);
        let cover: Vec<usize> = wish.named.iter().copied().filter(|column| !has(column)).collect();
        let are_plain = cover.iter().all(|&column| column < draft.columns.len());
        if !cover.is_empty() && cover.len() <= COVERED && are_plain {
            all.push(Change::Cover { index: index.name.clone(), cover });
        }
    }
}

/// Adds the primary keys that begin with an order: as it is, behind a hash of the columns with values, and behind a
/// bucket. A column that an UPDATE sets cannot be in a key.
fn keys(draft: &Draft<'_>, statistics: &Statistics, order: &Wanted, set: &BTreeSet<usize>, all: &mut Vec<Change>) {
    let mut key = order.on.clone();
    key.extend(draft.key.iter().filter(|column| !order.on.contains(column)));
    if !key.iter().all(|column| draft.may_be_key(*column) && !set.contains(column)) {
        return;
    }
    let Some(&first) = key.first() else { return };
    let grows = statistics.grows(draft, first);
    // Nothing says whether numbers are spread, unless the table begins with them already.
    let is_spread = draft.columns[first].dispersed
        || !draft.columns[first].ty.is_number()
        || draft.hash.is_none() && draft.key.first() == Some(&first);
    if !grows && is_spread && statistics.distinct(draft, first) >= SPREAD {
        all.push(Change::Key { hash: None, key: key.clone() });
    }
    for count in [order.fixed, 1.min(order.fixed)] {
        let inputs = key[..count].to_vec();
        if !inputs.is_empty() {
            all.push(Change::Key { hash: Some((inputs, None)), key: key.clone() });
        }
    }
    if let (Some(&last), true) = (draft.key.last(), grows) {
        all.push(Change::Key { hash: Some((vec![last], Some(BUCKETS))), key: key.clone() });
    }
    if let Some(hash) = &draft.hash {
        all.push(Change::Key { hash: Some((hash.inputs.clone(), hash.buckets)), key });
    }
}
