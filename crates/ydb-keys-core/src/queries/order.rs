//! Order in which the sources of a scope are read, which decides the access of each; faults of reads of all rows.
//!
//! A value may come from another source that is read before: `c.id = o.customer_id` fixes `c.id` once the orders are
//! known. Sources are placed one after the other, always the one that YDB finds best next. Rows that are at hand come
//! first. If every source that is left needs a full read, the one comes next that helps most of the others.

use super::access::{Access, Read, View, is_for_scans, rows};
use super::addition::Reason;
use super::facts::{Scope, SourceKind};
use super::fault::{Adds, Fault, What};
use super::key::index_hash;
use super::resolved::Resolved;
use super::{FullScan, Query};
use crate::schema::any::{HashDef, Table};
use crate::types::const_text::{any, each, same};

/// Returns the access of each source, in their order. Rows at hand are [`Access::Point`].
pub const fn accesses(scope: &Scope<'_>, adds: Adds) -> [Access; 64] {
    of_resolved(scope, &Resolved::of(scope), adds).access
}

/// Returns the access of each source by the conditions that are understood. Other conditions may only make it better.
pub fn certain_accesses(scope: &Scope<'_>, adds: Adds) -> [Access; 64] {
    let mut scope = *scope;
    scope.has_unknown = false;
    accesses(&scope, adds)
}

/// Access of each source, and the sources that are read before it.
pub(super) struct Order {
    pub(super) access: [Access; 64],
    /// Number of the index that YDB chooses, plus one; 0 if it chooses none.
    pub(super) index: [usize; 64],
    pub(super) before: [u64; 64],
}

/// Returns the access and the order of the sources, by the resolved columns.
pub(super) const fn of_resolved(scope: &Scope<'_>, columns: &Resolved, adds: Adds) -> Order {
    if columns.is_beyond {
        return Order { access: [Access::Unknown; 64], index: [0; 64], before: [0; 64] };
    }
    beginning_with(View::new(scope, columns, rows(scope), adds), None)
}

/// Returns the access and the order of the sources if this source is read first.
pub(super) const fn beginning_with(mut view: View<'_>, first: Option<usize>) -> Order {
    let scope = view.scope;
    let (mut access, mut index, mut before, count) = ([Access::Point; 64], [0; 64], [0; 64], scope.sources);
    let mut left = count - view.placed.count_ones() as usize;
    while left > 0 {
        let of_first = match first {
            Some(first) if view.placed & (1 << first) == 0 => Some((first, view.chosen(first))),
            _ => next(view, count, left),
        };
        let Some((next, found)) = of_first else { break };
        // Conditions that are not understood may decide the access.
        (access[next], index[next]) = if scope.has_unknown {
            let read = view.certainly(next);
            (read.access, read.index)
        } else {
            (found.access, found.index)
        };
        before[next] = view.placed;
        view.placed |= 1 << next;
        left -= 1;
    }
    each!(i < count, {
        if view.placed & (1 << i) == 0 {
            access[i] = Access::Unknown;
        }
    });
    Order { access, index, before }
}

/// Greatest number of sources among which the most helpful one is searched: the search takes the cube of their number.
const SEARCHED: usize = 12;

/// Returns the access of a source through an index if all other sources are read before.
pub(super) const fn through(scope: &Scope<'_>, source: usize, index: &str) -> Access {
    let (placed, columns) = (!(1 << source), &Resolved::of(scope));
    View { through: Some((source, index)), ..View::new(scope, columns, placed, Adds::Library) }.by_key(source).access
}

/// Returns `true` if YDB reads a source in a worse way because the text fixes the inputs of a computed column of its
/// key, and not the column itself.
pub(super) const fn is_without_hash(scope: &Scope<'_>, source: usize) -> bool {
    accesses(scope, Adds::Nobody)[source] as u8 > accesses(scope, Adds::Others)[source] as u8
}

