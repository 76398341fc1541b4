//! Moves work towards the tables: conditions become key ranges, joins become lookups, and orders and limits go into
//! reads.
//!
//! The planner turns a query into operators one to one. These passes then rewrite the tree without changing its rows:
//!
//! ```text
//! SELECT v FROM t WHERE k > 1 AND w = 2 ORDER BY k LIMIT 3      -- the key of t is k
//!
//! Limit 3                              Limit 3
//!   Project v                            Project v
//!     Sort k                    =>         Scan t: keys (1, +inf), where k > 1 AND w = 2,
//!       Filter k > 1 AND w = 2                     3 rows wanted, columns k, v, w
//!         Scan t
//! ```
//!
//! 1. [`filters`] pushes each condition down to the scan whose columns it names, and the scan makes key ranges of it
//!    ([`KeyAccess`](crate::exec::KeyAccess)). The scan still checks the condition on every row, because the ranges may
//!    contain more rows.
//! 2. [`lookups::lift`] removes projections that only pick columns from between joins and scans.
//! 3. [`lookups::choose`] finds the joins that need not read one of their tables: if the other side gives the leading
//!    columns of the table's key, its rows are looked up.
//! 4. [`sink`] moves each sort as near to its scan as possible.
//! 5. [`narrow`] tells each scan which columns are used; the scan decodes no others.
//! 6. [`indexes`] lets each scan that names no index choose one, as YDB does.
//! 7. [`drop_sorts`] drops a sort if the scan below can return rows in that order, and [`pass_limits`] passes a LIMIT
//!    to the scan, so that the scan does not read ahead. Then [`narrow`] runs again, because the sort may have been the
//!    only use of a column.
//! 8. [`leave_out`] removes projections that return their rows unchanged, as in `SELECT *`.

mod filters;
mod indexes;
mod lookups;

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::exec::{Limit, Rel, RelKind, Sort};
use crate::expr::{Expr, ExprKind};
use crate::types::Value;

pub(super) fn run(mut rel: Rel) -> Rel {
    filters::push_down(&mut rel);
    lookups::lift(&mut rel);
    lookups::choose(&mut rel);
    sink(&mut rel);
    let all: BTreeSet<usize> = (0..rel.columns.len()).collect();
    narrow(&mut rel, &all);
    indexes::choose(&mut rel);
    drop_sorts(&mut rel);
    pass_limits(&mut rel);
    narrow(&mut rel, &all);
    leave_out(&mut rel);
    rel
}

/// Moves each sort below the projections that pass its keys through, so that it reaches the scan. If a union's rows are
/// limited, each input of the union gets a sort and the limit as well; the sort of the whole union stays above.
fn sink(rel: &mut Rel) {
    rel.for_each_input_mut(&mut sink);
    let RelKind::Sort { input, sort } = &mut rel.kind else { return };
    match &mut input.kind {
        RelKind::Project { exprs, .. } => {
            let through = |column: usize| match exprs.get(column).map(|expr| &expr.kind) {
                Some(ExprKind::Column(below)) => Some(*below),
                _ => None,
            };
            let keys = sort.keys.iter().map(|(key, descending)| Some((key.over(through)?, *descending)));
            let Some(keys) = keys.collect() else { return };
            let sunk = Sort { keys, top: sort.top.clone() };
            let mut projected = std::mem::take(&mut **input);
            if let RelKind::Project { input, .. } = &mut projected.kind {
                put(input, Arc::new(sunk));
            }
            *rel = projected;
        }
        RelKind::Union { inputs, is_shared: false } => {
            let Some(top) = &sort.top else { return };
            for input in inputs {
                put(input, Arc::clone(sort));
                let sorted = Box::new(std::mem::take(input));
                let limit = Arc::new(top.with_skipped());
                *input = Rel { columns: sorted.columns.clone(), kind: RelKind::Limit { input: sorted, limit } };
            }
        }
        _ => {}
    }
}

/// Adds a sort to rows, as far down as it can go.
fn put(input: &mut Rel, sort: Arc<Sort>) {
    let below = Box::new(std::mem::take(input));
    *input = Rel { columns: below.columns.clone(), kind: RelKind::Sort { input: below, sort } };
    sink(input);
}

/// Drops each sort that follows the key of the scan below. Sort keys after the whole table key change nothing, because
/// no two rows have the same key; but they must be columns of what is read (`IndexTopSortPushDown`).
fn drop_sorts(rel: &mut Rel) {
    rel.for_each_input_mut(&mut drop_sorts);
    let RelKind::Sort { input, sort } = &mut rel.kind else { return };
    let RelKind::Scan(scan) = &mut input.kind else { return };
    let Some(&(_, descending)) = sort.keys.first() else { return };
    if sort.keys.iter().any(|(_, other)| *other != descending) {
        return;
    }
    let positions = scan.key_positions();
    let mut next = 0;
    for (key, _) in &sort.keys {
        let ExprKind::Column(position) = key.kind else { return };
        let Some(ordinal) = positions.iter().position(|&own| own == position) else {
            let is_whole = (next..positions.len()).all(|ordinal| scan.access.is_fixed(ordinal));
            let name = scan.table.columns.get(position).map(|column| &column.name);
            if is_whole && name.is_some_and(|name| scan.read_table().column(name).is_some()) {
                continue;
            }
            return;
        };
        if scan.access.is_fixed(ordinal) {
            continue;
        }
        while next < positions.len() && next != ordinal && scan.access.is_fixed(next) {
            next += 1;
        }
        if next != ordinal {
            return;
        }
        next += 1;
    }
    Arc::make_mut(scan).descending = descending;
    *rel = std::mem::take(input);
}

