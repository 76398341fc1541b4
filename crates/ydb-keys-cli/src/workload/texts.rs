//! Texts of a proposal: its title, what to paste and to run, the work of the change, and the doubts.

use ydb_keys::schema::IndexKind;
use ydb_keys_core::ddl::{AlterTable, Change as Action, IndexText};

use super::Statistics;
use super::draft::{Change, Draft, DraftIndex};

/// Describes a change as a command to a person.
pub(super) fn title(draft: &Draft<'_>, changed: &Draft<'_>, change: &Change) -> String {
    let table = draft.path();
    match change {
        Change::AddIndex { on, cover } if cover.is_empty() => format!("Index `{table}` by {}", draft.names(on)),
        Change::AddIndex { on, cover } => {
            format!("Index `{table}` by {}, with the columns {}", draft.names(on), draft.names(cover))
        }
        Change::ReplaceIndex { index, on, .. } => {
            format!("Sort the index `{index}` of `{table}` by {}", draft.names(on))
        }
        Change::Cover { index, cover } => {
            format!("Let the index `{index}` of `{table}` hold {}", draft.names(cover))
        }
        Change::DropIndex { index } => format!("Drop the index `{index}` of `{table}`"),
        Change::Key { .. } => format!("Change the key of `{table}` to {}", changed.key_attribute()),
    }
}

/// Returns the attribute to paste into the model, or to delete from it.
pub(super) fn attribute(draft: &Draft<'_>, changed: &Draft<'_>, change: &Change) -> String {
    let written = |index: Option<&DraftIndex>| index.map(|index| changed.index_attribute(index)).unwrap_or_default();
    match change {
        Change::AddIndex { .. } => written(changed.indexes.last()),
        Change::ReplaceIndex { index, .. } | Change::Cover { index, .. } => written(changed.index(index)),
        Change::DropIndex { index } => draft.index(index).map(|index| draft.index_attribute(index)).unwrap_or_default(),
        Change::Key { .. } => changed.key_attribute(),
    }
}

/// Returns the statements that make a change; none for a key, which only a copy of the table changes.
pub(super) fn statements(draft: &Draft<'_>, changed: &Draft<'_>, change: &Change) -> Vec<String> {
    let alter = |change: Action<'_>| format!("{};", AlterTable { path: draft.path(), change });
    let add = |index: &DraftIndex, name: &str| {
        let names = |positions: &[usize]| positions.iter().map(|&at| changed.column(at).to_owned()).collect::<Vec<_>>();
        let (on, cover) = (names(&index.on), names(&index.cover));
        let lead = index.hash.iter().map(|hash| hash.name.as_str());
        alter(Action::AddIndex(IndexText {
            name,
            kind: match index.kind {
                IndexKind::Sync => "SYNC",
                IndexKind::Async => "ASYNC",
                IndexKind::Unique => "UNIQUE SYNC",
            },
            on: lead.chain(on.iter().map(String::as_str)).collect(),
            cover: cover.iter().map(String::as_str).collect(),
        }))
    };
    match change {
        Change::AddIndex { .. } => changed.indexes.last().map(|index| add(index, &index.name)).into_iter().collect(),
        Change::ReplaceIndex { index, .. } | Change::Cover { index, .. } => {
            let Some(new) = changed.index(index) else { return Vec::new() };
            let name = format!("{index}_new");
            vec![
                add(new, &name),
                alter(Action::DropIndex(index)),
                alter(Action::RenameIndex { from: &name, to: index }),
            ]
        }
        Change::DropIndex { index } => vec![alter(Action::DropIndex(index))],
        Change::Key { .. } => Vec::new(),
    }
}

/// Describes the work that a change costs once.
pub(super) fn effort(draft: &Draft<'_>, statistics: &Statistics, change: &Change) -> String {
    let rows = count(statistics.rows);
    match change {
        Change::AddIndex { .. } => {
            format!("YDB reads {rows} rows and writes as many into the index, in the background")
        }
        Change::ReplaceIndex { .. } | Change::Cover { .. } => format!(
            "YDB reads {rows} rows and writes as many into a second index; then the names are changed. Between the second \
             statement and the third, queries that name the index fail"
        ),
        Change::DropIndex { .. } => "none; to add it again costs a build".to_owned(),
        Change::Key { .. } => format!(
            "`apply --rekey --table {}` of your migration program copies {rows} rows into a second table, and swaps the \
             names; queries by hand then name the new columns",
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
        Change::AddIndex { on, .. } | Change::ReplaceIndex { on, .. } => of(on),
        Change::Key { hash: Some((inputs, buckets)), .. } => {
            of(inputs);
            if buckets.is_some() {
                doubts.push(
                    "a page in order asks each bucket: `scan()` of a model does so, and a query by hand needs a UNION ALL \
                     with a branch for each; without it, all rows of the range are read"
                        .to_owned(),
                );
            }
        }
        Change::Key { key, .. } => of(key),
        Change::Cover { .. } => {}
        Change::DropIndex { .. } => doubts.push(
            "queries that run less often than the sample lasts are not seen: look for a monthly job before you drop it"
                .to_owned(),
        ),
    }
    doubts.dedup();
    doubts
}

/// Formats a number for people: `12,300`, or `0.25` if it is small.
pub(crate) fn count(number: f64) -> String {
    if number < 10.0 && (number - number.round()).abs() > 0.005 {
        return format!("{number:.2}");
    }
    let digits = format!("{number:.0}");
    let mut out = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Formats how often a query runs: `40 a second`, `3 a minute`, `2 an hour`.
pub(crate) fn rate(runs: f64) -> String {
    match runs {
        _ if runs >= 1.0 => format!("{} a second", count(runs)),
        _ if runs * 60.0 >= 0.999 => format!("{} a minute", count(runs * 60.0)),
        _ => format!("{} an hour", count(runs * 3600.0)),
    }
}
