//! Search for the changes that save most: all candidates of all tables are tried, the best one is made, and the search
//! goes on with the table as it is then.

use std::collections::{BTreeMap, BTreeSet};

use super::candidates::{Wish, candidates};
use super::cost::Cost;
use super::draft::{Change, Draft};
use super::judge::{Prepared, State, judged};
use super::rewrite::{hopeless, rewrites};
use super::texts::{attribute, count, doubts, effort, statements};
use super::{Proposal, QueryChange, Rewrite, RunQuery, Statistics, WorkloadAdvice};
use crate::queries::{Options, QueryTables, fixed, judge, whole};

const MOST: usize = 5;

/// Share of a table's cost that a change must save at least.
const WORTH: f64 = 0.05;

/// Least saving in a second, in rows read.
const LEAST: f64 = 0.5;

/// Share of the cost that is left by which a change must be better than another one that is easier to make.
const BETTER: f64 = 0.1;

/// Rank of a change by the work to make it: a change of the key copies the table. Then fewer columns are better, and
/// more of them in the order.
fn work(change: &Change) -> (u8, usize, usize) {
    match change {
        Change::Index { new: None, .. } => (0, 0, 0),
        Change::Index { new: Some((on, cover)), .. } => (1, on.len() + cover.len(), cover.len()),
        Change::Key { hash, key } => (2, key.len() + hash.as_ref().map_or(0, |(inputs, _)| inputs.len()), 0),
    }
}

/// A measured number of rows is far from the estimate if one is so many times the other. A few rows do not count.
const FAR: f64 = 3.0;
const FEW: f64 = 10.0;

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
    let now = State { drafts, statistics, of: *tables, names: false };
    let (mut prepared, mut unclear, mut unjudged) = (Vec::new(), Vec::new(), Vec::new());
    for query in queries {
        match Prepared::of(query, &query.text, tables) {
            // Such as `SELECT 1`.
            Ok(found) if found.is_whole && found.tables.is_empty() => {}
            Ok(found) if found.is_whole && is_known(&found, &now) && fault(query, tables).is_none() => {
                prepared.push(found);
            }
            Ok(found) => unclear.push(found),
            Err(error) => unjudged.push((query, error)),
        }
    }
    // Another text may say clearly what the query reads.
    advice.rewrites = rewrites(&mut unclear, &now);
    for query in unclear {
        match fault(query.query, tables) {
            None if query.text.contains(".sys/") => {}
            None if !query.is_whole => {
                unjudged.push((
                    query.query,
                    "it reads something that is not a table of this schema, perhaps a view; its cost is not counted"
                        .to_owned(),
                ));
            }
            None if is_known(&query, &now) => prepared.push(query),
            fault => {
                let fault = fault.unwrap_or_else(|| {
                    "it is not certain how YDB finds the rows of a table; its cost is not counted".to_owned()
                });
                unjudged.push((query.query, fault));
            }
        }
    }
    advice.not_understood = unjudged.iter().map(|(query, why)| format!("{}: {why}", query.name)).collect();
    let unjudged: Vec<&RunQuery> = unjudged.into_iter().map(|(query, _)| query).collect();
    advice.queries = prepared.len();
    let as_it_is = costs(&prepared, &now, None, &[]);
    advice.before = sum(&prepared, &as_it_is);
    advice.misjudged =
        prepared.iter().zip(&as_it_is).filter_map(|(query, cost)| misjudged(query.query, *cost)).collect();
    advice.rewrites.extend(rewrites(&mut prepared, &now));
    let mut state = State { names: true, ..now };
    let mut known = costs(&prepared, &state, None, &[]);
    let at_first = known.clone();
    while advice.proposals.len() < MOST {
        let Some((table, change)) = best(&prepared, &state, (&known, &at_first), &unjudged) else { break };
        let after = state.changed(table, &change);
        let new = costs(&prepared, &after, Some(table), &known);
        advice.proposals.push(proposal(&prepared, (&state, &known), (&after, &new), table, &change));
        (state, known) = (after, new);
    }
    advice.after = sum(&prepared, &known);
    let hints = prepared.iter().filter_map(|query| hint(query, &state, advice.after));
    advice.rewrites.extend(hints);
    advice
}

/// Reports a query whose measured rows are far from the estimate.
fn misjudged(query: &RunQuery, cost: Cost) -> Option<String> {
    let measured = query.rows?;
    let (least, most) = (measured.min(cost.rows) + FEW, measured.max(cost.rows) + FEW);
    let numbers = format!("a run reads {} rows, and {} are estimated", count(measured), count(cost.rows));
    (most > least * FAR).then(|| format!("{}: {numbers}", query.name))
}

