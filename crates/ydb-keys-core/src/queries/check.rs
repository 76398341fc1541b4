//! The check of a whole query: the compiler stops at its first fault, and a program may list all faults; faults of
//! writes.

use ydb_yql::facts::code;
use ydb_yql::pieces::{Cause, MOST_COMBINATIONS};

use super::access::Access;
use super::edits::{refuse, refuse_as};
use super::facts::{Column, Scope, SourceKind, Target, column, position};
use super::fault::{Adds, Fault, Search, What};
use super::order::{full_scan, is_allowed, is_found, is_needed, is_without_hash, of_resolved, without_hash};
use super::parameters::{Literal, fault as parameter, literal_fault};
use super::resolved::Resolved;
use super::{Combination, List, Query, resolved};
use crate::schema::any::{HashDef, Table};
use crate::schema::column::ColumnDef;
use crate::types::const_text::{Message, any, contains, each, same};

/// Ends the evaluation at the first fault of a query.
#[track_caller]
pub const fn check(query: &Query<'_>) {
    check_sources(query, &[])
}

/// Ends the evaluation at the first fault of a query. `unknown` has the names before a dot that none of its sources
/// has: their places, faults and cures. The macro knows the names of the sources, but only the tables say whether such
/// a name is a column.
#[track_caller]
pub const fn check_sources(query: &Query<'_>, unknown: &[(usize, &str, &str)]) {
    let Some(fault) = first(query) else { return };
    each!(i < unknown.len(), {
        let (at, said, cure) = unknown[i];
        if fault.at == at
            && let What::OfNone(_) | What::UnknownColumn = fault.what
        {
            refuse_as(query, &fault, query.rule(fault.rule()).text(said), Message::EMPTY.text(cure))
        }
    });
    refuse(query, &fault)
}

