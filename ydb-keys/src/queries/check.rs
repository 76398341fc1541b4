//! The check of a whole query: its first fault ends the evaluation, and a program may list them all.

use ydb_yql::facts::code;

use super::access::{Access, of_resolved};
use super::facts::{Column, Scope, SourceKind, Target};
use super::fault::{Fault, Search, What};
use super::key::find;
use super::literals::{Literal, fault as literal};
use super::parameters::fault as parameter;
use super::query::Query;
use super::resolved::Resolved;
use super::scans::{full_scan, is_needed};
use super::snippet::refuse;
use super::{names, writes};
use crate::types::const_text::Message;

/// Ends the evaluation at the first fault of a query.
#[track_caller]
pub const fn check(query: &Query<'_>) {
    if let Some(fault) = nth(query, true, 0) {
        refuse(query, &fault)
    }
}

/// All faults but those of accesses, which depend on what adds the conditions on hashes.
pub fn faults<'a>(query: &'a Query<'a>) -> impl Iterator<Item = Fault<'a>> {
    (0..).map_while(|number| nth(query, false, number))
}

const fn nth<'a>(query: &'a Query<'a>, accesses: bool, number: usize) -> Option<Fault<'a>> {
    let mut search = Search { skip: number, fault: None };
    find_fault(query, accesses, &mut search);
    search.fault
}

/// Faults of names, accesses, writes, parameters and literals, in this order. Here and below, true ends the search.
const fn find_fault<'a>(query: &'a Query<'a>, accesses: bool, search: &mut Search<'a>) -> bool {
    let mut next = query.first();
    while let Some(scope) = next {
        let columns = Resolved::of(&scope);
        if name(&scope, &columns, search) || accesses && access(query, &scope, &columns, search) {
            return true;
        }
        next = scope.next();
    }
    let mut targets = query.list(0);
    while targets.left > 0 {
        let of = query.target(targets.at);
        if target(&of, search) {
            return true;
        }
        targets = targets.after(of.end);
    }
    let mut parameters = query.list(1);
    while parameters.left > 0 {
        let of = query.parameter(parameters.at);
        if let Some(fault) = parameter(&of)
            && search.put(fault)
        {
            return true;
        }
        parameters = parameters.after(of.end);
    }
    let mut literals = query.list(2);
    while literals.left > 0 {
        if let Some(fault) = literal(&query.literal(literals.at))
            && search.put(fault)
        {
            return true;
        }
        literals = literals.after(literals.at + Literal::LENGTH);
    }
    false
}

const fn access<'a>(query: &'a Query<'a>, scope: &Scope<'a>, columns: &Resolved, search: &mut Search<'a>) -> bool {
    if !scope.is_understood {
        return false;
    }
    let (read, mut source) = (of_resolved(scope, columns, true), 0);
    while source < scope.sources && source < read.len() {
        if matches!(read[source], Access::Full)
            && let Some(fault) = full_scan(query, scope, source)
            && search.put(fault)
        {
            return true;
        }
        source += 1;
    }
    false
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

const fn name<'a>(scope: &Scope<'a>, columns: &Resolved, search: &mut Search<'a>) -> bool {
    let mut i = 0;
    while i < scope.sources {
        let source = scope.source(i);
        if let SourceKind::Table(table, Some(index)) = source.kind
            && find(table, index).is_none()
            && search.put(Fault::new(source.at, index, What::UnknownIndex).of(table))
        {
            return true;
        }
        i += 1;
    }
    let (mut at, mut i) = (scope.columns_at(), 0);
    while i < scope.named {
        // Of one source it is there; of several, another may have it, too.
        let only = scope.sources == 1 || scope.query.code[at + 2] >= code::OF;
        if !(only && columns.is_found(i))
            && let Some(fault) = names::named(scope, &Column::of(scope.query, at))
            && search.put(fault)
        {
            return true;
        }
        (at, i) = (at + code::COLUMN, i + 1);
    }
    if scope.sources != 1 {
        return false;
    }
    let SourceKind::Table(table, _) = scope.source(0).kind else { return false };
    let mut i = 0;
    while i < scope.set {
        let column = scope.set(i);
        if let Some(fault) = names::of_table(table, &column)
            && search.put(fault)
        {
            return true;
        }
        if let Some(fault) = writes::set(table, &column)
            && search.put(fault)
        {
            return true;
        }
        i += 1;
    }
    false
}

const fn target<'a>(target: &Target<'a>, search: &mut Search<'a>) -> bool {
    if let Some(mut columns) = target.columns {
        while columns.left > 0 {
            if let Some(fault) = names::of_table(target.table, &Column::of(target.query, columns.at))
                && search.put(fault)
            {
                return true;
            }
            columns = columns.after(columns.at + code::COLUMN);
        }
    }
    writes::lacks(target, search)
}
