//! Each scan decodes only the columns that are used.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::exec::{Rel, RelKind};
use crate::expr::Expr;
use crate::types::Value;

/// Passes the wanted columns down to each scan.
pub(super) fn narrow(rel: &mut Rel, wanted: &BTreeSet<usize>) {
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
            // A column that is not wanted is not computed, because its inputs may not be read.
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
