//! Search for the changes that save most: all candidates of all tables are tried, the best one is made, and the search
//! goes on with the table as it is then.

use std::collections::{BTreeMap, BTreeSet};

use ydb_keys_core::queries::Adds;
use ydb_yql::facts::SourceKind;

use super::candidates::{Wish, candidates};
use super::cost::Cost;
use super::draft::{Change, Draft};
use super::judge::{Prepared, State, judged};
use super::rewrite::{hopeless, rewrites};
use super::texts::{attribute, doubts, effort, statements, title};
use super::{Proposal, QueryChange, Rewrite, RunQuery, Statistics, WorkloadAdvice};
use crate::queries::QueryTables;

/// Most proposals.
const MOST: usize = 5;

/// Share of a table's cost that a change must save at least.
const WORTH: f64 = 0.05;

/// Least saving in a second, in rows read.
const LEAST: f64 = 0.5;

/// Share of the cost that is left by which a change must be better than another one that is easier to make.
const BETTER: f64 = 0.1;

/// Rank of a change by the work to make it: a change of the key copies the table.
fn work(change: &Change) -> (u8, usize) {
    match change {
        Change::DropIndex { .. } => (0, 0),
        Change::AddIndex { on, cover } => (1, on.len() + cover.len()),
        Change::Cover { cover, .. } => (1, cover.len()),
        Change::ReplaceIndex { on, cover, .. } => (1, on.len() + cover.len()),
        Change::Key { hash, key } => (2, key.len() + hash.as_ref().map_or(0, |(inputs, _)| inputs.len())),
    }
}

fn is_known(query: &Prepared<'_>, state: &State<'_>) -> bool {
    state.with(|tables| judged(query, tables, state)).is_known
}

