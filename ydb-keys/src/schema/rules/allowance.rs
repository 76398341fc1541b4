//! An allowance must switch something off.

use super::partitioning::gathered_by_partition_key;
use super::splitting::{is_never_split_by_load, wide_gap};
use super::spread::gathered_by_hash;
use crate::schema::{Rule, Store, Table};
use crate::types::YdbType;
use crate::types::const_text::Message;

/// `allow(rule, reason = "...")`: refused where the table does not break the rule.
#[track_caller]
pub const fn allowance(table: &Table, index: usize) {
    let rule = table.allowances[index].rule;
    if !breaks(table, rule) {
        Message::rule("unused_allowance")
            .text("table ")
            .name(table.name)
            .text(" does not break the rule ")
            .name(rule.id())
            .text(", so allowing it silences nothing\nhelp: remove `allow(")
            .text(rule.id())
            .text(", ...)`; it would hide the next mistake")
            .refuse()
    }
}

const fn breaks(table: &Table, rule: Rule) -> bool {
    match rule {
        Rule::NullableKey => nullable_key(table),
        Rule::HotIndex => hot_index(table),
        Rule::ColumnPartitionKey => matches!(table.store, Store::Column) && gathered_by_partition_key(table).is_some(),
        Rule::PartitioningByLoad => is_never_split_by_load(table),
        Rule::PartitioningGap => wide_gap(table).is_some(),
        Rule::LargeKey => varying(table, true),
        // A column table has no higher limit to raise it to.
        Rule::LargeRow => matches!(table.store, Store::Row) && varying(table, false),
        Rule::MonotonicLeadingKey | Rule::UndeclaredLeadingKey | Rule::LowCardinalityLeadingKey => {
            leading_key(table, rule)
        }
    }
}

/// A nullable key column: the leading one is refused for itself, with a better message.
const fn nullable_key(table: &Table) -> bool {
    let mut i = 0;
    while i < table.key.len() {
        if table.columns[table.key[i]].is_nullable() {
            return true;
        }
        i += 1;
    }
    false
}

const fn leading_key(table: &Table, rule: Rule) -> bool {
    if matches!(rule, Rule::LowCardinalityLeadingKey) && gathered_by_hash(table).is_some() {
        return true;
    }
    if matches!(table.store, Store::Column) || table.hash.is_some() || table.key.is_empty() {
        return false;
    }
    let column = &table.columns[table.key[0]];
    match rule {
        // For a UUID it switches off the check of its version, which is made when a row is written.
        Rule::MonotonicLeadingKey => column.is_monotonic() || matches!(column.ty, YdbType::Uuid),
        Rule::LowCardinalityLeadingKey => column.is_low_cardinality() && !column.is_monotonic(),
        _ => column.ty.is_number() && !column.dispersed && !column.is_monotonic() && !column.is_low_cardinality(),
    }
}

const fn hot_index(table: &Table) -> bool {
    let mut i = 0;
    while i < table.indexes.len() {
        let first = &table.columns[table.indexes[i].on[0]];
        if first.is_monotonic() || first.is_low_cardinality() {
            return true;
        }
        i += 1;
    }
    false
}

/// Whether the key, or the row, has a column of varying length; else it can never be too large.
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
