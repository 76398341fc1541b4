//! Finds the queries that a plan breaks: judges them with the database's tables, and with the models' tables.

use std::path::PathBuf;

use serde::Serialize;
use ydb_keys::Table;
use ydb_keys_core::schema::any;

use crate::commands::failure::Failure;
use crate::commands::queries::{all_files, shown, stem};
use crate::commands::text::read_text;
use crate::queries::{JudgedQuery, Options, QueryFault, QueryTables, judge, named};

/// Query that a change affects, with the faults that only the change causes.
#[derive(Debug, Serialize)]
pub(super) struct ChangedQuery {
    pub(super) file: String,
    pub(super) name: String,
    pub(super) effect: QueryEffect,
    pub(super) errors: Vec<QueryFault>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum QueryEffect {
    Nothing,
    /// The query begins to read whole tables.
    BecomesScan,
    Breaks,
}

/// Judges all queries of the files before and after the change from the live tables to the models.
pub(super) fn changed(
    files: &[PathBuf],
    live: &QueryTables<'_>,
    models: &[&'static Table],
    below: &str,
) -> Result<Vec<ChangedQuery>, Failure> {
    let is_other = |table: &&any::Table<'_>| !models.iter().any(|model| model.path_in(below) == table.name);
    let all: Vec<any::Table<'_>> =
        models.iter().map(|model| **model).chain(live.all.iter().filter(is_other).copied()).collect();
    // Hashes of models are declared, not guessed.
    let is_guessed = |path: &&&str| !models.iter().any(|model| model.path_in(below) == **path);
    let guessed: Vec<&str> = live.guessed.iter().filter(is_guessed).copied().collect();
    let sampled: Vec<&str> = live.sampled.iter().filter(is_guessed).copied().collect();
    let after = QueryTables { all: &all, guessed: &guessed, sampled: &sampled, others: live.others };
    let mut changed = Vec::new();
    for path in all_files(files)? {
        let text = read_text(&path)?;
        for query in named(&stem(&path), &text) {
            let options = Options::default();
            let before = judge(&query, live, options);
            let JudgedQuery { name, errors, .. } = judge(&query, &after, options);
            let place = |fault: &QueryFault| (fault.rule, fault.line, fault.column);
            let known: Vec<_> = before.errors.iter().map(place).collect();
            let errors: Vec<QueryFault> = errors.into_iter().filter(|fault| !known.contains(&place(fault))).collect();
            changed.push(ChangedQuery { file: shown(&path), name, effect: effect(&errors), errors });
        }
    }
    if changed.is_empty() { Err(Failure::NoQueries) } else { Ok(changed) }
}

fn effect(errors: &[QueryFault]) -> QueryEffect {
    let is_scan = |fault: &QueryFault| matches!(fault.rule, "full_scan" | "missing_hash");
    match errors {
        [] => QueryEffect::Nothing,
        errors if errors.iter().all(is_scan) => QueryEffect::BecomesScan,
        _ => QueryEffect::Breaks,
    }
}

/// Counts the affected queries: `3 queries: 1 breaks, 1 becomes a scan`.
pub(super) fn summary(queries: &[ChangedQuery]) -> String {
    let count = |effect| queries.iter().filter(|query| query.effect == effect).count();
    let all = match queries.len() {
        1 => "One query".to_owned(),
        many => format!("{many} queries"),
    };
    let counted = |count: usize, one: &str, many: &str| match count {
        0 => None,
        1 => Some(format!("1 {one}")),
        count => Some(format!("{count} {many}")),
    };
    let parts = [
        counted(count(QueryEffect::Breaks), "breaks", "break"),
        counted(count(QueryEffect::BecomesScan), "becomes a scan", "become scans"),
    ];
    match parts.into_iter().flatten().collect::<Vec<_>>() {
        parts if parts.is_empty() => format!("{all}: none breaks or becomes a scan with this change."),
        parts => format!("{all}: {} with this change.", parts.join(", ")),
    }
}
