//! Moves work towards the tables: conditions into key ranges, joins into lookups, orders and limits into reads.
//!
//! The planner turns a query into operators one to one. These passes then rewrite the tree, and leave its rows as
//! they are:
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
//!    ([`Access`](crate::exec::Access)). The scan checks the condition on every row as well: the ranges may hold
//!    more.
//! 2. [`flatten`] takes projections that only pick columns from between joins and scans.
//! 3. [`lookups`] finds the joins that need not read one of their tables: if the other side gives the leading
//!    columns of its key, the rows are looked up.
//! 4. [`orders`] puts each sort as near to its scan as it can be.
//! 5. [`columns`] tells each scan which columns anybody uses; it decodes no others.
//! 6. [`indexes`] lets each scan that names no index choose one, as YDB does.
//! 7. [`orders`] drops a sort if the scan below can give that order, and passes a LIMIT to the scan, so that it does
//!    not read ahead; then [`columns`] looks again, because the sort may have been the only use of a column.
//! 8. [`copies`] leaves out the projections that give their rows as they are, as `SELECT *` does.

mod columns;
mod copies;
mod filters;
mod flatten;
mod indexes;
mod lookups;
mod orders;

use std::collections::BTreeSet;

use crate::exec::Rel;

/// Optimizes a query's operators.
pub(super) fn run(mut rel: Rel) -> Rel {
    filters::push_down(&mut rel);
    flatten::lift(&mut rel);
    lookups::choose(&mut rel);
    orders::sink(&mut rel);
    let all: BTreeSet<usize> = (0..rel.columns.len()).collect();
    columns::narrow(&mut rel, &all);
    indexes::choose(&mut rel);
    orders::drop_sorts(&mut rel);
    orders::pass_limits(&mut rel);
    columns::narrow(&mut rel, &all);
    copies::leave_out(&mut rel);
    rel
}
