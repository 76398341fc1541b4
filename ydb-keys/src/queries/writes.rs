//! What is written: the columns that rows must have, and the columns that no UPDATE can set.

use ydb_yql::facts::code;

use super::facts::{Column, Scope, SourceKind, Target, column, position};
use super::fault::{Adds, Fault, Search, What};
use super::query::{List, Query};
use crate::schema::any::{HashDef, Table};
use crate::schema::column::ColumnDef;
use crate::types::const_text::same;

/// The columns that the rows of a target lack. A computed one is there when its inputs are, if it is added.
pub(super) const fn lacks<'a>(target: &Target<'a>, adds: Adds, search: &mut Search<'a>) {
    let Some(columns) = target.columns else { return };
    let table = target.table;
    if let (Adds::Nobody, Some(hash)) = (adds, table.hash)
        && !has(target.query, columns, hash.name)
        && has_inputs(target.query, columns, table, &hash)
    {
        search.put(Some(Fault::new(target.at, hash.name, What::RowsWithoutHash).of(table).at_word(table.name)));
    }
    let mut i = 0;
    while i < table.columns.len() {
        let column = &table.columns[i];
        let is_key = table.is_key(i);
        let needed = is_key || target.inserts && !column.is_nullable();
        if needed && !is_filled(column) && !has(target.query, columns, column.name) {
            let fault = Fault::new(target.at, column.name, What::Missing(is_key));
            search.put(Some(fault.of(table).at_word(table.name)));
        }
        i += 1;
    }
}

/// The computed columns among those that the text names. The library writes them, so that each row has its own.
pub(super) const fn computed_ones<'a>(target: &Target<'a>, mut columns: List, search: &mut Search<'a>) {
    while columns.left > 0 {
        let column = Column::of(target.query, columns.at);
        match position(target.table, column.name) {
            Some(position) if position >= target.table.columns.len() => {
                search.put(Some(Fault::new(column.at, column.name, What::Given).of(target.table)));
            }
            _ => {}
        }
        columns = columns.after(columns.at + code::COLUMN);
    }
}

const fn has_inputs(query: &Query<'_>, columns: List, table: &Table<'_>, hash: &HashDef<'_>) -> bool {
    let mut i = 0;
    while i < hash.inputs.len() {
        if !has(query, columns, table.columns[hash.inputs[i]].name) {
            return false;
        }
        i += 1;
    }
    true
}

/// Columns of sources that may be NULL, written into columns that are NOT NULL. YDB looks at the types alone, before the query
/// runs, and no condition of the query changes the type of a column (`HandleWriteTable` of `yql_kikimr_type_ann.cpp`;
/// `GetJoinColumnTypes` of `yql_join.cpp` for sides of joins that may be missing).
pub(super) const fn nulls<'a>(target: &Target<'a>, search: &mut Search<'a>) {
    let (query, mut copied) = (target.query, target.copied);
    while copied.left > 0 {
        let (name, at) = (query.names[query.number(copied.at)], query.number(copied.at + 1));
        let (scope, named) = (Scope::of(query, query.number(copied.at + 2)), query.number(copied.at + 3));
        if is_not_null(target.table, name) && may_be_null(&scope, &scope.column(named)) {
            let source = scope.column(named).name;
            search.put(Some(Fault::new(at, name, What::NullColumn(source)).of(target.table).at_word(source)));
        }
        copied = copied.after(copied.at + code::COPIED);
    }
}

/// Whether a table certainly has a column that is NOT NULL.
const fn is_not_null(table: &Table<'_>, name: &str) -> bool {
    match position(table, name) {
        None => false,
        Some(position) if position < table.columns.len() => !table.may_be_null(position),
        // The hash that leads the key comes before those of the indexes.
        Some(position) => !(position == table.columns.len() && table.hash_may_be_null()),
    }
}

/// Whether a column of a scope is certainly one that may be NULL. Of a key that lacks NOT NULL in the model, the table may have
/// it.
const fn may_be_null(scope: &Scope<'_>, named: &Column<'_>) -> bool {
    let (mut found, mut i) = (None, 0);
    while i < scope.sources {
        let may_be = match named.source {
            Some(source) => source == i,
            None => true,
        };
        if may_be {
            match scope.source(i).kind {
                SourceKind::Rows(_) => match scope.has(i, named.name) {
                    Some(false) => {}
                    Some(true) | None => return false,
                },
                SourceKind::Table(table, _) => match (column(table, named.name), found) {
                    (None, _) => {}
                    (Some(column), None) => found = Some(column.nullable || scope.is_outer(i)),
                    (Some(_), Some(_)) => return false,
                },
            }
        }
        i += 1;
    }
    matches!(found, Some(true))
}

/// Rows that the server makes, for a table whose hash only the program computes. Those of a star may have it already.
pub(super) const fn made_by_server<'a>(target: &Target<'a>, search: &mut Search<'a>) {
    let table = target.table;
    let Some(hash) = table.hash else { return };
    if hash.foreign().is_none() {
        return;
    }
    let fault = Fault::new(target.at, hash.name, What::MadeByServer).of(table);
    let Some(mut columns) = target.columns else {
        if !target.are_given && !reads_hash(target.query, &hash) {
            search.put(Some(fault.at_word(table.name)));
        }
        return;
    };
    while columns.left > 0 {
        let column = Column::of(target.query, columns.at);
        if column.doubtful
            && let Some(position) = position(table, column.name)
            && is_input(&hash, position)
        {
            search.put(Some(Fault { at: column.at, ..fault }.at_word(column.name)));
            return;
        }
        columns = columns.after(columns.at + code::COLUMN);
    }
}

/// Whether a star of a query reads a column of this name with the values of this function of other programs.
const fn reads_hash(query: &Query<'_>, hash: &HashDef<'_>) -> bool {
    let mut next = query.first();
    while let Some(scope) = next {
        let mut source = 0;
        while source < scope.sources && scope.reads_all() {
            if let SourceKind::Table(other, _) = scope.source(source).kind
                && let Some(own) = other.hash
                && same(own.name, hash.name)
                && own.is_same_foreign(hash)
            {
                return true;
            }
            source += 1;
        }
        next = scope.next();
    }
    false
}

const fn is_input(hash: &HashDef<'_>, position: usize) -> bool {
    let mut i = 0;
    while i < hash.inputs.len() {
        if hash.inputs[i] == position {
            return true;
        }
        i += 1;
    }
    false
}

/// The fault of a column that an UPDATE sets: a part of the key, or computed from it.
pub(super) const fn set<'a>(table: &'a Table<'a>, column: &Column<'a>) -> Option<Fault<'a>> {
    let Some(position) = position(table, column.name) else { return None };
    // Computed columns come after the others, and that of the key is the first of them.
    let is_computed = position >= table.columns.len();
    if !is_computed && !table.is_key(position) {
        return None;
    }
    let is_key = !is_computed || table.hash.is_some() && position == table.columns.len();
    Some(Fault::new(column.at, column.name, What::Set(is_key)).of(table))
}

const fn has(query: &Query<'_>, mut columns: List, name: &str) -> bool {
    while columns.left > 0 {
        if same(query.names[query.number(columns.at)], name) {
            return true;
        }
        columns = columns.after(columns.at + code::COLUMN);
    }
    false
}

const fn is_filled(column: &ColumnDef<'_>) -> bool {
    column.serial || column.default.is_some()
}
