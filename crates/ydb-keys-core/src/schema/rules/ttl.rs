//! Rules of time to live.

use crate::schema::{Table, TtlUnit};
use crate::types::YdbType;
use crate::types::const_text::Message;

use super::iso8601::is_duration;

const fn about(table: &Table) -> Message {
    Message::rule("ttl").text("the ttl of table ").name(table.name)
}

/// Numbers that count from 1970 need a unit; times have theirs.
const fn needs_unit(ty: YdbType) -> bool {
    matches!(ty, YdbType::Uint32 | YdbType::Uint64 | YdbType::DyNumber)
}

/// `ttl(column = ..)`: a time, or a number with a unit.
#[track_caller]
pub const fn ttl_column(table: &Table) {
    let Some(ttl) = table.ttl else { return };
    let column = &table.columns[ttl.column];
    if !column.ty.is_time() && !needs_unit(column.ty) {
        about(table)
            .text(" is on column ")
            .name(column.name)
            .text(" of type ")
            .ydb_type(column.ty)
            .text(", which is not a time\nhelp: use a Date, Datetime or Timestamp column, or a Uint32, Uint64 or DyNumber with `unit = seconds`")
            .refuse()
    }
    if needs_unit(column.ty) && ttl.unit.is_none() {
        about(table)
            .text(" is on column ")
            .name(column.name)
            .text(" of type ")
            .ydb_type(column.ty)
            .text(", a number without a unit\nhelp: add `unit = seconds`, `milliseconds`, `microseconds` or `nanoseconds`")
            .refuse()
    }
}

/// `ttl(unit = ..)`: only for numbers.
#[track_caller]
pub const fn ttl_unit(table: &Table) {
    let Some(ttl) = table.ttl else { return };
    let column = &table.columns[ttl.column];
    if column.ty.is_time() && ttl.unit.is_some() {
        about(table)
            .text(" names a unit, but column ")
            .name(column.name)
            .text(" is a ")
            .ydb_type(column.ty)
            .text(", which has its own\nhelp: remove `unit`")
            .refuse()
    }
}

/// `ttl(after = "..")`: an ISO 8601 duration that YQL can read.
#[track_caller]
pub const fn ttl_interval(table: &Table) {
    let Some(ttl) = table.ttl else { return };
    if !is_duration(ttl.after) {
        about(table)
            .text(" says `after = \"")
            .text(ttl.after)
            .text("\"`, which is not an ISO 8601 duration below 136 years\nnote: it may have weeks, days, hours, minutes and seconds\nhelp: write `\"P30D\"` for thirty days, `\"PT12H\"` for twelve hours, `\"P1DT6H\"` for both")
            .refuse()
    }
}

impl TtlUnit {
    /// The unit in YQL: `SECONDS`.
    pub const fn yql(self) -> &'static str {
        match self {
            TtlUnit::Seconds => "SECONDS",
            TtlUnit::Milliseconds => "MILLISECONDS",
            TtlUnit::Microseconds => "MICROSECONDS",
            TtlUnit::Nanoseconds => "NANOSECONDS",
        }
    }
}
