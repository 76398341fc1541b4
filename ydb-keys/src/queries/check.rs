//! The check of a whole query: its first fault ends the evaluation, and a program may list them all.

use ydb_yql::facts::code;

use super::access::Access;
use super::facts::{Column, Scope, SourceKind, Target};
use super::fault::{Adds, Fault, Search, What};
use super::literals::{Literal, fault as literal};
use super::order::{is_without_hash, of_resolved};
use super::parameters::fault as parameter;
use super::query::Query;
use super::resolved::Resolved;
use super::scans::{full_scan, is_needed, without_hash};
use super::snippet::{refuse, refuse_as};
use super::{names, writes};
use crate::types::const_text::Message;

/// Ends the evaluation at the first fault of a query.
#[track_caller]
pub const fn check(query: &Query<'_>) {
    check_sources(query, &[])
}

/// The same of a text with names before a dot that none of its sources has: their places, what is wrong, and what to write.
/// The macro knows the names of the sources; whether one is a column, only the tables say.
#[track_caller]
pub const fn check_sources(query: &Query<'_>, unknown: &[(usize, &str, &str)]) {
    let Some(fault) = nth(query, Adds::Library, 0) else { return };
    let mut i = 0;
    while i < unknown.len() {
        let (at, said, cure) = unknown[i];
        if fault.at == at
            && let What::OfNone(_) | What::UnknownColumn = fault.what
        {
            refuse_as(query, &fault, Message::rule(fault.rule()).text(said), Message::EMPTY.text(cure))
        }
        i += 1;
    }
    refuse(query, &fault)
}

/// All faults.
pub fn faults<'a>(query: &'a Query<'a>, adds: Adds) -> impl Iterator<Item = Fault<'a>> {
    (0..).map_while(move |number| nth(query, adds, number))
}

const fn nth<'a>(query: &'a Query<'a>, adds: Adds, number: usize) -> Option<Fault<'a>> {
    let mut search = Search { skip: number, fault: None };
    find(query, adds, &mut search);
    search.fault
}

/// Faults of names of tables, of several values in place of one, of other names, accesses, writes, parameters and literals,
/// in this order: how a table is read may follow from the first ones.
const fn find<'a>(query: &'a Query<'a>, adds: Adds, search: &mut Search<'a>) {
    let mut named = query.list(3);
    while named.left > 0 {
        search.put(names::of_schema(query, named.at));
        named = named.after(named.at + code::NAMED);
    }
    literals(query, true, search);
    let mut next = query.first();
    while let Some(scope) = next {
        let columns = Resolved::of(&scope);
        columns_of(&scope, &columns, search);
        accesses(query, &scope, &columns, adds, search);
        next = scope.next();
    }
    let mut targets = query.list(0);
    while targets.left > 0 {
        let of = query.target(targets.at);
        target(&of, adds, search);
        targets = targets.after(of.end);
    }
    let mut parameters = query.list(1);
    while parameters.left > 0 {
        let of = query.parameter(parameters.at);
        search.put(parameter(&of));
        parameters = parameters.after(of.end);
    }
    literals(query, false, search);
}

/// Faults of literals: of those that are several values, or of the others.
const fn literals<'a>(query: &'a Query<'a>, several: bool, search: &mut Search<'a>) {
    let mut literals = query.list(2);
    while literals.left > 0 {
        let of = query.literal(literals.at);
        let is_several = match of.kind {
            Some(kind) => kind.is_several(),
            None => false,
        };
        if is_several == several {
            search.put(literal(&of));
        }
        literals = literals.after(literals.at + Literal::LENGTH);
    }
}

const fn accesses<'a>(
    query: &'a Query<'a>,
    scope: &Scope<'a>,
    columns: &Resolved,
    adds: Adds,
    search: &mut Search<'a>,
) {
    if !scope.is_understood {
        return;
    }
    let (read, mut source) = (of_resolved(scope, columns, adds).access, 0);
    while source < scope.sources && source < read.len() {
        // An index may find the rows without it.
        let is_unbounded = matches!(read[source], Access::Full | Access::Unknown);
        if matches!(adds, Adds::Nobody) && is_unbounded && is_without_hash(scope, source) {
            search.put(without_hash(query, scope, source));
        } else if let Access::Full = read[source] {
            search.put(full_scan(query, scope, source));
        }
        source += 1;
    }
}

/// Ends the evaluation if the permission of this number is not needed.
#[track_caller]
pub const fn check_permission(query: &Query<'_>, number: usize) {
    let permission = &query.full_scans[number];
    if !is_needed(query, permission) {
        let message = Message::rule("allowance").text("no source of this query reads all rows of table ");
        message.name(permission.table.name).text("\nhelp: remove this `full_scan(..)`").refuse()
    }
}

const fn columns_of<'a>(scope: &Scope<'a>, columns: &Resolved, search: &mut Search<'a>) {
    let (step, mut at, mut i) = (code::COLUMN, scope.columns_at, 0);
    while i < scope.named {
        // Of one source it is there; of several, another may have it, too.
        let only = scope.sources == 1 || !matches!(scope.query.code[at + 2], code::ANY_SOURCE | code::DOUBTFUL);
        if !(only && columns.is_found(i)) {
            search.put(names::named(scope, &Column::of(scope.query, at)));
        }
        (at, i) = (at + step, i + 1);
    }
    if scope.set == 0 {
        return;
    }
    let SourceKind::Table(table, _) = scope.source(0).kind else { return };
    let mut i = 0;
    while i < scope.set {
        let column = scope.set(i);
        search.put(names::of_table(table, &column));
        search.put(writes::set(table, &column));
        i += 1;
    }
}

const fn target<'a>(target: &Target<'a>, adds: Adds, search: &mut Search<'a>) {
    if let Adds::Library = adds {
        writes::computed_ones(target, target.others, search);
        if let Some(columns) = target.columns {
            writes::computed_ones(target, columns, search);
        }
        writes::made_by_server(target, search);
    }
    let Some(mut columns) = target.columns else { return };
    while columns.left > 0 {
        search.put(names::of_table(target.table, &Column::of(target.query, columns.at)));
        columns = columns.after(columns.at + code::COLUMN);
    }
    writes::lacks(target, adds, search);
    writes::nulls(target, search);
}
