//! What is written: the columns that rows must have, their types, and the columns that are computed from others.

use ydb_keys::__internal::schema::any::{ColumnDef, Table};
use ydb_yql::ast::{Expr, Ident, Insert, Query, StatementKind, Update, UpdateKind};
use ydb_yql::facts::{Target, Verb, rows};

use super::judge::{Judge, mismatch};
use super::values::{Known, Named};

impl Judge<'_, '_> {
    /// The columns that the rows of a target lack.
    pub(super) fn lacks(&mut self, target: &Target, table: &Table<'_>, columns: &[Ident]) {
        let has = |name: &str| columns.iter().any(|column| &*column.name == name);
        let at = target.table.path.at;
        for name in table.primary_key().filter(|name| !has(name)) {
            let hash = table.hash.filter(|hash| hash.name == name);
            if let Some(hash) = hash
                && hash.inputs.iter().all(|&input| has(table.columns[input].name))
            {
                if !self.options.implied_hash {
                    let message = format!(
                        "the rows have no `{name}`, which leads the key of table `{}`: write {} into it",
                        table.name,
                        self.expression(table, &hash)
                    );
                    self.fault("missing_hash", Some(table.name), at, message);
                }
                continue;
            }
            let filled = table.columns.iter().any(|column| column.name == name && is_filled(column));
            // A hash cannot be computed without its inputs, which are missing themselves.
            if !(filled || hash.is_some() && self.options.implied_hash) {
                let message = format!(
                    "the rows have no `{name}`, which belongs to the key of table `{}`: write it, too",
                    table.name
                );
                self.fault("missing_column", Some(table.name), at, message);
            }
        }
        if !matches!(target.verb, Verb::Insert(_)) {
            return;
        }
        for (number, column) in table.columns.iter().enumerate() {
            if !table.is_key(number) && !column.is_nullable() && !is_filled(column) && !has(column.name) {
                let message = format!(
                    "the rows have no `{}`, a column of table `{}` that is NOT NULL and has no default: write it, too",
                    column.name, table.name
                );
                self.fault("missing_column", Some(table.name), at, message);
            }
        }
    }

    /// The values that statements write.
    pub(super) fn values(&mut self, query: &Query, named: &Named<'_>) {
        for statement in &query.statements {
            match &statement.kind {
                StatementKind::Insert(insert) => self.insert(insert, named),
                StatementKind::Update(update) => self.update(update, named),
                _ => {}
            }
        }
    }

    fn insert(&mut self, insert: &Insert, named: &Named<'_>) {
        let Some(table) = self.find(&insert.table.path.name).filter(|_| !insert.table.elsewhere) else { return };
        for row in rows(insert.columns.as_deref(), &insert.source) {
            for (name, value) in &row {
                if let Some(column) = table.columns.iter().find(|column| column.name == &*name.name) {
                    self.written(table, column, value, named);
                }
            }
            for hash in table.computed() {
                self.hash_of_row(table, &hash, &row, named);
            }
        }
    }

    fn update(&mut self, update: &Update, named: &Named<'_>) {
        let Some(table) = self.find(&update.table.path.name).filter(|_| !update.table.elsewhere) else { return };
        let UpdateKind::Set { assignments, .. } = &update.kind else { return };
        for (name, value) in assignments {
            let is_key = table.primary_key().any(|key| key == &*name.name);
            let computed = table.computed().any(|hash| hash.name == &*name.name);
            if is_key || computed {
                let why = if is_key { "belongs to the key" } else { "is computed from columns of the key" };
                let message = format!(
                    "`{}` {why} of table `{}`, so no UPDATE can set it: insert a row with the new key, and delete the \
                     old one",
                    name.name, table.name
                );
                self.fault("hash_written", Some(table.name), name.at, message);
            } else if let Some(column) = table.columns.iter().find(|column| column.name == &*name.name) {
                self.written(table, column, value, named);
            }
        }
    }

    /// A fault if a column certainly does not take a value.
    fn written(&mut self, table: &Table<'_>, column: &ColumnDef<'_>, value: &Expr, named: &Named<'_>) {
        let Some(known) = named.known(value) else { return };
        let message = match (&known, known.kind()) {
            (Known::Null, _) if !column.is_nullable() => {
                format!("`{}` is NOT NULL, and NULL is written: write a value", column.name)
            }
            (Known::Typed { name: Some(name), ty, optional: true }, _)
                if !column.is_nullable() && ty.same(column.ty) =>
            {
                format!(
                    "`{}` is NOT NULL, and `${name}` is declared as Optional<{ty}>: declare it as {ty}",
                    column.name
                )
            }
            (_, Some(kind)) => match mismatch((column.name, column.ty), kind, &known, "is written into it") {
                Some(message) => message,
                None => return,
            },
            _ => return,
        };
        self.fault("type_mismatch", Some(table.name), value.at, message);
    }
}

fn is_filled(column: &ColumnDef<'_>) -> bool {
    column.serial || column.default.is_some()
}
