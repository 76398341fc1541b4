//! The hash according to the layout attribute of a table.

use ydb_keys::__internal::schema::LayoutColumn;
use ydb_keys::Layout;

use super::hash::{Candidate, may_be_hash};
use super::name::identifier;
use crate::live::LiveTable;

/// The hash in the layout attribute; `Some(None)` if it says that the key has no hash.
///
/// `None` if there is no attribute, if this release cannot read it, or if it describes another table.
pub fn by_layout(live: &LiveTable) -> Option<Option<Candidate>> {
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
    let column = may_be_hash(live)?;
    let fits = column.name == hash.name && *hash_column == [hash.name.clone()] && column.ty == Some(hash.ty());
    fits.then_some(Some(Candidate { function: hash.function.own()?, inputs, buckets: hash.buckets }))
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
