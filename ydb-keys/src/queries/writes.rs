//! What is written: the columns that rows must have, and the columns that no UPDATE can set.

use ydb_yql::facts::code;

use super::facts::{Column, Target, computed};
use super::fault::{Adds, Fault, Search, What};
use super::query::{List, Query};
use super::said::is_of_key;
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

/// The fault of a column that an UPDATE sets: a part of the key, or computed from it.
pub(super) const fn set<'a>(table: &'a Table<'a>, column: &Column<'a>) -> Option<Fault<'a>> {
    let (mut is_computed, mut i) = (false, 0);
    while let Some(hash) = computed(table, i) {
        is_computed |= same(hash.name, column.name);
        i += 1;
    }
    match is_computed || is_of_key(table, column.name) {
        true => Some(Fault::new(column.at, column.name, What::Set).of(table)),
        false => None,
    }
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
