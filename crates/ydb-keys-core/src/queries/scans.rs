//! Sources of which all rows are read, whether they may be, and whether a hash is missing.

use super::access::{Access, is_for_scans};
use super::facts::{Scope, SourceKind};
use super::fault::{Adds, Fault, What};
use super::key::index_hash;
use super::order::{accesses, is_hash_fixed};
use super::query::{FullScan, Query};
use crate::schema::any::Table;
use crate::types::const_text::same;

/// The fault of a source whose rows are all read, unless its table is one of those that may be scanned.
pub(super) const fn full_scan<'a>(query: &Query<'a>, scope: &Scope<'a>, source: usize) -> Option<Fault<'a>> {
    let own = scope.source(source);
    match own.kind {
        SourceKind::Table(table, _) if !is_for_scans(table) && !is_allowed(table, query.full_scans) => {
            Some(Fault::new(own.at, table.name, What::FullScan(*scope, source)).of(table))
        }
        _ => None,
    }
}

/// The fault of a source of which all rows are read because nobody adds its computed column.
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

/// Whether a permission to read all rows of a table is needed.
pub(super) const fn is_needed(query: &Query<'_>, permission: &FullScan<'_>) -> bool {
    let mut next = query.first();
    while let Some(scope) = next {
        let (found, mut source) = (all(&scope), 0);
        while source < scope.sources {
            if let SourceKind::Table(table, _) = scope.source(source).kind
                && same(table.name, permission.table.name)
                && (source >= found.len() || matches!(found[source], Access::Full | Access::Unknown))
            {
                return true;
            }
            source += 1;
        }
        next = scope.next();
    }
    false
}

/// How each source is read, as far as that is understood.
pub(super) const fn all(scope: &Scope<'_>) -> [Access; 64] {
    if scope.is_understood { accesses(scope, Adds::Library) } else { [Access::Unknown; 64] }
}

const fn is_allowed(table: &Table<'_>, allowed: &[FullScan<'_>]) -> bool {
    let mut i = 0;
    while i < allowed.len() {
        if same(allowed[i].table.name, table.name) {
            return true;
        }
        i += 1;
    }
    false
}
