//! Comparison of secondary indexes and their settings, including indexes that an interrupted replacement left.
//!
//! An index that differs from the model is replaced in three steps: build the new index under a temporary name, drop
//! the old one, rename the new one. If `apply` stops in between, the next plan finds the temporary index and continues.

use ydb_keys::Layout;
use ydb_keys::schema::{IndexDef, IndexKind};
use ydb_keys_core::ddl::{Change, IndexText, Name, Names, index_partitioning};

use super::findings::{StepTurn, TableFindings};
use crate::diff::{Action, Difference, Effect};
use crate::live::{LiveIndex, LiveIndexKind};
use crate::pull::unsaid::{can_be_field, of_buckets};
use crate::rekey::settings_of_index;

/// Suffix of the temporary name of an index that will replace another one.
const TEMPORARY: &str = "__ydb_keys_new";

/// Greatest number of indexes that a table can have.
const MOST: usize = 20;

pub(super) fn compare_indexes(found: &mut TableFindings<'_>) {
    for index in found.table.indexes {
        let old = found.live.index(index.name);
        let temporary = found.live.index(&temporary_name(index));
        if let Some(foreign) = old.into_iter().chain(temporary).find(|index| index.is_foreign()) {
            same_name(found, index, foreign);
            continue;
        }
        match old {
            Some(old) if is_same(found, index, old) => {
                if !old.ready {
                    found.differences.push(Difference::IndexNotReady { name: old.name.clone() });
                    await_index(found, StepTurn::AddIndex, &old.name);
                }
                compare_index_settings(found, index);
                // A temporary index is left, and the index that it was to replace already agrees with the model.
                if let Some(left) = temporary {
                    found.differences.push(Difference::ExtraIndex { name: left.name.clone(), index: text(left) });
                    drop_temporary(found, &left.name);
                }
            }
            _ if index.kind == IndexKind::Unique => unique(found, index, old),
            Some(old) => {
                changed(found, index, old);
                found.as_one(change_of(index), |found| replace(found, index, temporary));
            }
            None => {
                missing(found, index, temporary);
                set(found, index);
            }
        }
    }
    for index in &found.live.indexes {
        if !is_known(found, &index.name) {
            extra(found, index);
        }
    }
}

/// Returns the name of the change that the steps of an index belong to.
pub(super) fn change_of(index: &IndexDef) -> String {
    format!("index {}", index.name)
}

/// Returns `true` if the table has the index, or the temporary index that will replace it.
pub(super) fn is_built(found: &TableFindings<'_>, index: &IndexDef) -> bool {
    let names = [index.name.to_owned(), temporary_name(index)];
    names.iter().filter_map(|name| found.live.index(name)).any(|live| is_same(found, index, live))
}

fn temporary_name(index: &IndexDef) -> String {
    format!("{}{TEMPORARY}", index.name)
}

/// Returns `true` if the model has an index with this name, or the name is the temporary one of such an index.
fn is_known(found: &TableFindings<'_>, name: &str) -> bool {
    let original = name.strip_suffix(TEMPORARY).unwrap_or(name);
    found.table.indexes.iter().any(|index| index.name == name || index.name == original)
}

/// Returns `true` if a live index agrees with the model in everything but its name. The order of covered columns has no
/// effect.
fn is_same(found: &TableFindings<'_>, model: &IndexDef, live: &LiveIndex) -> bool {
    let kind = match model.kind {
        IndexKind::Sync => LiveIndexKind::Sync,
        IndexKind::Async => LiveIndexKind::Async,
        IndexKind::Unique => LiveIndexKind::Unique,
    };
    let IndexText { on, cover: mut wanted, .. } = IndexText::of(found.table, model);
    let mut there: Vec<&str> = live.cover.iter().map(String::as_str).collect();
    wanted.sort_unstable();
    there.sort_unstable();
    kind == live.kind && on == live.on && wanted == there
}

fn await_index(found: &mut TableFindings<'_>, turn: StepTurn, index: &str) {
    found.push(turn, Action::AwaitIndex { index: index.to_owned() }, Effect::Additive, None);
}

fn missing(found: &mut TableFindings<'_>, index: &'static IndexDef, temporary: Option<&LiveIndex>) {
    let model = IndexText::of(found.table, index);
    found.differences.push(Difference::MissingIndex { name: index.name.into(), index: model.to_string() });
    match temporary {
        // A replacement was interrupted between dropping the old index and renaming the new one.
        Some(temporary) if is_same(found, index, temporary) => {
            if !temporary.ready {
                await_index(found, StepTurn::ReplaceIndex, &temporary.name);
            }
            rename(found, index);
        }
        Some(other) => {
            drop_temporary(found, &other.name);
            found.step(StepTurn::AddIndex, Change::AddIndex(model));
        }
        None => found.step(StepTurn::AddIndex, Change::AddIndex(model)),
    }
}

