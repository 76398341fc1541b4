//! The hashes that rows must have.

use ydb_keys::__internal::schema::any::Table;
use ydb_yql::ast::{Ident, Query, StatementKind};
use ydb_yql::facts::{Target, rows};

use super::judge::Judge;
use super::values::Named;

impl Judge<'_, '_> {
    /// A fault if the rows of a target have all inputs of the hash that leads the key, and not the hash.
    pub(super) fn hash_of_rows(&mut self, target: &Target, table: &Table<'_>, columns: &[Ident]) {
        let has = |name: &str| columns.iter().any(|column| &*column.name == name);
        let Some(hash) = table.hash.filter(|hash| !has(hash.name)) else { return };
        if hash.inputs.iter().all(|&input| has(table.columns[input].name)) {
            let message = format!(
                "the rows have no `{}`, which leads the key of table `{}`: write {} into it",
                hash.name,
                table.name,
                self.expression(table, &hash)
            );
            self.fault("missing_hash", Some(table.name), target.table.path.at, message);
        }
    }

    /// Faults of hashes that statements write.
    pub(super) fn hashes_of_rows(&mut self, query: &Query, named: &Named<'_>) {
        for statement in &query.statements {
            let StatementKind::Insert(insert) = &statement.kind else { continue };
            let Some(table) = self.find(&insert.table.path.name).filter(|_| !insert.table.elsewhere) else { continue };
            for row in rows(insert.columns.as_deref(), &insert.source) {
                for hash in table.computed() {
                    self.hash_of_row(table, &hash, &row, named);
                }
            }
        }
    }
}