/// Finds the change that saves most; `None` if none is worth its cost. Of changes that leave about the same cost, the
/// one is taken that is easiest to make.
fn best(
    queries: &[Prepared<'_>],
    state: &State<'_>,
    (known, at_first): (&[Cost], &[Cost]),
    unjudged: &[&RunQuery],
) -> Option<(usize, Change)> {
    let total = |costs: &[Cost]| sum(queries, costs).total();
    let before = total(known);
    let mut found: Vec<(f64, usize, Change)> = Vec::new();
    for (table, wishes) in wishes(queries, state) {
        let draft = &state.drafts[table];
        let own = queries.iter().zip(at_first).filter(|(query, _)| query.tables.contains(&table));
        let of_table: f64 = own.map(|(query, cost)| cost.times(query.query.runs).total()).sum();
        let mut named = named_indexes(queries, table);
        // A query that is not judged may read any index.
        if unjudged.iter().any(|query| may_read(query, draft.path(), state.of.others)) {
            named.extend(draft.indexes.iter().map(|index| index.name.clone()));
        }
        for change in candidates(draft, &state.statistics[table], &wishes) {
            if matches!(&change, Change::Index { old: Some(index), new: None } if named.contains(index)) {
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
        let (kind, columns, covered) = work(change);
        // Equal costs differ in their last digits.
        (kind, (left * 1e3).round() as u64, columns, covered)
    };
    let alike = found.into_iter().filter(|(left, ..)| *left <= least * (1.0 + BETTER));
    alike.min_by_key(rank).map(|(_, table, change)| (table, change))
}

/// Returns the first fault of a query by which it reads nothing: a table, an index or a column that is not there.
fn fault(query: &RunQuery, tables: &QueryTables<'_>) -> Option<String> {
    let found = judge(&whole(&query.name, &query.text), tables, Options::default());
    let rules = ["unknown_table", "unknown_index", "unknown_column", "syntax"];
    found.errors.into_iter().find(|fault| rules.contains(&fault.rule)).map(|fault| fault.message)
}

/// Returns `true` if a text names a table, or a view, which may read any table.
fn may_read(query: &RunQuery, table: &str, others: &[String]) -> bool {
    let text = query.text.to_ascii_lowercase();
    let names = |path: &str| text.contains(&path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase());
    names(table) || others.iter().any(|other| names(other))
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

/// Returns the indexes of a table that the texts of queries name, as they were.
fn named_indexes(queries: &[Prepared<'_>], table: usize) -> BTreeSet<String> {
    let all = queries.iter().flat_map(|query| &query.named);
    all.filter(|(of, _)| *of == table).map(|(_, index)| index.clone()).collect()
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
        let reads = |state: &State<'_>| state.with(|tables| judged(query, tables, state));
        let (was, is) = (reads(before), reads(after));
        changes.push(QueryChange {
            name: query.query.name.clone(),
            runs: query.query.runs,
            reads_before: was.reads,
            reads_after: is.reads,
            pinned: is.pinned.difference(&was.pinned).map(|(table, index)| format!("{table} VIEW {index}")).collect(),
            before: old,
            after: new,
        });
    }
    let named = named_indexes(queries, table);
    let touched = queries.iter().filter(|query| query.tables.contains(&table) && matches!(change, Change::Key { .. }));
    let texts = after.with(|tables| touched.filter_map(|query| fixed(&query.text, tables)).collect());
    let saved = |change: &QueryChange| (change.before.total() - change.after.total()) * change.runs;
    changes.sort_by(|one, other| saved(other).total_cmp(&saved(one)));
    Proposal {
        table: draft.path().to_owned(),
        change: draft.line(change),
        before: sum(queries, old),
        after: sum(queries, new),
        queries: changes,
        attribute: attribute(draft, changed, change),
        is_dropped: matches!(change, Change::Index { new: None, .. }),
        statements: statements(changed, change, &named),
        effort: effort(draft, statistics, change, &named),
        texts,
        doubts: doubts(statistics, changed, change),
    }
}

/// Says of a query that still reads whole tables that nothing is known to help it, and why if its text shows that.
fn hint(query: &Prepared<'_>, state: &State<'_>, all: Cost) -> Option<Rewrite> {
    let found = state.with(|tables| judged(query, tables, state));
    let (name, runs, cost) = (query.query.name.clone(), query.query.runs, found.cost);
    let matters = cost.times(runs).total() >= all.total() * WORTH;
    let reason = hopeless(&query.text).or_else(|| {
        let reason = "it reads a whole table, and no change that was tried saves enough";
        matters.then(|| reason.to_owned())
    });
    let reason = reason.filter(|_| found.is_full)?;
    Some(Rewrite { name, runs, reason, text: None, before: cost, after: cost })
}
