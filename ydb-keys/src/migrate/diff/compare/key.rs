//! The primary key and what its hash is computed from.

use super::findings::{Findings, Turn};
use crate::ddl::{Name, Names};
use crate::migrate::diff::{Action, Difference, Effect};
use crate::schema::{Layout, LayoutError};

pub(super) fn compare(found: &mut Findings<'_>) {
    let model: Vec<&str> = found.table.primary_key().collect();
    let live = &found.live.primary_key;
    if model == *live {
        return;
    }
    let (new, old) = (Names(model.iter().copied()), Names(live.iter().map(String::as_str)));
    found.needs_copy(format!("the primary key is ({old}) and shall be ({new}): YDB never changes the key of a table"));
    found
        .differs(Difference::PrimaryKey { model: model.iter().map(|&name| name.into()).collect(), live: live.clone() });
    for column in found.table.key_columns().filter(|column| found.live.column(column.name).is_none()) {
        let name = Name(column.name);
        found.hinders_a_copy(format!(
            "key column {name} is not in the table, so a copy has nothing to put there. Keep the old key in the model and \
             declare the column as an `Option`, apply, fill it in all rows, then put it into the key"
        ));
    }
}

/// The attribute that says how keys are made, or what a sample of rows says where there is none.
pub(super) fn compare_layout(found: &mut Findings<'_>) {
    if has_other_key(found) {
        return;
    }
    let model = Layout::of(found.table);
    let Some(line) = found.live.attributes.get(Layout::ATTRIBUTE) else { return sampled(found, model.to_string()) };
    let written = line.parse::<Layout>();
    if written.as_ref() == Ok(&model) {
        return;
    }
    found.differs(Difference::Hash { model: model.to_string(), live: Some(line.clone()), rows: 0, differing: 0 });
    match written {
        Ok(_) => found.needs_copy("the model computes other keys than the rows have: every row needs a new key".to_owned()),
        Err(LayoutError::Newer) => found.by_hand(format!(
            "a newer release of ydb-keys wrote the attribute {}: update the library",
            Layout::ATTRIBUTE
        )),
        Err(LayoutError::Damaged) => found.by_hand(format!(
            "the attribute {0} is damaged: no release of ydb-keys writes such a line. Drop it with \
             `ydb table attribute drop --attributes {0}`; then rows are looked at instead, and `apply` writes the layout again",
            Layout::ATTRIBUTE
        )),
    }
}

fn sampled(found: &mut Findings<'_>, model: String) {
    match (found.table.hash, found.live.hash_sample) {
        (Some(hash), None) => {
            found.not_compared(format!("values of {}", Name(hash.name)), "no rows were looked at");
            return;
        }
        (Some(hash), Some(sample)) if sample.differing > 0 => {
            let (rows, differing) = (sample.rows, sample.differing);
            found.differs(Difference::Hash { model, live: None, rows, differing });
            found.needs_copy(format!(
                "{} holds other numbers than the model computes: the model does not find these rows",
                Name(hash.name)
            ));
            return;
        }
        _ => {}
    }
    found.push(Turn::WriteLayout, Action::WriteLayout { layout: model }, Effect::Additive, None);
}

/// Whether key columns, their order or their types differ: then a layout would be none, or a wrong one.
fn has_other_key(found: &Findings<'_>) -> bool {
    let same_columns = found.table.primary_key().eq(found.live.primary_key.iter().map(String::as_str));
    !same_columns || found.table.primary_key().any(|column| found.has_other_type(column))
}
