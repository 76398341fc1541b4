//! A projection that gives its rows as they are is left out.

use crate::exec::{Rel, RelKind};
use crate::expr::ExprKind;

/// Puts the operator below in the place of each projection that only copies rows. The names of the columns stay.
pub(super) fn leave_out(rel: &mut Rel) {
    rel.for_each_input_mut(&mut leave_out);
    let RelKind::Project { input, exprs } = &mut rel.kind else { return };
    let same = |(position, kind): (usize, &ExprKind)| matches!(kind, ExprKind::Column(column) if *column == position);
    if exprs.len() == input.columns.len() && exprs.iter().map(|expr| &expr.kind).enumerate().all(same) {
        rel.kind = std::mem::take(&mut input.kind);
    }
}
