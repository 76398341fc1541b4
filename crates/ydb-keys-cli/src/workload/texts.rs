//! Texts of a proposal: what to paste and to run, the work of the change, and the doubts.

use std::collections::BTreeSet;

use ydb_keys::schema::IndexKind;
use ydb_keys_core::ddl::{AlterTable, Change as Action, IndexText};

use super::Statistics;
use super::draft::{Change, Draft};
use crate::parse::grouped;

/// Returns the attribute to paste into the model, or to delete from it.
pub(super) fn attribute(draft: &Draft<'_>, changed: &Draft<'_>, change: &Change) -> String {
    match change {
        Change::Key { .. } => changed.key_attribute(),
        Change::Index { old: Some(old), new: None } => {
            draft.index(old).map(|index| draft.index_attribute(index)).unwrap_or_default()
        }
        Change::Index { .. } => changed.indexes.last().map(|index| changed.index_attribute(index)).unwrap_or_default(),
    }
}

/// Returns the statements that make a change; none for a key, which only a copy of the table changes. An index that
/// queries name gets another name for ever, so that they can change before the old one goes.
pub(super) fn statements(changed: &Draft<'_>, change: &Change, named: &BTreeSet<String>) -> Vec<String> {
    let Change::Index { old, new } = change else { return Vec::new() };
    let alter = |change: Action<'_>| format!("{};", AlterTable { path: changed.path(), change });
    let drop = old.iter().map(|old| alter(Action::DropIndex(old)));
    let Some(index) = changed.indexes.last().filter(|_| new.is_some()) else { return drop.collect() };
    let name = if old.is_some() { format!("{}_new", index.name) } else { index.name.clone() };
    let names = |positions: &[usize]| positions.iter().map(|&at| changed.column(at)).collect::<Vec<_>>();
    let kind = match index.kind {
        IndexKind::Sync => "SYNC",
        IndexKind::Async => "ASYNC",
        IndexKind::Unique => "UNIQUE SYNC",
    };
    let on = index.hash.iter().map(|hash| hash.name.as_str()).chain(names(&index.on)).collect();
    let add = alter(Action::AddIndex(IndexText { name: &name, kind, on, cover: names(&index.cover) }));
    let rename =
        old.iter().filter(|old| !named.contains(*old)).map(|old| alter(Action::RenameIndex { from: &name, to: old }));
    std::iter::once(add).chain(drop).chain(rename).collect()
}

/// Describes the work that a change costs once.
pub(super) fn effort(draft: &Draft<'_>, statistics: &Statistics, change: &Change, named: &BTreeSet<String>) -> String {
    let rows = count(statistics.rows);
    match change {
        Change::Index { old: None, .. } => {
            format!("YDB reads {rows} rows and writes as many into the index, in the background")
        }
        Change::Index { new: None, .. } => "none; to add the index again costs a build".to_owned(),
        Change::Index { old: Some(old), .. } if named.contains(old) => format!(
            "YDB reads {rows} rows and writes as many into a second index. Then let the queries that name `{old}` name \
             `{old}_new`, and drop the old index last"
        ),
        Change::Index { .. } => {
            format!("YDB reads {rows} rows and writes as many into a second index, which then takes the name")
        }
        Change::Key { .. } => format!(
            "edit the model, and run `apply --rekey --table {}` with your migration program: it copies {rows} rows into a \
             new table, and then swaps the names of the tables. From the swap on, hand-written queries must set and \
             compare the new hash or bucket column, and must not use one that was removed",
            draft.path()
        ),
    }
}

/// Lists the reasons to doubt a proposal.
pub(super) fn doubts(statistics: &Statistics, changed: &Draft<'_>, change: &Change) -> Vec<String> {
    let mut doubts = statistics.doubts.clone();
    let mut of = |columns: &[usize]| {
        for &column in columns {
            let name = changed.column(column);
            if !name.is_empty() && !statistics.distinct.contains_key(name) {
                doubts.push(format!("the number of different values of `{name}` is a guess"));
            }
            if let Some(share) = statistics.heavy.get(name).filter(|share| **share >= 0.2) {
                doubts.push(format!(
                    "one value of `{name}` has {:.0} % of the rows: reads and writes of it stay expensive",
                    share * 100.0
                ));
            }
        }
    };
    match change {
        Change::Index { new: Some((on, _)), .. } => of(on),
        Change::Index { .. } => doubts.push(
            "the sample may have no run of a rare query: look for a monthly job that reads this index before you drop it"
                .to_owned(),
        ),
        Change::Key { hash, key } => {
            of(hash.as_ref().map_or(key, |(inputs, _)| inputs));
            let new: Vec<usize> = key.iter().copied().filter(|column| !changed.of.key.contains(column)).collect();
            if !new.is_empty() {
                doubts.push(format!(
                    "the old key alone is no longer unique: a row that is written again with another {} is a second row",
                    changed.names(&new)
                ));
            }
        }
    }
    if let Change::Key { hash: Some((_, Some(_))), .. } = change {
        doubts.push(
            "a query with ORDER BY and LIMIT must read from every bucket. The model's `scan()` does this. A hand-written \
             query needs a UNION ALL with one branch for each bucket, or else it reads all rows of its range"
                .to_owned(),
        );
    }
    doubts.dedup();
    doubts
}

/// Formats a number for people: `12,300`, or `0.25` if it is small.
pub(crate) fn count(number: f64) -> String {
    if number < 10.0 && (number - number.round()).abs() > 0.005 {
        return format!("{number:.2}");
    }
    grouped(number)
}

/// Formats how often a query runs: `40 a second`, `3 a minute`, `2 an hour`.
pub(crate) fn rate(runs: f64) -> String {
    match runs {
        _ if runs >= 1.0 => format!("{} a second", count(runs)),
        _ if runs * 60.0 >= 0.999 => format!("{} a minute", count(runs * 60.0)),
        _ => format!("{} an hour", count(runs * 3600.0)),
    }
}