/// Tells a scan below a LIMIT how many rows are wanted.
fn pass_limits(rel: &mut Rel) {
    rel.for_each_input_mut(&mut pass_limits);
    if let RelKind::Limit { input, limit } = &mut rel.kind
        && limit.limit.is_some()
    {
        hint(input, limit);
    }
}

fn hint(rel: &mut Rel, limit: &Arc<Limit>) {
    match &mut rel.kind {
        RelKind::Scan(scan) => Arc::make_mut(scan).hint = Some(Arc::clone(limit)),
        RelKind::Project { input, .. } | RelKind::Filter { input, .. } => hint(input, limit),
        RelKind::Union { inputs, .. } => inputs.iter_mut().for_each(|input| hint(input, limit)),
        _ => {}
    }
}

/// Passes the wanted columns down to each scan.
fn narrow(rel: &mut Rel, wanted: &BTreeSet<usize>) {
    match &mut rel.kind {
        RelKind::Unit | RelKind::Values(_) | RelKind::AsTable(_) | RelKind::SysView(_) => {}
        RelKind::Scan(scan) => {
            let mut needed = wanted.clone();
            if let Some(predicate) = &scan.predicate {
                needed.extend(predicate.columns());
            }
            Arc::make_mut(scan).needed = needed.into_iter().collect();
        }
        RelKind::Filter { input, predicate } => {
            let mut wanted = wanted.clone();
            wanted.extend(predicate.columns());
            narrow(input, &wanted);
        }
        RelKind::Project { input, exprs } => {
            // A column that is not wanted is not computed, because its inputs may not have been read.
            for (_, expr) in Arc::make_mut(exprs).iter_mut().enumerate().filter(|(column, _)| !wanted.contains(column))
            {
                *expr = Expr::constant(expr.ty.clone(), expr.at, Value::Null);
            }
            let used = exprs.iter().flat_map(Expr::columns).collect();
            narrow(input, &used);
        }
        RelKind::Join(join) => {
            let mut left = wanted.clone();
            for (joined, right_side) in join.joined.iter_mut().rev() {
                left.extend(joined.filter.iter().flat_map(Expr::columns));
                let kept = joined.kept();
                let mut right: BTreeSet<usize> = left.split_off(&kept).iter().map(|column| column - kept).collect();
                for (a, b) in &joined.equal {
                    left.extend(a.columns());
                    right.extend(b.columns());
                }
                narrow(right_side, &right);
            }
            narrow(&mut join.first, &left);
        }
        RelKind::Group { input, group } => {
            let args = group.aggregates.iter().flat_map(|call| &call.args);
            let used = group.keys.iter().chain(args).flat_map(Expr::columns).collect();
            narrow(input, &used);
        }
        RelKind::Window { input, windows } => {
            let width = input.columns.len();
            let mut used: BTreeSet<usize> = wanted.iter().copied().filter(|&column| column < width).collect();
            for window in windows.iter() {
                let args = window.calls.iter().flat_map(|call| &call.args);
                let keys = window.partition.iter().chain(window.order.iter().map(|(key, _)| key));
                used.extend(keys.chain(args).flat_map(Expr::columns));
            }
            narrow(input, &used);
        }
        RelKind::Distinct(input) => {
            let all = (0..input.columns.len()).collect();
            narrow(input, &all);
        }
        RelKind::Flatten { input, containers } => {
            let mut wanted = wanted.clone();
            wanted.extend(containers.iter().map(|container| container.column));
            narrow(input, &wanted);
        }
        RelKind::Sort { input, sort } => {
            let mut wanted = wanted.clone();
            wanted.extend(sort.keys.iter().flat_map(|(key, _)| key.columns()));
            narrow(input, &wanted);
        }
        RelKind::Limit { input, .. } => narrow(input, wanted),
        RelKind::Union { inputs, .. } => inputs.iter_mut().for_each(|input| narrow(input, wanted)),
    }
}

/// Replaces each projection that only copies rows with the operator below it. The names of the columns stay.
fn leave_out(rel: &mut Rel) {
    rel.for_each_input_mut(&mut leave_out);
    let RelKind::Project { input, exprs } = &mut rel.kind else { return };
    let same = |(position, kind): (usize, &ExprKind)| matches!(kind, ExprKind::Column(column) if *column == position);
    if exprs.len() == input.columns.len() && exprs.iter().map(|expr| &expr.kind).enumerate().all(same) {
        rel.kind = std::mem::take(&mut input.kind);
    }
}
