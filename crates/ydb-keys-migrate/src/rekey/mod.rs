//! Copy of a table into a new one with another key: the texts of its statements, and digests of rows.
//!
//! The old table stays in use while it is copied, and the copy must catch up with writers. `run/rekey` runs these
//! phases:
//!
//! 1. **Create** `<path>__ydb_keys_new`, from the model, and give it the grants and attributes of the old table, and
//!    its columns and settings that the model does not declare (`kept.rs`).
//! 2. **Copy** the rows in *pages of the old key*. A page is a range: after one key, up to another one. `LIMIT 1 OFFSET
//!    n` finds its end ([`TablePair::last_key`]), and one `UPSERT .. SELECT` copies it within the server, which
//!    computes the hash ([`TablePair::copy`]). The ranges cover the whole key space without gaps; therefore no row is
//!    missed, whatever is written meanwhile.
//! 3. **Compare** the tables, page by page. One query reads the rows of a page and, by a join, those with the same new
//!    keys, within the server ([`TablePair::digests`]). It returns a *digest* of each side: the number of rows and the
//!    sum of their hashes, which does not depend on the order of the rows ([`Digest`]). If the digests differ, the page
//!    is copied again. A wide table is compared in groups of columns, because the length of a query is limited
//!    ([`TablePair::groups`]).
//! 4. **Delete extra rows**. That comparison starts from the old table and cannot see rows that were deleted there
//!    after they had been copied. They show in the row counts ([`TablePair::counts`]). If the new table has more rows,
//!    a pass over its own key finds rows without a counterpart and deletes them ([`TablePair::extra`]).
//! 5. **Agreement**: steps 3 and 4 repeat until a whole pass finds no page that differs and both tables have the same
//!    number of rows. After too many passes the copy gives up and names a few keys that differ. It also gives up if two
//!    old rows have the same new key ([`TablePair::collisions`]), because then only one of them can be copied. Rows
//!    that have expired by a TTL are left out of all comparisons (`copy.rs`).
//! 6. **Swap** the names in one transaction. There is a table at the path at every moment. The old table stays as
//!    `<path>__ydb_keys_old` until `apply --drop-old`.
//!
//! NULL sorts before all values, and no comparison with it is true. `copy.rs` therefore writes it into the text of a
//! condition, and only values that are not NULL become parameters.

mod compare;
mod copy;
mod kept;
mod pair;
mod rights;
#[cfg(test)]
mod tests;

use ydb_keys::Table;
use ydb_keys::schema::Store;
use ydb_keys_core::ddl::{Name, Names};

use crate::live::LiveTable;
pub(crate) use compare::{Digest, IN_NEW, ROWS, SUM, row_hash};
pub(crate) use copy::{FillStatements, Nulls, RangeEnds};
pub(crate) use kept::{alterations, extra_columns, kept_settings, settings_of_index};
pub(crate) use pair::{Paths, TablePair, may_be_recomputed, old_programs, recomputed};
pub(crate) use rights::{
    attributes_to_set, grant_statements, greatest, lost_attributes, lost_rights, may_have_sequences,
    reserved_attributes, restart, serials, user_attributes,
};

/// Describes the phases of a copy, one sentence each.
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
