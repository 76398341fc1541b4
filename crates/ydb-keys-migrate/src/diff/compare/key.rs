//! Comparison of the primary key and its hash, the computed columns of indexes, and properties that a copy for another
//! key carries over.

use ydb_keys::schema::{HashDef, IndexDef};
use ydb_keys::{Layout, LayoutError};
use ydb_keys_core::ddl::{Change, Name, Names, Text};
use ydb_keys_core::schema::layout::LayoutHash;

use super::findings::{StepTurn, TableFindings, layout_note};
use super::indexes;
use crate::diff::{Action, Difference, Effect};
use crate::live::{IndexSample, LiveColumn, LiveSettings};
use crate::pull::unsettled;
use crate::rekey::{
    FillStatements, Paths, kept_settings, recomputed, reserved_attributes, serials, settings_of_index, user_attributes,
};

pub(super) fn compare_key(found: &mut TableFindings<'_>) {
    let model: Vec<&str> = found.table.primary_key().collect();
    let live = &found.live.primary_key;
    if model == *live {
        return;
    }
    let (new, old) = (Names(model.iter().copied()), Names(live.iter().map(String::as_str)));
    found.reasons.push(format!(
        "the primary key is ({old}), but the model declares ({new}): YDB cannot change the key of a table"
    ));
    found
        .differences
        .push(Difference::PrimaryKey { model: model.iter().map(|&name| name.into()).collect(), live: live.clone() });
    for column in found.table.key_columns().filter(|column| found.live.column(column.name).is_none()) {
        let name = Name(column.name);
        found.obstacles.push(format!(
            "key column {name} is not in the table, so a copy has no values for it. Keep the old key in the model and \
             declare the column as an `Option`, apply, fill it in all rows, then add it to the key"
        ));
    }
}

/// Compares the layout attribute with the model. If the table does not have the attribute, a sample of rows is
/// compared.
pub(super) fn compare_layout(found: &mut TableFindings<'_>) {
    if has_other_key(found) {
        return;
    }
    let model = Layout::of(found.table);
    let Some(line) = found.live.attributes.get(Layout::ATTRIBUTE) else {
        return compare_sampled(found, model.to_string());
    };
    let written = line.parse::<Layout>();
    if written.as_ref() == Ok(&model) {
        return compare_foreign(found, &model);
    }
    if let Some(written) = written.as_ref().ok().filter(|written| model.has_rows_of(written)) {
        return compare_computed_layout(found, &model, written);
    }
    found.differences.push(Difference::Hash {
        model: model.to_string(),
        live: Some(line.clone()),
        rows: 0,
        differing: 0,
    });
    match written {
        Ok(_) => found.reasons.push(
            "the keys that the model computes differ from those of the rows: every row needs a new key".to_owned(),
        ),
        Err(LayoutError::Newer) => found
            .by_hand
            .push(format!("a newer release of ydb-keys wrote the attribute {}: update the library", Layout::ATTRIBUTE)),
        Err(_) => found.by_hand.push(format!(
            "the attribute {0} is damaged: no release of ydb-keys writes such a line. Drop it with \
             `ydb table attribute drop --attributes {0} {1}`; then a sample of rows is compared instead, and `apply` \
             writes the layout again",
            Layout::ATTRIBUTE,
            found.path
        )),
    }
}

/// Compares a hash of another program's function by sampled rows. The layout only has the function's name and version,
/// and does not show a change of the function itself.
fn compare_foreign(found: &mut TableFindings<'_>, model: &Layout) {
    let (Some(hash), Some(sample)) = (found.table.hash, found.live.hash_sample.clone()) else { return };
    if sample.differing == 0 {
        return;
    }
    let (rows, differing) = (sample.rows, sample.differing);
    found.differences.push(Difference::Hash { model: model.to_string(), live: None, rows, differing });
    found.by_hand.push(format!(
        "the function `{}` computes other values than {} has, so the model does not find these rows. Restore the function; or, if it \
         was changed on purpose, give it another version: then `apply --rekey` copies the rows{}",
        hash.function,
        Name(hash.name),
        sample.first.iter().map(|row| format!("; {row}")).collect::<String>()
    ));
}