/// Ends the evaluation at the first fault of the queries that a text stands for. The message begins with the cause of
/// the fault: the fewest pieces that are left out or sent in each query with it. `conditions` has the numbers of the
/// parameters that decide about pieces, a list for each condition.
#[track_caller]
pub const fn check_combinations(combinations: &[Combination<'_>], conditions: &[&[usize]]) {
    each!(i < combinations.len(), {
        if let Some(fault) = first(&combinations[i].query) {
            let cause = cause(combinations, i, &fault, conditions);
            let query = Query { combination: Some(cause.shown()), ..combinations[i].query };
            if is_permitted_elsewhere(combinations, &fault)
                && let Some(fault) = first(&query)
            {
                let (said, cure) = fault.text(&query);
                let note = "; the permission of this query names a parameter in `without(..)` that has a value here";
                refuse_as(&query, &fault, said, cure.text(note))
            }
            check_sources(&query, combinations[i].unknown)
        }
    });
}

/// Returns the first fault of a query.
const fn first<'a>(query: &'a Query<'a>) -> Option<Fault<'a>> {
    let mut first = [None];
    find(query, Adds::Library, &mut Search { room: &mut first, count: 0 });
    first[0]
}

/// Describes the cause of a fault: "without `since` and with `status`". The combination of this number is the first
/// one with the fault.
const fn cause(combinations: &[Combination<'_>], number: usize, fault: &Fault<'_>, conditions: &[&[usize]]) -> Message {
    let (mut ids, mut failing, mut i) = ([0; MOST_COMBINATIONS], 1 << number, 0);
    while i < combinations.len() {
        ids[i] = combinations[i].id;
        if i > number
            && let Some(other) = first(&combinations[i].query)
            && other.at == fault.at
            && same(other.rule(), fault.rule())
        {
            failing |= 1 << i;
        }
        i += 1;
    }
    let cause = Cause::of(ids.split_at(combinations.len()).0, failing);
    let whole = &combinations[0].query;
    let (with, given) = names(Message::EMPTY.text("with "), whole, (conditions, cause.sent), 0);
    let (without, _) = names(Message::EMPTY.text("without "), whole, (conditions, cause.left_out), given);
    let message = if cause.left_out == 0 { Message::EMPTY } else { without };
    let message = if cause.sent == 0 { message } else { and(message).then(&with) };
    match combinations[number].order {
        order if cause.is_chosen && !order.is_empty() => and(message).text(order),
        _ => message,
    }
}

const fn and(message: Message) -> Message {
    if message.is_empty() { message } else { message.text(" and ") }
}

/// Adds the names of the parameters of some conditions, without those in `known`: bits of their numbers. Also returns
/// the bits of all these parameters.
const fn names(
    mut message: Message,
    whole: &Query<'_>,
    (conditions, bits): (&[&[usize]], u64),
    mut known: u128,
) -> (Message, u128) {
    let (mut condition, mut is_first) = (0, true);
    while condition < conditions.len() {
        let mut numbers = conditions[condition];
        while bits >> condition & 1 == 1
            && let [number, rest @ ..] = numbers
        {
            let mut parameters = whole.list(1);
            let mut i = 0;
            while i < *number {
                (parameters, i) = (parameters.after(whole.parameter(parameters.at).end), i + 1);
            }
            if *number < 128 && known >> *number & 1 == 0 {
                message = message.text(if is_first { "" } else { ", " }).name(whole.parameter(parameters.at).name);
                (known, is_first) = (known | 1 << *number, false);
            }
            numbers = rest;
        }
        condition += 1;
    }
    (message, known)
}

/// Returns `true` if the fault is a scan that is permitted in other combinations.
const fn is_permitted_elsewhere(combinations: &[Combination<'_>], fault: &Fault<'_>) -> bool {
    let (What::FullScan(..), Some(table)) = (fault.what, fault.table) else { return false };
    any!(i < combinations.len(), is_allowed(table, combinations[i].query.full_scans))
}

/// Returns all faults of a query. A first search counts the faults, and a second one collects them.
pub fn faults<'a>(query: &'a Query<'a>, adds: Adds) -> impl Iterator<Item = Fault<'a>> {
    let mut search = Search { room: &mut [], count: 0 };
    find(query, adds, &mut search);
    let mut found = vec![None; search.count];
    find(query, adds, &mut Search { room: &mut found, count: 0 });
    found.into_iter().flatten()
}

/// Finds faults in this order: names of tables, several values in place of one, other names, accesses, writes,
/// parameters and literals. The order counts, because the way in which a table is read may follow from the first ones.
const fn find<'a>(query: &'a Query<'a>, adds: Adds, search: &mut Search<'a, '_>) {
    let mut named = query.list(3);
    while named.left > 0 {
        search.put(resolved::of_schema(query, named.at));
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

/// Finds faults of literals: of those that are several values if `several` is `true`, otherwise of all others.
const fn literals<'a>(query: &'a Query<'a>, several: bool, search: &mut Search<'a, '_>) {
    let mut literals = query.list(2);
    while literals.left > 0 {
        let of = query.literal(literals.at);
        let is_several = match of.kind {
            Some(kind) => kind.is_several(),
            None => false,
        };
        if is_several == several {
            search.put(literal_fault(&of));
        }
        literals = literals.after(literals.at + Literal::LENGTH);
    }
}

const fn accesses<'a>(
    query: &'a Query<'a>,
    scope: &Scope<'a>,
    columns: &Resolved,
    adds: Adds,
    search: &mut Search<'a, '_>,
) {
    if !scope.is_understood || !matches!(adds, Adds::Nobody) && is_found(scope, columns, adds) {
        return;
    }
    let (read, mut source) = (of_resolved(scope, columns, adds).access, 0);
    while source < scope.sources && source < read.len() {
        // An index may find the rows without the hash.
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
    check_permissions(&[(query, number)])
}

/// Ends the evaluation if none of these queries needs its permission of this number: because it reads no table whole,
/// or an earlier permission permits it, too.
#[track_caller]
pub const fn check_permissions(permitted: &[(&Query<'_>, usize)]) {
    let (mut rest, mut is_read) = (permitted, false);
    while let [(query, number), others @ ..] = rest {
        let (earlier, own) = query.full_scans.split_at(*number);
        if is_needed(query, &own[0]) {
            if !is_allowed(own[0].table, earlier) {
                return;
            }
            is_read = true;
        }
        rest = others;
    }
    let (query, number) = permitted[0];
    let (message, name) = (Message::rule("allowance"), query.full_scans[number].table.name);
    let message = match is_read {
        true => message.text("another `full_scan(..)` already permits to read all rows of table ").name(name),
        false => message.text("no source of this query reads all rows of table ").name(name),
    };
    message.text("\nhelp: remove this `full_scan(..)`").refuse()
}

const fn columns_of<'a>(scope: &Scope<'a>, columns: &Resolved, search: &mut Search<'a, '_>) {
    let (step, mut at, mut i) = (code::COLUMN, scope.columns_at, 0);
    while i < scope.named {
        // In a scope with one source, the column belongs to that source. In a scope with several, another source may
        // have it, too.
        let only = scope.sources == 1 || !matches!(scope.query.code[at + 2], code::ANY_SOURCE | code::DOUBTFUL);
        if !(only && columns.is_found(i)) {
            search.put(resolved::named(scope, &Column::of(scope.query, at)));
        }
        (at, i) = (at + step, i + 1);
    }
    if scope.set == 0 {
        return;
    }
    let SourceKind::Table(table, _) = scope.source(0).kind else { return };
    each!(i < scope.set, {
        let column = scope.set(i);
        search.put(resolved::of_table(table, &column));
        search.put(set(table, &column));
    });
}

const fn target<'a>(target: &Target<'a>, adds: Adds, search: &mut Search<'a, '_>) {
    if let Adds::Library = adds {
        computed_ones(target, target.others, search);
        if let Some(columns) = target.columns {
            computed_ones(target, columns, search);
        }
        made_by_server(target, search);
    }
    let Some(mut columns) = target.columns else { return };
    while columns.left > 0 {
        search.put(resolved::of_table(target.table, &Column::of(target.query, columns.at)));
        columns = columns.after(columns.at + code::COLUMN);
    }
    lacks(target, adds, search);
    nulls(target, search);
}

/// Finds the columns that the rows of a target lack. A computed column is not missing if it is added and its inputs are
/// there.
pub(super) const fn lacks<'a>(target: &Target<'a>, adds: Adds, search: &mut Search<'a, '_>) {
    let Some(columns) = target.columns else { return };
    let table = target.table;
    if let (Adds::Nobody, Some(hash)) = (adds, table.hash)
        && !has(target.query, columns, hash.name)
        && has_inputs(target.query, columns, table, &hash)
    {
        search.put(Some(Fault::new(target.at, hash.name, What::RowsWithoutHash).of(table).at_word(table.name)));
    }
    each!(i < table.columns.len(), {
        let column = &table.columns[i];
        let is_key = table.is_key(i);
        let needed = is_key || target.inserts && !column.is_nullable();
        if needed && !is_filled(column) && !has(target.query, columns, column.name) {
            let fault = Fault::new(target.at, column.name, What::Missing(is_key));
            search.put(Some(fault.of(table).at_word(table.name)));
        }
    });
}

/// Finds the computed columns that the text writes. The library writes them, so that each row has its own.
pub(super) const fn computed_ones<'a>(target: &Target<'a>, mut columns: List, search: &mut Search<'a, '_>) {
    while columns.left > 0 {
        let column = Column::of(target.query, columns.at);
        match position(target.table, column.name) {
            Some(position) if position >= target.table.columns.len() => {
                search.put(Some(Fault::new(column.at, column.name, What::Given).of(target.table)));
            }
            _ => {}
        }
        columns = columns.after(columns.at + code::COLUMN);
    }
}

const fn has_inputs(query: &Query<'_>, columns: List, table: &Table<'_>, hash: &HashDef<'_>) -> bool {
    !any!(i < hash.inputs.len(), !has(query, columns, table.columns[hash.inputs[i]].name))
}

/// Finds columns that may be NULL and are written into columns that are NOT NULL. YDB looks at the types alone, before
/// the query runs, and no condition of the query changes the type of a column (`HandleWriteTable` of
/// `yql_kikimr_type_ann.cpp`; `GetJoinColumnTypes` of `yql_join.cpp` for sides of joins that may be missing).
const fn nulls<'a>(target: &Target<'a>, search: &mut Search<'a, '_>) {
    let (query, mut copied) = (target.query, target.copied);
    while copied.left > 0 {
        let (name, at) = (query.names[query.number(copied.at)], query.number(copied.at + 1));
        let (scope, named) = (Scope::of(query, query.number(copied.at + 2)), query.number(copied.at + 3));
        if is_not_null(target.table, name) && may_be_null(&scope, &scope.column(named)) {
            let source = scope.column(named).name;
            search.put(Some(Fault::new(at, name, What::NullColumn(source)).of(target.table).at_word(source)));
        }
        copied = copied.after(copied.at + code::COPIED);
    }
}

