//! The primary key, and how its hash is computed.

use ydb_keys::schema::IndexDef;
use ydb_keys::{Layout, LayoutError};
use ydb_keys_core::ddl::{Change, Name, Names};

use super::findings::{Findings, Turn, layout_note};
use super::{computed, indexes};
use crate::diff::{Action, Difference, Effect};

pub(super) fn compare(found: &mut Findings<'_>) {
    let model: Vec<&str> = found.table.primary_key().collect();
    let live = &found.live.primary_key;
    if model == *live {
        return;
    }
    let (new, old) = (Names(model.iter().copied()), Names(live.iter().map(String::as_str)));
    found.needs_copy(format!(
        "the primary key is ({old}), but the model declares ({new}): YDB cannot change the key of a table"
    ));
    found
        .differs(Difference::PrimaryKey { model: model.iter().map(|&name| name.into()).collect(), live: live.clone() });
    for column in found.table.key_columns().filter(|column| found.live.column(column.name).is_none()) {
        let name = Name(column.name);
        found.hinders_a_copy(format!(
            "key column {name} is not in the table, so a copy has no values for it. Keep the old key in the model and \
             declare the column as an `Option`, apply, fill it in all rows, then add it to the key"
        ));
    }
}

/// The attribute that says how keys are computed, or a sample of rows if the table does not have the attribute.
pub(super) fn compare_layout(found: &mut Findings<'_>) {
    if has_other_key(found) {
        return;
    }
    let model = Layout::of(found.table);
    let Some(line) = found.live.attributes.get(Layout::ATTRIBUTE) else { return sampled(found, model.to_string()) };
    let written = line.parse::<Layout>();
    if written.as_ref() == Ok(&model) {
        return compare_foreign(found, &model);
    }
    if let Some(written) = written.as_ref().ok().filter(|written| model.has_rows_of(written)) {
        return compare_computed(found, &model, written);
    }
    found.differs(Difference::Hash { model: model.to_string(), live: Some(line.clone()), rows: 0, differing: 0 });
    match written {
        Ok(_) => found.needs_copy(
            "the keys that the model computes differ from those of the rows: every row needs a new key".to_owned(),
        ),
        Err(LayoutError::Newer) => found.by_hand(format!(
            "a newer release of ydb-keys wrote the attribute {}: update the library",
            Layout::ATTRIBUTE
        )),
        Err(_) => found.by_hand(format!(
            "the attribute {0} is damaged: no release of ydb-keys writes such a line. Drop it with \
             `ydb table attribute drop --attributes {0} {1}`; then a sample of rows is compared instead, and `apply` \
             writes the layout again",
            Layout::ATTRIBUTE,
            found.path
        )),
    }
}

/// The layout has the name and the version of a function of other programs, and nothing of what it computes: rows tell whether
/// that has changed.
fn compare_foreign(found: &mut Findings<'_>, model: &Layout) {
    let (Some(hash), Some(sample)) = (found.table.hash, found.live.hash_sample.clone()) else { return };
    if sample.differing == 0 {
        return;
    }
    let (rows, differing) = (sample.rows, sample.differing);
    found.differs(Difference::Hash { model: model.to_string(), live: None, rows, differing });
    found.by_hand(format!(
        "the function `{}` computes other values than {} has, so the model does not find these rows. Restore the function; or, if it \
         was changed on purpose, give it another version: then `apply --rekey` copies the rows{}",
        hash.function,
        Name(hash.name),
        sample.first.iter().map(|row| format!("; {row}")).collect::<String>()
    ));
}

/// Only columns of indexes differ. Steps add, fill and drop them; only a column that is computed in another way needs a
/// copy.
fn compare_computed(found: &mut Findings<'_>, model: &Layout, written: &Layout) {
    let reasons: Vec<String> =
        model.computed_otherwise(written).map(|own| computed::computed_otherwise(own, written)).collect();
    if !reasons.is_empty() {
        let (model, live) = (model.to_string(), Some(written.to_string()));
        found.differs(Difference::Hash { model, live, rows: 0, differing: 0 });
        return reasons.into_iter().for_each(|reason| found.needs_copy(reason));
    }
    let is_new = |index: &&IndexDef| index.hash.is_some_and(|hash| written.indexed(hash.name).is_none());
    let is_replaced = |index: &&IndexDef| found.live.index(index.name).is_some() && !indexes::is_built(found, index);
    let write = |found: &mut Findings<'_>| {
        let note = layout_note(found.table);
        found.push(Turn::WriteLayout, Action::WriteLayout { layout: model.to_string() }, Effect::Additive, note);
    };
    if let Some(replaced) = found.table.indexes.iter().filter(is_new).find(is_replaced) {
        // Without the steps that drop the old index the programs of the old layout go on.
        return found.as_one(indexes::change_of(replaced), write);
    }
    for left in written.indexed_names().filter(|name| model.indexed(name).is_none()) {
        if found.live.column(left).is_some_and(|column| !column.nullable) {
            // Programs with the new layout do not write it, while those with the old one still read it.
            found.step(Turn::AlterColumn, Change::DropNotNull(left));
        }
    }
    write(found);
}

fn sampled(found: &mut Findings<'_>, model: String) {
    for hash in found.table.indexes.iter().filter_map(|index| index.hash) {
        if found.live.column(hash.name).is_some() && !found.live.index_samples.contains_key(hash.name) {
            return found.not_compared(format!("values of {}", Name(hash.name)), "no rows were sampled");
        }
    }
    match (found.table.hash, found.live.hash_sample.clone()) {
        (Some(hash), None) => {
            found.not_compared(format!("values of {}", Name(hash.name)), "no rows were sampled");
            return;
        }
        (Some(hash), Some(sample)) if sample.differing > 0 => {
            let (rows, differing) = (sample.rows, sample.differing);
            found.differs(Difference::Hash { model, live: None, rows, differing });
            found.needs_copy(format!(
                "the values of {} differ from the hashes that the model computes: the model does not find these rows{}",
                Name(hash.name),
                sample.first.iter().map(|row| format!("; {row}")).collect::<String>()
            ));
            return;
        }
        _ => {}
    }
    let note = layout_note(found.table);
    found.push(Turn::WriteLayout, Action::WriteLayout { layout: model }, Effect::Additive, note);
}

/// Whether the key columns, their order or their types differ: then the layout of the model would be wrong for this
/// table.
fn has_other_key(found: &Findings<'_>) -> bool {
    let same_columns = found.table.primary_key().eq(found.live.primary_key.iter().map(String::as_str));
    !same_columns || found.table.primary_key().any(|column| found.has_other_type(column))
}
