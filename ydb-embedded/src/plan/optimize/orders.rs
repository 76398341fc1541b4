//! An ORDER BY along the key needs no sort, and a LIMIT reaches the scan below it.

use std::sync::Arc;

use crate::exec::{Rel, RelKind};
use crate::expr::{Expr, ExprKind};

/// Drops each sort that follows the key of the scan below.
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
        let Some(ordinal) = positions.iter().position(|&own| own == position) else { return };
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
        && let (Some(limit), None) = (&limit.limit, &limit.offset)
    {
        hint(input, limit);
    }
}

fn hint(rel: &mut Rel, limit: &Expr) {
    match &mut rel.kind {
        RelKind::Scan(scan) => Arc::make_mut(scan).hint = Some(limit.clone()),
        RelKind::Project { input, .. } | RelKind::Filter { input, .. } => hint(input, limit),
        RelKind::Union(inputs) => inputs.iter_mut().for_each(|input| hint(input, limit)),
        _ => {}
    }
}