/// Returns `true` if a table certainly has a column that is NOT NULL.
const fn is_not_null(table: &Table<'_>, name: &str) -> bool {
    match position(table, name) {
        None => false,
        Some(position) if position < table.columns.len() => !table.may_be_null(position),
        // The hash that leads the key comes before the hashes of the indexes.
        Some(position) => !(position == table.columns.len() && table.hash_may_be_null()),
    }
}

/// Returns `true` if a column of a scope may certainly be NULL. A key column without NOT NULL in the model does not
/// count, because the table may have NOT NULL.
const fn may_be_null(scope: &Scope<'_>, named: &Column<'_>) -> bool {
    let (mut found, mut i) = (None, 0);
    while i < scope.sources {
        let may_be = match named.source {
            Some(source) => source == i,
            None => true,
        };
        if may_be {
            match scope.source(i).kind {
                SourceKind::Rows(_) => match scope.has(i, named.name) {
                    Some(false) => {}
                    Some(true) | None => return false,
                },
                SourceKind::Table(table, _) => match (column(table, named.name), found) {
                    (None, _) => {}
                    (Some(column), None) => found = Some(column.nullable || scope.is_outer(i)),
                    (Some(_), Some(_)) => return false,
                },
            }
        }
        i += 1;
    }
    matches!(found, Some(true))
}

