//! The hash as the layout attribute of a table tells it.

use super::hash::{Candidate, may_be_hash};
use crate::migrate::live::{LiveColumn, LiveTable};
use crate::schema::{HashFunction, LAYOUT_ATTRIBUTE};

/// The hash that the layout attribute tells, `Some(None)` where it tells of none.
///
/// `None` where there is no attribute, or one that is not of this table: of another version, or of other key columns.
pub(crate) fn by_layout(live: &LiveTable) -> Option<Option<Candidate>> {
    let layout = live.attributes.get(LAYOUT_ATTRIBUTE)?.strip_prefix("v1: ")?;
    let Some((hash, told)) = layout.split_once(" = ") else {
        return (layout == key(live, &live.primary_key)?).then_some(None);
    };
    let (function, told) = told.split_once('(')?;
    // No type that can be hashed has parameters, so this is the end of the inputs.
    let (inputs, behind) = told.split_once("), ")?;
    let function = HashFunction::ALL.into_iter().find(|known| known.name() == function)?;
    let position = |input: &str| live.columns.iter().position(|column| described(column).as_deref() == Some(input));
    let inputs = inputs.split(", ").map(position).collect::<Option<Vec<_>>>()?;
    let known = inputs.iter().all(|&input| live.primary_key.contains(&live.columns[input].name));
    let fits = known && may_be_hash(live)?.name == hash && behind == key(live, live.primary_key.get(1..)?)?;
    fits.then_some(Some(Candidate { function, inputs }))
}

/// Key columns as a layout lists them.
fn key(live: &LiveTable, names: &[String]) -> Option<String> {
    let columns = names.iter().map(|name| live.column(name).and_then(described));
    Some(columns.collect::<Option<Vec<_>>>()?.join(", "))
}

fn described(column: &LiveColumn) -> Option<String> {
    Some(format!("{} {}", column.name, column.ty?))
}
