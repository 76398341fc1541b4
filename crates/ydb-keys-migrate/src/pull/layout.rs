//! The hash according to the layout attribute of a table.

use ydb_keys::Layout;
use ydb_keys_core::schema::layout::{LayoutColumn, LayoutHash};

use super::hash::{Candidate, may_be_hash};
use super::name::identifier;
use crate::live::LiveTable;

/// The hash in the layout attribute; `Some(None)` if it says that the key has no hash.
///
/// `None` if there is no attribute, if this release cannot read it, if it describes another table, or if the hash is one of
/// other programs.
pub fn by_layout(live: &LiveTable) -> Option<Option<Candidate>> {
    let Some((hash, inputs)) = hash_by_layout(live)? else { return Some(None) };
    may_be_hash(live)?;
    Some(Some(Candidate { function: hash.function.own()?, inputs, buckets: hash.buckets }))
}

/// The hash of other programs that leads the key, as the layout attribute writes it: `h Int64 = fnv1a@1(id Uint64)`.
pub fn foreign_by_layout(live: &LiveTable) -> Option<LayoutHash> {
    let (hash, _) = hash_by_layout(live)??;
    hash.function.own().is_none().then_some(hash)
}

/// The hash and its inputs in the layout attribute, if that is the layout of this table.
#[allow(clippy::type_complexity, reason = "no layout, no hash, or a hash")]
fn hash_by_layout(live: &LiveTable) -> Option<Option<(LayoutHash, Vec<usize>)>> {
    let layout: Layout = live.attributes.get(Layout::ATTRIBUTE)?.parse().ok()?;
    let (hash, key) = layout.into_parts();
    let (hash_column, own_key) = live.primary_key.split_at(usize::from(hash.is_some()).min(live.primary_key.len()));
    let is_column = |(column, name): (&LayoutColumn, &String)| column.name == *name && position(live, column).is_some();
    if key.len() != own_key.len() || !key.iter().zip(own_key).all(is_column) {
        return None;
    }
    let Some(hash) = hash else { return Some(None) };
    let inputs = hash.inputs.iter().map(|input| position(live, input).filter(|_| key.contains(input)));
    let inputs = inputs.collect::<Option<Vec<_>>>()?;
    let is_there = live.column(&hash.name).is_some_and(|column| column.ty == Some(hash.ty()));
    (is_there && *hash_column == [hash.name.clone()]).then_some(Some((hash, inputs)))
}

/// The computed columns of indexes in the layout attribute, with their names.
pub fn indexed_by_layout(live: &LiveTable) -> Vec<(String, Candidate)> {
    let layout: Option<Layout> = live.attributes.get(Layout::ATTRIBUTE).and_then(|line| line.parse().ok());
    let Some(layout) = layout else { return Vec::new() };
    let found = layout.indexed_names().filter_map(|name| layout.indexed(name)).filter_map(|hash| {
        let is_there = live.column(&hash.name).is_some_and(|column| column.ty == Some(hash.ty()));
        let leads = live.indexes.iter().filter(|index| index.on.first() == Some(&hash.name)).count() == 1;
        let inputs = hash.inputs.iter().map(|input| position(live, input)).collect::<Option<Vec<_>>>()?;
        let candidate = Candidate { function: hash.function.own()?, inputs, buckets: hash.buckets };
        (is_there && leads && identifier(&hash.name).is_some()).then(|| (hash.name.clone(), candidate))
    });
    found.collect()
}

/// The position of the column with this name and type.
fn position(live: &LiveTable, wanted: &LayoutColumn) -> Option<usize> {
    live.columns.iter().position(|column| column.name == wanted.name && column.ty == Some(wanted.ty))
}