/// Reports that the table's index with this name is of a kind that a model cannot declare. It is not dropped.
fn same_name(found: &mut TableFindings<'_>, index: &IndexDef, foreign: &LiveIndex) {
    changed(found, index, foreign);
    let (name, taken) = (Name(index.name), Name(&foreign.name));
    found.by_hand.push(format!(
        "index {name}: the table's index {taken} is of a kind that a model cannot declare, so it is left alone. Give \
         the model's index another name, or rename or drop the one in the table"
    ));
}

/// Builds the new index next to the old one, and renames it when it is ready.
fn replace(found: &mut TableFindings<'_>, index: &'static IndexDef, temporary: Option<&LiveIndex>) {
    let name = temporary_name(index);
    let new = IndexText { name: &name, ..IndexText::of(found.table, index) };
    match temporary {
        Some(temporary) if is_same(found, index, temporary) => {
            if !temporary.ready {
                await_index(found, StepTurn::ReplaceIndex, &name);
            }
        }
        Some(other) => {
            drop_temporary(found, &other.name);
            found.step(StepTurn::ReplaceIndex, Change::AddIndex(new));
        }
        None if has_no_room(found) => return replace_in_place(found, index),
        None => found.step(StepTurn::ReplaceIndex, Change::AddIndex(new)),
    }
    keep(found, index, &name);
    let note = format!("queries that read through {} fail until the next step is done", Name(index.name));
    found.destructive(StepTurn::ReplaceIndex, Change::DropIndex(index.name), note);
    rename(found, index);
    if index.hash.is_some() {
        set(found, index);
    }
}

fn changed(found: &mut TableFindings<'_>, index: &IndexDef, old: &LiveIndex) {
    let model = IndexText::of(found.table, index).to_string();
    found.differences.push(Difference::Index { name: index.name.into(), model, live: text(old) });
}

/// Returns `true` if the table will still have the greatest number of indexes after extra ones are dropped.
fn has_no_room(found: &TableFindings<'_>) -> bool {
    let stays = |index: &&LiveIndex| is_known(found, &index.name) || unsaid(found, index).is_some();
    found.live.indexes.iter().filter(stays).count() >= MOST
}

fn replace_in_place(found: &mut TableFindings<'_>, index: &'static IndexDef) {
    let mut note = format!(
        "queries that read through {} fail until it is rebuilt: a table can have at most {MOST} indexes, so there is \
         no room to build the new one first",
        Name(index.name)
    );
    if let Some(settings) = settings_of_index(found.live, index).filter(|settings| settings.are_by_hand) {
        note += ". A run that stops before the last step of this change forgets its settings: ";
        note += &settings.texts.join(", ");
    }
    found.destructive(StepTurn::ReplaceIndex, Change::DropIndex(index.name), note);
    let new = IndexText::of(found.table, index);
    found.step(StepTurn::ReplaceIndex, Change::AddIndex(new));
    set(found, index);
}

fn rename(found: &mut TableFindings<'_>, index: &IndexDef) {
    let from = temporary_name(index);
    found.step(StepTurn::ReplaceIndex, Change::RenameIndex { from: &from, to: index.name });
}

/// Reports a unique index that is missing or different. No release of YDB can add a unique index to an existing table.
fn unique(found: &mut TableFindings<'_>, index: &'static IndexDef, old: Option<&LiveIndex>) {
    match old {
        Some(old) => changed(found, index, old),
        None => {
            let text = IndexText::of(found.table, index).to_string();
            found.differences.push(Difference::MissingIndex { name: index.name.into(), index: text });
        }
    }
    found.reasons.push(format!(
        "index {}: YDB creates a unique index only together with its table. The copy stops if two rows have the same \
         values",
        Name(index.name)
    ));
}

fn extra(found: &mut TableFindings<'_>, index: &LiveIndex) {
    let name = Name(&index.name);
    if let Some(why) = unsaid(found, index) {
        let is_filter_of_model = found.table.bloom_filter && found.live.is_key_filter(index);
        if !is_filter_of_model {
            let printed = found.live.printed_index(index).map(str::to_owned);
            found.left_alone(printed.unwrap_or_else(|| format!("{}{why}", text(index))));
        }
        return;
    }
    found.not_copied.push(format!("index {name}"));
    found.differences.push(Difference::ExtraIndex { name: index.name.clone(), index: text(index) });
    let settings = found.settings().map(|settings| settings.index_settings.as_slice()).unwrap_or_default();
    let note = match settings.iter().find(|(of, _)| *of == index.name) {
        Some((_, set)) => format!("queries that read through {name} will fail, and its settings are lost: {set}"),
        None => format!("queries that read through {name} will fail"),
    };
    found.destructive(StepTurn::DropIndex, Change::DropIndex(&index.name), note);
}

