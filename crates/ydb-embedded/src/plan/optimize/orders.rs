//! An ORDER BY along the key needs no sort, and a LIMIT reaches the scan below it, through projections and unions.

use std::sync::Arc;

use crate::exec::{Limit, Rel, RelKind, Sort};
use crate::expr::{Expr, ExprKind};

/// Puts each sort below the projections that pass its keys through, so that it meets the scan. Of each input of a union
/// only the first rows are wanted where the union's are limited; the sort of all stays above.
pub(super) fn sink(rel: &mut Rel) {
    rel.for_each_input_mut(&mut sink);
    let RelKind::Sort { input, sort } = &mut rel.kind else { return };
    match &mut input.kind {
        RelKind::Project { exprs, .. } => {
            let through = |column: usize| match exprs.get(column).map(|expr| &expr.kind) {
                Some(ExprKind::Column(below)) => Some(*below),
                _ => None,
            };
            let passes = |key: &Expr| key.columns().iter().all(|&column| through(column).is_some());
            if !sort.keys.iter().all(|(key, _)| passes(key)) {
                return;
            }
            let mut sunk = Sort::clone(sort);
            for (key, _) in &mut sunk.keys {
                key.map_columns(&mut |column| through(column).unwrap_or(column));
            }
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

/// Puts a sort on rows, as far down as it goes.
fn put(input: &mut Rel, sort: Arc<Sort>) {
    let below = Box::new(std::mem::take(input));
    *input = Rel { columns: below.columns.clone(), kind: RelKind::Sort { input: below, sort } };
    sink(input);
}

/// Drops each sort that follows the key of the scan below. What comes after the whole key decides nothing, because no two
/// rows have one key; but it must be a column of what is read (`IndexTopSortPushDown`).
pub(super) fn drop_sorts(rel: &mut Rel) {
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

/// Tells the scan below a LIMIT how many rows are wanted.
pub(super) fn pass_limits(rel: &mut Rel) {
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