/// Compares layouts that differ only in columns of indexes. Steps add, fill and drop such columns; a column with
/// another expression needs a copy.
fn compare_computed_layout(found: &mut TableFindings<'_>, model: &Layout, written: &Layout) {
    let reasons: Vec<String> = model.computed_otherwise(written).map(|own| computed_otherwise(own, written)).collect();
    if !reasons.is_empty() {
        let (model, live) = (model.to_string(), Some(written.to_string()));
        found.differences.push(Difference::Hash { model, live, rows: 0, differing: 0 });
        return reasons.into_iter().for_each(|reason| found.reasons.push(reason));
    }
    let is_new = |index: &&IndexDef| index.hash.is_some_and(|hash| written.indexed(hash.name).is_none());
    let is_replaced = |index: &&IndexDef| found.live.index(index.name).is_some() && !indexes::is_built(found, index);
    let write = |found: &mut TableFindings<'_>| {
        let note = layout_note(found.table);
        found.push(StepTurn::WriteLayout, Action::WriteLayout { layout: model.to_string() }, Effect::Additive, note);
    };
    if let Some(replaced) = found.table.indexes.iter().filter(is_new).find(is_replaced) {
        // If the steps that drop the old index are left out, programs with the old layout go on.
        return found.as_one(indexes::change_of(replaced), write);
    }
    for left in written.indexed_names().filter(|name| model.indexed(name).is_none()) {
        if found.live.column(left).is_some_and(|column| !column.nullable) {
            // Programs with the new layout do not write the column, while programs with the old one still read it.
            found.step(StepTurn::AlterColumn, Change::DropNotNull(left));
        }
    }
    write(found);
}

fn compare_sampled(found: &mut TableFindings<'_>, model: String) {
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
            found.differences.push(Difference::Hash { model, live: None, rows, differing });
            found.reasons.push(format!(
                "the values of {} differ from the hashes that the model computes: the model does not find these rows{}",
                Name(hash.name),
                sample.first.iter().map(|row| format!("; {row}")).collect::<String>()
            ));
            return;
        }
        _ => {}
    }
    let note = layout_note(found.table);
    found.push(StepTurn::WriteLayout, Action::WriteLayout { layout: model }, Effect::Additive, note);
}

/// Returns `true` if the key columns, their order or their types differ. The layout of the model would then be wrong
/// for the table.
fn has_other_key(found: &TableFindings<'_>) -> bool {
    let same_columns = found.table.primary_key().eq(found.live.primary_key.iter().map(String::as_str));
    !same_columns || found.table.primary_key().any(|column| found.has_other_type(column))
}

// Comparison of the computed columns of indexes: missing columns, and rows without a value in them.
//
// A table is created with such a column as NOT NULL. YDB adds a NOT NULL column to a table only with a default, which
// would be a wrong value in the rows that programs without the column write meanwhile. The column is therefore added
// without NOT NULL, and rows without a value have NULL, at the beginning of the index. Both forms agree with the model.

pub(super) fn compare_computed_columns(found: &mut TableFindings<'_>) {
    for (index, hash) in found.table.indexes.iter().filter_map(|index| Some((index, index.hash?))) {
        match found.live.column(hash.name) {
            Some(live) => compare_computed_column(found, index, &hash, live),
            None => {
                let column = format!("{} {} NOT NULL", Name(hash.name), hash.ty());
                found.differences.push(Difference::MissingColumn { name: hash.name.into(), column });
                found.as_one(indexes::change_of(index), |found| {
                    let note = "without NOT NULL, which YDB adds only with a default, and that would be a wrong value";
                    found.noted(StepTurn::AddColumn, Change::AddComputed(hash), note.to_owned());
                    fill_computed(found, &hash);
                });
            }
        }
    }
}

fn compare_computed_column(found: &mut TableFindings<'_>, index: &IndexDef, hash: &HashDef, live: &LiveColumn) {
    if live.ty != Some(hash.ty()) {
        let (model, there) = (hash.ty().to_string(), live.type_text.clone());
        found.differences.push(Difference::ColumnType { name: live.name.clone(), model, live: there });
        return found.reasons.push(not_told_apart(hash.name, "has another type"));
    }
    let sample = found.live.index_samples.get(hash.name).copied().unwrap_or_default();
    if sample.differing > 0 {
        let IndexSample { rows, differing, .. } = sample;
        let model = Layout::of(found.table).to_string();
        found.differences.push(Difference::Hash { model, live: None, rows, differing });
        return found.reasons.push(not_told_apart(hash.name, "has other values than the model computes"));
    }
    let is_built = indexes::is_built(found, index);
    if live.nullable && (!is_built || sample.is_incomplete) {
        if is_built {
            found.differences.push(Difference::NotFilled { column: hash.name.into(), index: index.name.into() });
        }
        found.as_one(indexes::change_of(index), |found| fill_computed(found, hash));
    }
}

fn fill_computed(found: &mut TableFindings<'_>, hash: &HashDef) {
    let statement = FillStatements::new(found.table, found.path, hash).all();
    let action = Action::FillColumn { column: hash.name.to_owned(), statement };
    found.push(StepTurn::FillColumn, action, Effect::Additive, None);
}