/// Returns the reason why a model cannot declare an index; such an index is left alone. `None` if a model can.
pub(super) fn unsaid(found: &TableFindings<'_>, index: &LiveIndex) -> Option<String> {
    if index.is_foreign() {
        return Some(String::new());
    }
    let key: Vec<String> = found.table.primary_key().map(str::to_owned).collect();
    let hash = found.table.hash.map(|hash| hash.name);
    let is_field = |name: &str| {
        Some(name) != hash && found.live.column(name).is_none_or(|column| can_be_field(column, found.live.store))
    };
    let why = crate::pull::unsaid::index(index, 0, hash.is_none().then_some(&key), &key, is_field)?;
    Some(format!(": {why}"))
}

fn drop_temporary(found: &mut TableFindings<'_>, name: &str) {
    let note = "left over from an interrupted replacement of an index; nothing reads through it".to_owned();
    found.noted(StepTurn::DropIndex, Change::DropIndex(name), note);
}

fn text(index: &LiveIndex) -> String {
    fn names(columns: &[String]) -> Vec<&str> {
        columns.iter().map(String::as_str).collect()
    }
    let kind = match index.kind {
        LiveIndexKind::Sync => "SYNC",
        LiveIndexKind::Async => "ASYNC",
        LiveIndexKind::Unique => "UNIQUE SYNC",
        LiveIndexKind::Other => {
            let (name, on) = (Name(&index.name), Names(names(&index.on).into_iter()));
            return format!("INDEX {name} ON ({on}), of a kind that a model cannot declare");
        }
    };
    IndexText { name: &index.name, kind, on: names(&index.on), cover: names(&index.cover) }.to_string()
}

/// Compares the settings of an index with buckets. Settings that people made are left alone, because models do not
/// declare them. If a run of `apply` stopped after it built the index, the index gets all settings: YDB resets those
/// that a statement does not name.
fn compare_index_settings(found: &mut TableFindings<'_>, index: &IndexDef) {
    let Some((hash, buckets)) = index.hash.and_then(|hash| Some((hash, hash.buckets?))) else { return };
    let Some(settings) = found.settings() else { return };
    let unsaid = of_buckets(settings.of_index(index.name), buckets);
    if unsaid.is_empty() {
        return;
    }
    if is_complete(found, hash.name) {
        return found.left_alone(format!("settings of index {}: {}", Name(index.name), unsaid.join(", ")));
    }
    let own = index_partitioning(buckets);
    let mut differ = false;
    for (name, live) in unsaid.iter().filter_map(|text| text.split_once(" = ")) {
        if let Some((_, model)) = own.iter().filter_map(|text| text.split_once(" = ")).find(|(own, _)| *own == name) {
            // More partitions than the model declares are not a difference.
            if live.parse::<u64>().is_ok_and(|live| live > buckets.into()) {
                continue;
            }
            let (index, name, model, live) = (index.name.into(), name.into(), model.into(), live.into());
            found.differences.push(Difference::IndexSetting { index, name, model, live });
            differ = true;
        }
    }
    if differ {
        set(found, index);
    }
}

/// Returns `true` if no run of `apply` has to finish the index of this column. This is so if the layout, which a run
/// writes last, has the column like the model. Without a layout, it is so if rows have the values that the model
/// computes. A run that creates the table writes no rows, and without rows `pull` finds no buckets.
fn is_complete(found: &TableFindings<'_>, column: &str) -> bool {
    match found.live.attributes.get(Layout::ATTRIBUTE).map(|line| line.parse::<Layout>()) {
        Some(Ok(layout)) => layout.indexed(column) == Layout::of(found.table).indexed(column),
        Some(Err(_)) => false,
        None => {
            let sample = found.live.index_samples.get(column);
            sample.is_some_and(|sample| sample.rows > 0 && sample.differing == 0 && !sample.is_incomplete)
        }
    }
}

/// Sets the partitioning of an index with buckets, which YDB does not accept while an index is created, and the
/// settings that people made on the table's index with that name.
pub(super) fn set(found: &mut TableFindings<'_>, index: &IndexDef) {
    if let Some(settings) = settings_of_index(found.live, index) {
        found.step(StepTurn::AlterIndex, Change::AlterIndex { index: index.name, settings: &settings.texts });
    }
}

/// Copies the settings that people made on an index to the index that will replace it. If `apply` stops after the old
/// index was dropped, the new one has them already.
pub(super) fn keep(found: &mut TableFindings<'_>, index: &IndexDef, new: &str) {
    let by_hand = settings_of_index(found.live, index).filter(|settings| settings.are_by_hand);
    if let Some(settings) = by_hand {
        let note = format!("as people set it on {}", Name(index.name));
        found.noted(StepTurn::ReplaceIndex, Change::AlterIndex { index: new, settings: &settings.texts }, note);
    }
}
