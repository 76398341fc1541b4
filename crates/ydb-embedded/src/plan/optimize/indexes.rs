//! Chooses a secondary index for a read that names none.
//!
//! For each read of a row table that has a condition, YDB checks whether an index suits the read better than the table
//! (`kqp_opt_log_ranges_predext.cpp`). YDB does not count rows: it compares how many columns of each key the condition
//! fixes.
//!
//! ```text
//! PRIMARY KEY (hash, id), INDEX by_customer ON (customer)
//!
//! WHERE customer = $c                      by_customer: its key is (customer, hash, id), one column is fixed, and of
//!                                          the table's key none
//! WHERE hash = $h AND id = $i              the table: its whole key is fixed, so no index is asked
//! WHERE hash = $h AND customer = $c        by_customer: two columns are fixed, and of the table's key one
//! ```
//!
//! Each key has a [`Rank`], and the greatest rank wins. The table wins a tie; among indexes, the first one by name wins
//! (according to a comment in `LookupJoinByIndexWithConstPrefix`). Without a condition an index is read for ORDER BY
//! with LIMIT, if the index's key begins with that order and the table's key does not.
//!
//! A read with `VIEW`, a read whose rows are looked up for a join, and the reads of UPDATE and DELETE never choose an
//! index.

use std::sync::Arc;

use crate::catalog::{Index, IndexKind, Store, Table};
use crate::exec::{Rel, RelKind, Scan, Sort};
use crate::expr::ExprKind;
use crate::plan::access;
use crate::plan::extract::Extraction;

/// Suitability of a key for a read. Ranks compare field by field in this order; greater is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    /// `true` if the rows come in the wanted order and the key ranges imply the whole condition.
    is_sorted: bool,
    /// `true` if all columns of the key have single values. Up to 25.1 YDB counted only the columns that the index
    /// names; since then it also counts the primary key columns that follow them (`descriptionKeyColumns` of `calcKey`
    /// there, `keyLen` of `ScoreKeyOrder` in `rbo/kqp_rbo_range_extraction.cpp`).
    is_point: bool,
    /// Number of leading columns that have single values, if not all do.
    points: usize,
    /// `true` if all columns of the key have conditions.
    is_used: bool,
    /// Number of leading columns that have conditions, if not all do.
    used: usize,
    /// `true` if no further column has to be looked up in the table.
    is_covering: bool,
}

/// Chooses an index for each read that may use one. The scans must already know their needed columns.
pub(super) fn choose(rel: &mut Rel) {
    match &mut rel.kind {
        RelKind::Scan(scan) => choose_for(scan, None),
        RelKind::Sort { input, sort } => match &mut input.kind {
            RelKind::Scan(scan) => choose_for(scan, Some(sort)),
            _ => choose(input),
        },
        RelKind::Join(join) => {
            choose(&mut join.first);
            let whole = join.joined.iter_mut().filter(|(joined, _)| !joined.is_lookup());
            whole.for_each(|(_, right)| choose(right));
        }
        _ => rel.for_each_input_mut(&mut choose),
    }
}

/// Makes a scan read the index that suits it best, if that index is better than the table.
fn choose_for(scan: &mut Arc<Scan>, sort: Option<&Sort>) {
    let table = Arc::clone(&scan.table);
    if !scan.chooses || table.store == Store::Column {
        return;
    }
    let is_candidate = |index: &&Index| {
        index.is_ready()
            && index.kind != IndexKind::GlobalAsync
            // An index whose key begins with the table's key, or the other way round, has the table's order.
            && !positions(scan, &index.table).iter().zip(&table.key).all(|(a, b)| a == b)
    };
    let mut candidates: Vec<&Index> = table.indexes.iter().filter(is_candidate).collect();
    candidates.sort_by(|a, b| a.name.cmp(&b.name));
    let chosen = match (&scan.predicate, sort) {
        (Some(_), _) => {
            let of_table = rank(scan, &table, sort);
            if of_table.is_point {
                return;
            }
            let mut best = of_table;
            let mut chosen = None;
            for index in candidates {
                let rank = rank(scan, &index.table, sort);
                if rank > best {
                    (best, chosen) = (rank, Some(&index.table));
                }
            }
            chosen
        }
        (None, Some(sort)) if sort.top.is_some() && is_one_way(sort) && !is_order(scan, &table, sort, 0) => {
            let mut suited = candidates.iter().map(|index| &index.table).filter(|index| is_order(scan, index, sort, 0));
            let first = suited.next();
            // UNVERIFIED: which one YDB reads if several indexes have the order.
            first.map(|first| {
                if covers(scan, first) { first } else { suited.find(|index| covers(scan, index)).unwrap_or(first) }
            })
        }
        _ => None,
    };
    if let Some(index) = chosen.map(Arc::clone) {
        read(Arc::make_mut(scan), index);
    }
}

/// Makes a scan read an index instead of the table.
fn read(scan: &mut Scan, index: Arc<Table>) {
    scan.index = Some(index);
    scan.access = match &scan.predicate {
        Some(predicate) => access::of(scan.read_table(), &scan.key_positions(), predicate),
        None => crate::exec::KeyAccess::all(scan.read_table()),
    };
}

/// Returns the rank of a table's or an index's key for a read with a condition.
fn rank(scan: &Scan, read: &Table, sort: Option<&Sort>) -> Rank {
    let key = positions(scan, read);
    let extraction = scan.predicate.as_ref().and_then(|predicate| Extraction::of(&key, predicate));
    let (points, used) = extraction.as_ref().map_or((0, 0), |extraction| (extraction.points, extraction.used));
    let (is_point, is_used) = (points >= key.len(), used >= key.len());
    let is_sorted = sort.zip(extraction.as_ref()).is_some_and(|(sort, extraction)| {
        let fixed = if extraction.ranges == Some(1) { points } else { 0 };
        extraction.rest.is_empty() && is_one_way(sort) && is_order(scan, read, sort, fixed)
    });
    Rank {
        is_sorted,
        is_point,
        points: if is_point { 0 } else { points },
        is_used,
        used: if is_used { 0 } else { used },
        is_covering: covers(scan, read),
    }
}

/// Returns `true` if a table or an index has all columns that a scan needs.
fn covers(scan: &Scan, read: &Table) -> bool {
    scan.needed.iter().all(|&column| read.column(&scan.table.columns[column].name).is_some())
}

fn is_one_way(sort: &Sort) -> bool {
    sort.keys.iter().all(|(_, descending)| sort.keys.first().is_some_and(|(_, first)| descending == first))
}

/// Returns `true` if rows in key order are also in the order of a sort. The first `fixed` columns of the key have
/// single values.
fn is_order(scan: &Scan, read: &Table, sort: &Sort, fixed: usize) -> bool {
    let key = positions(scan, read);
    let mut next = fixed;
    for (expr, _) in &sort.keys {
        let ExprKind::Column(column) = expr.kind else { return false };
        match key.iter().position(|own| *own == column) {
            Some(place) if place < fixed => {}
            Some(place) if place == next => next += 1,
            _ => return false,
        }
    }
    true
}

/// Returns the positions of a table's or an index's key columns in the scan's rows. The scan's rows have the columns of
/// the main table.
fn positions(scan: &Scan, read: &Table) -> Vec<usize> {
    let position = |&column: &usize| scan.table.column(&read.columns[column].name).unwrap_or(usize::MAX);
    read.key.iter().map(position).collect()
}
