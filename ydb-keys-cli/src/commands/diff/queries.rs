//! The queries that a plan breaks: judged by the tables as they are, and as the models declare them.

use std::path::PathBuf;

use serde::Serialize;
use ydb_keys::__internal::schema::any;
use ydb_keys::Table;

use crate::commands::failure::Failure;
use crate::commands::queries::{all_files, shown, stem};
use crate::commands::text::read_text;
use crate::queries::{Fault, Judged, Options, Tables, judge, named};

/// A query with the faults that it has only after the change.
#[derive(Debug, Serialize)]
pub(super) struct Changed {
    pub(super) file: String,
    pub(super) name: String,
    pub(super) effect: Effect,
    pub(super) errors: Vec<Fault>,
}

/// What a change does to a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Effect {
    Nothing,
    /// It reads whole tables.
    BecomesScan,
    Breaks,
}

/// All queries of the files, and what the change from the live tables to the models does to each.
pub(super) fn changed(
    files: &[PathBuf],
    live: &Tables<'_>,
    models: &[&'static Table],
    below: &str,
) -> Result<Vec<Changed>, Failure> {
    let is_other = |table: &&any::Table<'_>| !models.iter().any(|model| model.path_in(below) == table.name);
    let all: Vec<any::Table<'_>> =
        models.iter().map(|model| **model).chain(live.all.iter().filter(is_other).copied()).collect();
    // Models say how their hashes are computed.
    let is_guessed = |path: &&&str| !models.iter().any(|model| model.path_in(below) == **path);
    let guessed: Vec<&str> = live.guessed.iter().filter(is_guessed).copied().collect();
    let sampled: Vec<&str> = live.sampled.iter().filter(is_guessed).copied().collect();
    let after = Tables { all: &all, guessed: &guessed, sampled: &sampled, others: live.others };
    let mut changed = Vec::new();
    for path in all_files(files)? {
        let text = read_text(&path)?;
        for query in named(&stem(&path), &text) {
            let options = Options::default();
            let before = judge(&query, live, options);
            let Judged { name, errors, .. } = judge(&query, &after, options);
            let errors: Vec<Fault> = errors.into_iter().filter(|fault| !is_known(fault, &before)).collect();
            changed.push(Changed { file: shown(&path), name, effect: effect(&errors), errors });
        }
    }
    match changed.is_empty() {
        true => Err(Failure::NoQueries),
        false => Ok(changed),
    }
}

/// Whether a query has the fault already.
fn is_known(fault: &Fault, before: &Judged) -> bool {
    let same = |known: &Fault| (known.rule, known.line, known.column) == (fault.rule, fault.line, fault.column);
    before.errors.iter().any(same)
}

fn effect(errors: &[Fault]) -> Effect {
    let is_scan = |fault: &Fault| matches!(fault.rule, "full_scan" | "missing_hash");
    match errors {
        [] => Effect::Nothing,
        errors if errors.iter().all(is_scan) => Effect::BecomesScan,
        _ => Effect::Breaks,
    }
}

/// `3 queries: 1 breaks, 1 becomes a scan`
pub(super) fn summary(queries: &[Changed]) -> String {
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
        counted(count(Effect::Breaks), "breaks", "break"),
        counted(count(Effect::BecomesScan), "becomes a scan", "become scans"),
    ];
    match parts.into_iter().flatten().collect::<Vec<_>>() {
        parts if parts.is_empty() => format!("{all}: none breaks or becomes a scan with this change."),
        parts => format!("{all}: {} with this change.", parts.join(", ")),
    }
}