/// Returns the reason why no hash follows from the values that its inputs equal, if the text shows it; with the
/// position of the input.
pub(super) const fn reason(
    scope: &Scope<'_>,
    source: usize,
    table: &Table<'_>,
    hash: &HashDef<'_>,
) -> Option<(usize, Reason)> {
    let columns = &Resolved::of(scope);
    if columns.is_beyond {
        return None;
    }
    View::new(scope, columns, !(1 << source), Adds::Library).reason(source, table, hash)
}

/// Returns `true` if the conditions fix the computed column that leads the key of a source, by its inputs or directly.
pub(super) const fn is_hash_fixed(scope: &Scope<'_>, source: usize) -> bool {
    let columns = &Resolved::of(scope);
    View::new(scope, columns, !(1 << source), Adds::Others).fixes_first(source)
}

/// Returns two accesses of a source: the best one, where all other sources are read before, and the one where none is.
/// The server chooses the order in which sources are read.
pub const fn extent(scope: &Scope<'_>, source: usize, adds: Adds) -> (Access, Access) {
    let columns = &Resolved::of(scope);
    if columns.is_beyond {
        return (Access::Unknown, Access::Unknown);
    }
    let last = View::new(scope, columns, !(1 << source), adds);
    (last.certain(source), View { placed: rows(scope), ..last }.certain(source))
}

/// Returns the table or index that YDB chooses for each source; `None` for a source where it has no choice. Where YDB
/// has a choice, the text must name what is read, so that all servers read the same.
pub fn choices<'a>(scope: &Scope<'a>, adds: Adds) -> Vec<Option<Choice<'a>>> {
    let columns = Resolved::of(scope);
    if columns.is_beyond || !scope.is_understood {
        return vec![None; scope.sources];
    }
    let order = of_resolved(scope, &columns, adds);
    let choice = |source: usize| {
        let SourceKind::Table(table, None) = scope.source(source).kind else { return None };
        let view = View::new(scope, &columns, order.before[source], adds);
        let is_ordered = scope.order().is_some_and(|(columns, is_top)| is_top && columns.left > 0);
        let is_asked = scope.conditions().left > 0 || is_ordered;
        let is_open = view.may_choose(source, table) && is_asked;
        // A whole key needs no index, and YDB chooses no index for rows that are looked up.
        let alone = View { placed: 0, ..view }.by_key(source);
        let key = view.by_key(source);
        let is_looked_up = (key.access as u8) < alone.access as u8;
        if !is_open || matches!(key.access, Access::Point) || is_looked_up {
            return None;
        }
        match (order.access[source], order.index[source]) {
            (Access::Unknown, _) => None,
            (_, 0) => Some(Choice::Key),
            (_, index) => Some(Choice::Index(table.indexes[index - 1].name)),
        }
    };
    (0..scope.sources).map(choice).collect()
}

/// Table or index that is read where YDB may choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice<'a> {
    /// The table itself.
    Key,
    /// An index.
    Index(&'a str),
}

/// Returns the source to read next, and its access; `None` if too many sources are left and all of them need a full
/// read.
const fn next(view: View<'_>, count: usize, left: usize) -> Option<(usize, Read)> {
    let (mut best, mut best_read, mut i) = (count, Read { access: Access::Full, index: 0 }, 0);
    while i < count {
        if view.placed & (1 << i) == 0 {
            let read = view.chosen(i);
            // No access is better.
            if let Access::Point = read.access {
                return Some((i, read));
            }
            if best == count || (read.access as u8) < best_read.access as u8 {
                (best, best_read) = (i, read);
            }
        }
        i += 1;
    }
    if best_read.access as u8 != Access::Full as u8 {
        return Some((best, best_read));
    }
    if left > SEARCHED {
        return None;
    }
    let (mut most, mut i) = (0, best);
    while left > 1 && i < count {
        if view.placed & (1 << i) == 0 && view.access(i) as u8 == Access::Full as u8 {
            let helped = helped(view, i, count);
            if helped > most {
                (best, most) = (i, helped);
            }
        }
        i += 1;
    }
    Some((best, Read { access: Access::Full, index: 0 }))
}

