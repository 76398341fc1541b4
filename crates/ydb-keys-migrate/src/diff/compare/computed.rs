//! The computed columns of indexes: missing ones, and rows without a value in them.
//!
//! A table is created with such a column as NOT NULL. YDB adds a NOT NULL column to a table only with a default, which
//! would be a wrong value in the rows that programs without the column write meanwhile. So it is added without NOT
//! NULL, and rows without a value show as NULL, at the beginning of the index. Both forms are as the model declares.

use ydb_keys::Layout;
use ydb_keys::schema::{HashDef, IndexDef};
use ydb_keys_core::ddl::{Change, Name};
use ydb_keys_core::schema::layout::LayoutHash;

use super::findings::{Findings, Turn};
use super::indexes;
use crate::diff::{Action, Difference, Effect};
use crate::live::{IndexSample, LiveColumn};
use crate::rekey::Fill;

pub(super) fn compare(found: &mut Findings<'_>) {
    for (index, hash) in found.table.indexes.iter().filter_map(|index| Some((index, index.hash?))) {
        match found.live.column(hash.name) {
            Some(live) => there(found, index, &hash, live),
            None => {
                let column = format!("{} {} NOT NULL", Name(hash.name), hash.ty());
                found.differs(Difference::MissingColumn { name: hash.name.into(), column });
                found.as_one(indexes::change_of(index), |found| {
                    let note = "without NOT NULL, which YDB adds only with a default, and that would be a wrong value";
                    found.noted(Turn::AddColumn, Change::AddComputed(hash), note.to_owned());
                    fill(found, &hash);
                });
            }
        }
    }
}

fn there(found: &mut Findings<'_>, index: &IndexDef, hash: &HashDef, live: &LiveColumn) {
    if live.ty != Some(hash.ty()) {
        let (model, there) = (hash.ty().to_string(), live.type_text.clone());
        found.differs(Difference::ColumnType { name: live.name.clone(), model, live: there });
        return found.needs_copy(other_values(hash.name, "has another type"));
    }
    let sample = found.live.index_samples.get(hash.name).copied().unwrap_or_default();
    if sample.differing > 0 {
        let IndexSample { rows, differing, .. } = sample;
        let model = Layout::of(found.table).to_string();
        found.differs(Difference::Hash { model, live: None, rows, differing });
        return found.needs_copy(other_values(hash.name, "has other values than the model computes"));
    }
    let is_built = indexes::is_built(found, index);
    if live.nullable && (!is_built || sample.is_incomplete) {
        if is_built {
            found.differs(Difference::NotFilled { column: hash.name.into(), index: index.name.into() });
        }
        found.as_one(indexes::change_of(index), |found| fill(found, hash));
    }
}

fn fill(found: &mut Findings<'_>, hash: &HashDef) {
    let statement = Fill::new(found.table, found.path, hash).all();
    let action = Action::FillColumn { column: hash.name.to_owned(), statement };
    found.push(Turn::FillColumn, action, Effect::Additive, None);
}

/// What to do about a column whose values are not those of the model.
fn other_values(column: &str, what: &str) -> String {
    format!(
        "column {} {what}, and in one column the values of both cannot be told apart. Without a copy: give the column \
         another name in the model, then `apply` adds and fills it, and builds the index anew",
        Name(column)
    )
}

/// The reason for a copy if a column is computed otherwise than the layout of the table says.
pub(super) fn computed_otherwise(own: &LayoutHash, written: &Layout) -> String {
    let there = written.indexed(&own.name).map_or_else(String::new, ToString::to_string);
    other_values(&own.name, &format!("is computed as `{there}`"))
}
