//! The partitioning of indexes with buckets.

use ydb_keys::__internal::ddl::{Change, Name, index_partitioning};
use ydb_keys::Layout;
use ydb_keys::schema::IndexDef;

use super::findings::{Findings, Turn};
use crate::diff::Difference;
use crate::pull::unsaid;
use crate::rekey::settings_of_index;

/// The settings of an index with buckets that the table has. They are what people set, and are left alone, as no model says them;
/// but an index that a run of `apply` built before it stopped gets all of them: YDB resets what is not named.
pub(super) fn compare(found: &mut Findings<'_>, index: &IndexDef) {
    let Some((hash, buckets)) = index.hash.and_then(|hash| Some((hash, hash.buckets?))) else { return };
    let Some(settings) = found.settings() else { return };
    let unsaid = unsaid::of_buckets(settings.of_index(index.name), buckets);
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
            // More partitions than a model asks for are no difference.
            if live.parse::<u64>().is_ok_and(|live| live > buckets.into()) {
                continue;
            }
            let (index, name, model, live) = (index.name.into(), name.into(), model.into(), live.into());
            found.differs(Difference::IndexSetting { index, name, model, live });
            differ = true;
        }
    }
    if differ {
        set(found, index);
    }
}

/// Whether no run of `apply` is to go on with the index of this column: the layout, which a run writes last, has the column as the
/// model computes it; or there is none, and rows have what the model computes. A run that creates the table writes no rows, and
/// without them `pull` finds no buckets.
fn is_complete(found: &Findings<'_>, column: &str) -> bool {
    match found.live.attributes.get(Layout::ATTRIBUTE).map(|line| line.parse::<Layout>()) {
        Some(Ok(layout)) => layout.indexed(column) == Layout::of(found.table).indexed(column),
        Some(Err(_)) => false,
        None => {
            let sample = found.live.index_samples.get(column);
            sample.is_some_and(|sample| sample.rows > 0 && sample.differing == 0 && !sample.is_incomplete)
        }
    }
}

/// Sets the partitioning of an index with buckets, which YDB does not take where an index is created, and what people set on
/// the table's index of that name.
pub(super) fn set(found: &mut Findings<'_>, index: &IndexDef) {
    if let Some(settings) = settings_of_index(found.live, index) {
        found.step(Turn::AlterIndex, Change::AlterIndex { index: index.name, settings: &settings.texts });
    }
}

/// Sets what people set on an index on the one that will replace it. If `apply` stops after the old one was dropped, the new
/// one has it already.
pub(super) fn keep(found: &mut Findings<'_>, index: &IndexDef, new: &str) {
    let by_hand = settings_of_index(found.live, index).filter(|settings| settings.are_by_hand);
    if let Some(settings) = by_hand {
        let note = format!("as people set it on {}", Name(index.name));
        found.noted(Turn::ReplaceIndex, Change::AlterIndex { index: new, settings: &settings.texts }, note);
    }
}