/// Reports an `INSERT .. SELECT` into a table whose hash only the program can compute: the server makes these rows, so
/// they would lack the hash. `SELECT *` is not reported, because its rows may have the hash column already.
pub(super) const fn made_by_server<'a>(target: &Target<'a>, search: &mut Search<'a, '_>) {
    let table = target.table;
    let Some(hash) = table.hash else { return };
    if hash.foreign().is_none() {
        return;
    }
    let fault = Fault::new(target.at, hash.name, What::MadeByServer).of(table);
    let Some(mut columns) = target.columns else {
        if !target.are_given && !reads_hash(target.query, &hash) {
            search.put(Some(fault.at_word(table.name)));
        }
        return;
    };
    while columns.left > 0 {
        let column = Column::of(target.query, columns.at);
        if column.doubtful
            && let Some(position) = position(table, column.name)
            && contains(hash.inputs, position)
        {
            search.put(Some(Fault { at: column.at, ..fault }.at_word(column.name)));
            return;
        }
        columns = columns.after(columns.at + code::COLUMN);
    }
}

/// Returns `true` if a star of a query reads a column that has the name of this hash and the values of the same foreign
/// function.
const fn reads_hash(query: &Query<'_>, hash: &HashDef<'_>) -> bool {
    let mut next = query.first();
    while let Some(scope) = next {
        let has_hash = any!(
            source < scope.sources,
            match scope.source(source).kind {
                SourceKind::Table(Table { hash: Some(own), .. }, _) =>
                    same(own.name, hash.name) && own.is_same_foreign(hash),
                _ => false,
            }
        );
        if scope.reads_all() && has_hash {
            return true;
        }
        next = scope.next();
    }
    false
}

/// Returns the fault of a column that an UPDATE sets: a part of the key, or a column that is computed from the key.
pub(super) const fn set<'a>(table: &'a Table<'a>, column: &Column<'a>) -> Option<Fault<'a>> {
    let Some(position) = position(table, column.name) else { return None };
    // Computed columns come after the others, and the hash of the key is the first of them.
    let is_computed = position >= table.columns.len();
    if !is_computed && !table.is_key(position) {
        return None;
    }
    let is_key = !is_computed || table.hash.is_some() && position == table.columns.len();
    Some(Fault::new(column.at, column.name, What::Set(is_key)).of(table))
}

const fn has(query: &Query<'_>, mut columns: List, name: &str) -> bool {
    while columns.left > 0 {
        if same(query.names[query.number(columns.at)], name) {
            return true;
        }
        columns = columns.after(columns.at + code::COLUMN);
    }
    false
}

const fn is_filled(column: &ColumnDef<'_>) -> bool {
    column.serial || column.default.is_some()
}
