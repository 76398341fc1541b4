//! What a copy does, for people.

use super::{Paths, may_have_sequences, serials};
use crate::ddl::{Name, Names};
use crate::migrate::live::LiveTable;
use crate::schema::{Store, Table};

/// One sentence for each phase.
pub(crate) fn phases(table: &Table, live: &LiveTable, path: &str) -> Vec<String> {
    let Paths { new, kept, .. } = Paths::of(path);
    let hash =
        table.hash.as_ref().map(|hash| format!("; the server computes {} = {}", Name(hash.name), hash.yql(table)));
    let mut phases = Vec::new();
    if table.store == Store::Column || live.store == Store::Column {
        phases.push(
            "rename an empty column table first, to see whether this server can: before it does, no row is copied (ydb #14976)".to_owned(),
        );
    }
    if live.settings.is_none() && may_have_sequences(table, live) {
        phases.push(
            "ask whether the server knows ALTER SEQUENCE: one older than YDB 25.1 cannot rename a table with serial columns".to_owned(),
        );
    }
    phases.push(format!("create {}, as the model says", Name(&new)));
    phases.push(format!(
        "copy the rows in pages of the old key, each page in one transaction{}",
        hash.unwrap_or_default()
    ));
    phases.push("compare both tables by counts and by a digest of each page, and copy again what differs".to_owned());
    let serials: Vec<&str> = serials(table).map(|column| column.name).collect();
    if !serials.is_empty() {
        phases.push(format!(
            "let the new sequence of {} go on after all numbers that the old one has given, before the swap and again after it; numbers \
             are left out for writers who draw some in between, and the copy says if those were too few",
            Names(serials.into_iter())
        ));
    }
    phases.push(format!(
        "swap the names in one transaction; the old table stays as {} until `apply --drop-old`",
        Name(&kept)
    ));
    phases
}