/// Describes a column whose values are not those of the model, and the cure.
fn not_told_apart(column: &str, what: &str) -> String {
    format!(
        "column {} {what}, and in one column the values of both cannot be told apart. Without a copy: give the column \
         another name in the model, then `apply` adds and fills it, and builds the index anew",
        Name(column)
    )
}

/// Returns the reason for a copy: the table's layout computes the column in another way.
fn computed_otherwise(own: &LayoutHash, written: &Layout) -> String {
    let there = written.indexed(&own.name).map_or_else(String::new, ToString::to_string);
    not_told_apart(&own.name, &format!("is computed as `{there}`"))
}

pub(super) fn compare_copied(found: &mut TableFindings<'_>) {
    if let Some(obstacle) = Paths::of(found.path).obstacle() {
        found.obstacles.push(obstacle);
    }
    recomputed(found.table, found.live).into_iter().for_each(|obstacle| found.obstacles.push(obstacle));
    carry_rights(found);
    let live = found.live;
    for (name, value) in user_attributes(&live.attributes) {
        found.carried.push(format!("attribute {} = {}", Name(name), Text(value, '\'')));
    }
    for name in reserved_attributes(&live.attributes) {
        found.not_copied.push(format!("attribute {}, which only the server can set", Name(name)));
    }
    match found.settings() {
        Some(settings) => carry_settings(found, settings),
        None => {
            for column in serials(found.table) {
                found.not_copied.push(format!(
                    "the position of the sequence of {}, which this server does not report: numbering continues after \
                     the greatest number in the rows, so the numbers of rows deleted from the end are used again",
                    Name(column.name)
                ));
            }
        }
    }
}

/// Records the rights that a copy needs: a renamed table keeps its own rights, and the copy must get those of the old
/// table.
fn carry_rights(found: &mut TableFindings<'_>) {
    let Some(rights) = &found.live.rights else { return };
    for (subject, names) in &rights.grants {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        found.carried.push(format!("grant of {} to {}", names.join(", "), Name(subject)));
    }
    if !rights.owner.is_empty() {
        found.carried.push(format!(
            "owner {}, if this user runs the copy; otherwise the copy stops before the first row, because an owner can \
             only be changed by hand",
            Name(&rights.owner)
        ));
    }
}

fn carry_settings(found: &mut TableFindings<'_>, settings: &LiveSettings) {
    for feed in &settings.changefeeds {
        let name = Name(feed);
        let with = settings.changefeed_settings.iter().find(|(of, _)| of == feed);
        let with = with.map_or_else(String::new, |(_, text)| format!(" WITH ({text})"));
        let declared = found.table.changefeeds.iter().any(|declared| declared.name == feed);
        let again = if declared {
            "after the copy, the next plan adds it again".to_owned()
        } else {
            format!("after the copy, run ALTER TABLE {} ADD CHANGEFEED {name}{with}", Name(found.path))
        };
        found.obstacles.push(format!(
            "changefeed {name}: YDB cannot rename a table that has a changefeed. When its readers are done, run \
             ALTER TABLE {} DROP CHANGEFEED {name}; {again}",
            Name(found.path)
        ));
        if found.table.changefeeds.is_empty() && !found.needs_a_copy_already() {
            found.left_alone(format!("changefeed {name}"));
        }
    }
    for (index, text) in &settings.index_settings {
        let declared = found.table.indexes.iter().find(|declared| declared.name == index);
        let live = found.live.index(index);
        let what = format!("settings of index {}: {text}", Name(index));
        match declared {
            Some(declared) if found.needs_a_copy_already() => {
                if settings_of_index(found.live, declared).is_some_and(|settings| settings.are_by_hand) {
                    found.carried.push(what);
                }
            }
            // `compare_index_settings` compares them.
            Some(declared) if declared.hash.is_some_and(|hash| hash.buckets.is_some()) => {}
            // A step that drops the index reports the loss.
            None if live.is_some_and(|live| indexes::unsaid(found, live).is_none())
                && !found.needs_a_copy_already() => {}
            _ => found.left_alone(what),
        }
    }
    for text in kept_settings(found.table, found.live) {
        found.carried.push(text);
    }
    for family in &settings.families {
        if found.table.families.iter().all(|declared| declared.name != family.name) && family.name != "default" {
            found.not_copied.push(format!("family {}", Name(&family.name)));
        }
    }
    for family in &settings.families {
        let unsettled = unsettled(family, found.live.store);
        if !unsettled.is_empty() {
            found.left_alone(format!("of family {}: {}", Name(&family.name), unsettled.join(", ")));
        }
    }
    for text in found.live.unsaid() {
        found.left_alone(text);
    }
}
