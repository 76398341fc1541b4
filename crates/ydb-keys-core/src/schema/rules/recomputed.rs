//! The rule of a table before and after a change of its key: a column that is computed in another way has another name.

use super::advice::renamed;
use crate::schema::any::{HashDef, Table};
use crate::types::const_text::Message;

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
