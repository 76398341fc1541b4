//! The rule of a table before and after a change of its key: a column that is computed in another way has another name.

use super::advice::renamed;
use crate::schema::any::{HashDef, Table};
use crate::types::const_text::{Message, same};

/// Refuses two models of one table that compute a column of the same name in different ways.
#[track_caller]
pub const fn computed_alike(old: &Table<'_>, new: &Table<'_>) {
    let mut i = 0;
    while let Some(hash) = computed(new, i) {
        let mut other = 0;
        while let (Some(before), Some(hash)) = (computed(old, other), hash) {
            if let Some(before) = before
                && same(before.name, hash.name)
                && !is_alike(old, &before, new, &hash)
            {
                recomputed(new, &hash).refuse()
            }
            other += 1;
        }
        i += 1;
    }
}

/// The fault of a computed column of the new model.
pub const fn recomputed(new: &Table<'_>, hash: &HashDef<'_>) -> Message {
    let message = Message::rule("duplicate_column")
        .text("the two models of table ")
        .name(new.name)
        .text(" compute the column ")
        .name(hash.name)
        .text(" in different ways")
        .text("\nnote: after the change of the key, a program from before it would go on writing, with wrong values in the column")
        .text("\nhelp: give the column of the new model another name, ");
    renamed(message, new, hash)
}

/// The hash of the key, and then those of the indexes. `Some(None)` for what has none.
const fn computed<'a>(table: &Table<'a>, position: usize) -> Option<Option<HashDef<'a>>> {
    match position {
        0 => Some(table.hash),
        _ if position <= table.indexes.len() => Some(table.indexes[position - 1].hash),
        _ => None,
    }
}

const fn is_alike(old: &Table<'_>, before: &HashDef<'_>, new: &Table<'_>, hash: &HashDef<'_>) -> bool {
    let buckets = match (before.buckets, hash.buckets) {
        (None, None) => true,
        (Some(before), Some(after)) => before == after,
        _ => false,
    };
    if !buckets || before.inputs.len() != hash.inputs.len() || !same(before.function.name(), hash.function.name()) {
        return false;
    }
    let mut i = 0;
    while i < hash.inputs.len() {
        let (before, after) = (&old.columns[before.inputs[i]], &new.columns[hash.inputs[i]]);
        if !same(before.name, after.name) || !same(before.ty.name(), after.ty.name()) {
            return false;
        }
        i += 1;
    }
    true
}
