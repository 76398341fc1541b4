//! The hash according to the layout attribute of a table.

use super::hash::{Candidate, may_be_hash};
use crate::migrate::live::LiveTable;
use crate::schema::{Layout, LayoutColumn};

/// The hash in the layout attribute; `Some(None)` if it says that the key has no hash.
///
/// `None` if there is no attribute, if this release cannot read it, or if it describes another table.
pub(crate) fn by_layout(live: &LiveTable) -> Option<Option<Candidate>> {
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
    let fits = may_be_hash(live)?.name == hash.name && hash_column == [hash.name];
    fits.then_some(Some(Candidate { function: hash.function, inputs }))
}

/// The position of the column with this name and type.
fn position(live: &LiveTable, wanted: &LayoutColumn) -> Option<usize> {
    live.columns.iter().position(|column| column.name == wanted.name && column.ty == Some(wanted.ty))
}