/// Costs of all queries, by their numbers.
fn costs(queries: &[Prepared<'_>], state: &State<'_>, only: Option<usize>, known: &[Cost]) -> Vec<Cost> {
    state.with(|tables| {
        let cost = |(number, query): (usize, &Prepared<'_>)| match only {
            Some(table) if !query.tables.contains(&table) => known[number],
            _ => judged(query, tables, state).cost,
        };
        queries.iter().enumerate().map(cost).collect()
    })
}

fn sum(queries: &[Prepared<'_>], costs: &[Cost]) -> Cost {
    let mut all = Cost::default();
    queries.iter().zip(costs).for_each(|(query, cost)| all.add(cost.times(query.query.runs)));
    all
}

/// Advises on the tables that the queries use.
pub(crate) fn advise(queries: &[RunQuery], tables: &QueryTables<'_>, statistics: &[Statistics]) -> WorkloadAdvice {
    let mut advice = WorkloadAdvice::default();
    let drafts = tables.all.iter().map(Draft::of).collect();
    let now = State { drafts, statistics, of: *tables, adds: Adds::Nobody };
    let (mut prepared, mut unclear) = (Vec::new(), Vec::new());
    for query in queries {
        match Prepared::of(query, &query.text, tables) {
            Ok(found) if found.tables.is_empty() => {}
            Ok(found) if is_known(&found, &now) => prepared.push(found),
            Ok(found) => unclear.push(found),
            Err(error) => advice.not_understood.push(format!("{}: {error}", query.name)),
        }
    }
    // Another text may say clearly what the query reads.
    advice.rewrites = rewrites(&mut unclear, &now);
    for query in unclear {
        if is_known(&query, &now) {
            prepared.push(query);
        } else {
            advice.not_understood.push(format!("{}: the access to a table is not certain", query.query.name));
        }
    }
    advice.queries = prepared.len();
    advice.before = sum(&prepared, &costs(&prepared, &now, None, &[]));
    advice.rewrites.extend(rewrites(&mut prepared, &now));
    // A new hash is computed by who writes the queries.
    let mut state = State { adds: Adds::Others, ..now };
    let mut known = costs(&prepared, &state, None, &[]);
    while advice.proposals.len() < MOST {
        let Some((table, change)) = best(&prepared, &state, &known) else { break };
        let after = state.changed(table, &change);
        let new = costs(&prepared, &after, Some(table), &known);
        advice.proposals.push(proposal(&prepared, (&state, &known), (&after, &new), table, &change));
        (state, known) = (after, new);
    }
    advice.after = sum(&prepared, &known);
    let unread = |query: &Prepared<'_>| rewrite_hint(query, &state);
    advice.rewrites.extend(prepared.iter().filter_map(unread));
    advice
}

/// Finds the change that saves most; `None` if none is worth its cost. Of changes that leave about the same cost, the
/// one is taken that is easiest to make.
fn best(queries: &[Prepared<'_>], state: &State<'_>, known: &[Cost]) -> Option<(usize, Change)> {
    let total = |costs: &[Cost]| sum(queries, costs).total();
    let before = total(known);
    let mut found: Vec<(f64, usize, Change)> = Vec::new();
    for (table, wishes) in wishes(queries, state) {
        let draft = &state.drafts[table];
        let own = queries.iter().zip(known).filter(|(query, _)| query.tables.contains(&table));
        let of_table: f64 = own.map(|(query, cost)| cost.times(query.query.runs).total()).sum();
        let named = named_indexes(queries, table, state);
        for change in candidates(draft, &state.statistics[table], &wishes) {
            if matches!(&change, Change::DropIndex { index } if named.contains(index)) {
                continue;
            }
            let after = state.changed(table, &change);
            let left = total(&costs(queries, &after, Some(table), known));
            if before - left >= LEAST.max(of_table * WORTH) {
                found.push((left, table, change));
            }
        }
    }
    let least = found.iter().map(|(left, ..)| *left).min_by(f64::total_cmp)?;
    let rank = |(left, _, change): &(f64, usize, Change)| {
        let (kind, columns) = work(change);
        // Equal costs differ in their last digits.
        (kind, (left * 1e3).round() as u64, columns)
    };
    let alike = found.into_iter().filter(|(left, ..)| *left <= least * (1.0 + BETTER));
    alike.min_by_key(rank).map(|(_, table, change)| (table, change))
}

/// Collects what the queries wish for, by table.
fn wishes(queries: &[Prepared<'_>], state: &State<'_>) -> BTreeMap<usize, Vec<Wish>> {
    let mut all: BTreeMap<usize, Vec<Wish>> = BTreeMap::new();
    state.with(|tables| {
        for query in queries {
            let found = judged(query, tables, state);
            let weight = found.cost.times(query.query.runs).total();
            query.tables.iter().for_each(|&table| {
                all.entry(table).or_default();
            });
            for (table, wish) in found.wishes {
                all.entry(table).or_default().push(Wish { weight, ..wish });
            }
        }
    });
    all
}

/// Returns the indexes of a table that the text of a query names.
fn named_indexes(queries: &[Prepared<'_>], table: usize, state: &State<'_>) -> BTreeSet<String> {
    let of = queries.iter().filter(|query| query.tables.contains(&table));
    let sources = of.flat_map(|query| &query.facts.scopes).flat_map(|scope| &scope.sources);
    let names = sources.filter_map(|source| match &source.kind {
        SourceKind::Table(name) if state.of.number(&name.path.name) == Some(table) => name.view.as_ref(),
        _ => None,
    });
    names.map(|view| view.name.to_string()).collect()
}

fn proposal(
    queries: &[Prepared<'_>],
    (before, old): (&State<'_>, &[Cost]),
    (after, new): (&State<'_>, &[Cost]),
    table: usize,
    change: &Change,
) -> Proposal {
    let (draft, changed, statistics) = (&before.drafts[table], &after.drafts[table], &before.statistics[table]);
    let mut changes: Vec<QueryChange> = Vec::new();
    for (number, query) in queries.iter().enumerate() {
        let (old, new) = (old[number], new[number]);
        if (old.total() - new.total()).abs() <= old.total() * 0.01 {
            continue;
        }
        let reads = |state: &State<'_>| state.with(|tables| judged(query, tables, state)).reads;
        changes.push(QueryChange {
            name: query.query.name.clone(),
            runs: query.query.runs,
            reads_before: reads(before),
            reads_after: reads(after),
            before: old,
            after: new,
        });
    }
    let saved = |change: &QueryChange| (change.before.total() - change.after.total()) * change.runs;
    changes.sort_by(|one, other| saved(other).total_cmp(&saved(one)));
    Proposal {
        table: draft.path().to_owned(),
        change: draft.line(change),
        title: title(draft, changed, change),
        before: sum(queries, old),
        after: sum(queries, new),
        queries: changes,
        attribute: attribute(draft, changed, change),
        is_dropped: matches!(change, Change::DropIndex { .. }),
        statements: statements(draft, changed, change),
        effort: effort(draft, statistics, change),
        doubts: doubts(statistics, changed, change),
    }
}

/// Says of a query that still reads all rows why no key helps it.
fn rewrite_hint(query: &Prepared<'_>, state: &State<'_>) -> Option<Rewrite> {
    let found = state.with(|tables| judged(query, tables, state));
    let reason = hopeless(&query.text).filter(|_| found.reads.contains("full "))?;
    let (name, runs, cost) = (query.query.name.clone(), query.query.runs, found.cost);
    Some(Rewrite { name, runs, reason, text: None, before: cost, after: cost })
}