/// Counts the other sources that are found without a full read once this one is read.
const fn helped(view: View<'_>, source: usize, count: usize) -> usize {
    let after = View { placed: view.placed | 1 << source, ..view };
    let (mut helped, mut i) = (0, 0);
    while i < count {
        if after.placed & (1 << i) == 0 && after.access(i) as u8 != Access::Full as u8 {
            helped += 1;
        }
        i += 1;
    }
    helped
}

/// Returns `true` if the only source of a scope is certainly not read as a whole: its conditions fix the first column of
/// its key, or of an index that YDB may choose. YDB then chooses a key or an index of which they say something, too. To
/// know that is enough for most queries, and costs the compiler a fraction of the choice.
pub(super) const fn is_found(scope: &Scope<'_>, columns: &Resolved, adds: Adds) -> bool {
    if scope.sources != 1 || columns.is_beyond {
        return false;
    }
    let mut view = View::new(scope, columns, 0, adds);
    if view.fixes_first(0) {
        return true;
    }
    let SourceKind::Table(table, None) = scope.source(0).kind else { return false };
    let mut number = if view.may_choose(0, table) { 0 } else { table.indexes.len() };
    while number < table.indexes.len() {
        view.through = Some((0, table.indexes[number].name));
        view.chooses = true;
        if table.is_candidate(number) && view.fixes_first(0) {
            return true;
        }
        number += 1;
    }
    false
}

/// Returns the fault of a source whose rows are all read, unless its table may be scanned.
pub(super) const fn full_scan<'a>(query: &Query<'a>, scope: &Scope<'a>, source: usize) -> Option<Fault<'a>> {
    let own = scope.source(source);
    match own.kind {
        SourceKind::Table(table, _) if !is_for_scans(table) && !is_allowed(table, query.full_scans) => {
            Some(Fault::new(own.at, table.name, What::FullScan(*scope, source)).of(table))
        }
        _ => None,
    }
}

/// Returns the fault of a source whose rows are all read because nobody adds its computed column.
pub(super) const fn without_hash<'a>(query: &Query<'a>, scope: &Scope<'a>, source: usize) -> Option<Fault<'a>> {
    let own = scope.source(source);
    let SourceKind::Table(table, index) = own.kind else { return None };
    let Some(hash) = index_hash(table, index) else { return None };
    // The server cannot find rows by the columns after a bucket, because it does not try all buckets.
    let is_bucket = hash.buckets.is_some() && !is_hash_fixed(scope, source);
    let what = match is_bucket {
        true if is_allowed(table, query.full_scans) => return None,
        true => What::MissingBuckets(*scope),
        false => What::MissingHash(*scope, source),
    };
    Some(Fault::new(own.at, hash.name, what).of(table))
}

/// Returns `true` if a permission to read all rows of a table is needed.
pub(super) const fn is_needed(query: &Query<'_>, permission: &FullScan<'_>) -> bool {
    let mut next = query.first();
    while let Some(scope) = next {
        let found = all(&scope);
        let is_read = any!(
            source < scope.sources,
            match scope.source(source).kind {
                SourceKind::Table(table, _) if same(table.name, permission.table.name) => {
                    source >= found.len() || matches!(found[source], Access::Full | Access::Unknown)
                }
                _ => false,
            }
        );
        if is_read {
            return true;
        }
        next = scope.next();
    }
    false
}

/// Returns the access of each source; `Unknown` if the scope is not understood.
pub(super) const fn all(scope: &Scope<'_>) -> [Access; 64] {
    if scope.is_understood { accesses(scope, Adds::Library) } else { [Access::Unknown; 64] }
}

/// Returns `true` if one of these permissions is for a table.
pub(super) const fn is_allowed(table: &Table<'_>, allowed: &[FullScan<'_>]) -> bool {
    any!(i < allowed.len(), same(allowed[i].table.name, table.name))
}
