//! An allowance must switch something off.
//!
//! Each allowable rule has a function `breaks_<id>`, beside the rule, that says whether a table breaks it. The derive
//! names the function by the id in `allow(..)`.

use crate::schema::{Store, Table};
use crate::types::const_text::Message;

/// `allow(rule, reason = "...")`: refused where the table does not break the rule.
#[track_caller]
pub const fn allowance(table: &Table, index: usize, broken: bool) {
    let rule = table.allowances[index].rule;
    if !broken {
        Message::rule("allowance")
            .text("table ")
            .name(table.name)
            .text(" does not break the rule ")
            .name(rule.id())
            .text(", so allowing it has no effect\nhelp: remove `allow(")
            .text(rule.id())
            .text(", ...)`; it would hide the next mistake")
            .refuse()
    }
}

/// Whether a key can be too large. The limit itself is checked when a row is written.
pub const fn breaks_large_key(table: &Table) -> bool {
    varying(table, true)
}

/// Whether a row can be too large; a column table has no higher limit to raise it to.
pub const fn breaks_large_row(table: &Table) -> bool {
    matches!(table.store, Store::Row) && varying(table, false)
}

/// Whether the key, or the row, has a column of varying length; without one it can never be too large.
const fn varying(table: &Table, key_only: bool) -> bool {
    let mut i = 0;
    while i < table.columns.len() {
        if table.columns[i].ty.fixed_size().is_none() && (!key_only || table.is_key(i)) {
            return true;
        }
        i += 1;
    }
    false
}
