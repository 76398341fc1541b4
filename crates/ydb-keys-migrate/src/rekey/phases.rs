//! The phases of a copy as sentences, for a plan.

use ydb_keys::Table;
use ydb_keys::schema::Store;
use ydb_keys_core::ddl::{Name, Names};

use super::{Paths, may_be_recomputed, may_have_sequences, old_programs, serials};
use crate::live::LiveTable;

/// One sentence per phase.
pub(crate) fn phases(table: &'static Table, live: &LiveTable, path: &str) -> Vec<String> {
    let Paths { new, kept, .. } = Paths::of(path);
    let hashes: Vec<String> =
        table.computed().filter_map(|hash| Some(format!("{} = {}", Name(hash.name), hash.yql(table)?))).collect();
    let computes = if hashes.is_empty() { "" } else { "; the server computes " };
    let mut phases: Vec<String> = old_programs(table, live).into_iter().collect();
    if table.store == Store::Column || live.store == Store::Column {
        phases.push(
            "rename an empty column table, to find out whether this server can; if not, no row is copied (ydb #14976)"
                .to_owned(),
        );
    }
    if live.settings.is_none() && may_have_sequences(table, live) {
        phases.push(
            "check that the server has ALTER SEQUENCE: servers before YDB 25.1 cannot rename a table with serial \
             columns"
                .to_owned(),
        );
    }
    phases.push(format!("create {} as the model declares it", Name(&new)));
    phases.push(format!(
        "copy the rows in pages of the old key, each page in one transaction{computes}{}",
        hashes.join(", ")
    ));
    phases
        .push("compare the row counts and a digest of each page, and repeat the copy of pages that differ".to_owned());
    let serials: Vec<&str> = serials(table).map(|column| column.name).collect();
    if !serials.is_empty() {
        phases.push(format!(
            "move the new sequence of {} past all numbers that the old one has given, before the swap and again after \
             it; a gap is left for writers who take numbers in between, and the copy reports a gap that was too small",
            Names(serials.into_iter())
        ));
    }
    phases.extend(may_be_recomputed(table, live));
    phases.push(format!(
        "swap the names in one transaction, and keep the old table as {} until `apply --drop-old`",
        Name(&kept)
    ));
    phases
}
