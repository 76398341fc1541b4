//! Choice of the index that YDB reads where the text names none.
//!
//! YDB asks each SELECT of a row table that has a condition whether an index suits it better than the table
//! (`kqp_opt_log_ranges_predext.cpp`; the tests are `AutoChooseIndex` and those after it). It does not count rows. It
//! compares the following in this order. The greater one wins; if all are equal, the table wins:
//!
//! 1. whether the rows come in the order that is wanted, and the ranges of the key say all of the condition;
//! 2. whether all columns of the key have values;
//! 3. else how many of the first ones have;
//! 4. whether all have values or a bound;
//! 5. else how many of the first ones have any condition;
//! 6. whether all columns that are read are there.
//!
//! "All columns" of an index are its own and those of the primary key after them, as in YDB's newest code; until 25.1
//! they were its own. Where the two differ, the library names the chosen index in the text, so that each server reads
//! the same.
//!
//! YDB chooses no index for a read that names an index or `VIEW PRIMARY KEY`, for a read by a whole key, for the side
//! of a join whose rows are looked up, for UPDATE and DELETE, and for column tables. It never chooses indexes that lag,
//! nor indexes with the order of the table.

use ydb_yql::facts::{Purpose, code};

use super::List;
use super::access::{Access, Found, Lead, Read, View};
use super::facts::{Source, SourceKind};
use super::key::{Part, part};
use crate::schema::any::{IndexDef, Table};
use crate::types::const_text::each;

/// Relation of the wanted order of the first rows to a key.
#[derive(Clone, Copy)]
enum Follows {
    Not,
    /// The order has the whole key, and columns after it. They decide nothing, because no two rows have one key.
    Beyond,
    Exactly,
}

impl<'a> View<'a> {
    /// Returns the access of a source; `Unknown` if it depends on conditions that are not understood.
    pub(super) const fn certain(&self, source: usize) -> Access {
        self.certainly(source).access
    }

    /// Returns the access of a source and the index that is read. The access is `Unknown` if it depends on conditions
    /// that are not understood.
    pub(super) const fn certainly(&self, source: usize) -> Read {
        let read = self.chosen(source);
        let hopeful = View { hopeful: true, ..*self }.chosen(source);
        let is_certain = read.access as u8 == hopeful.access as u8 && read.index == hopeful.index;
        if is_certain { read } else { Read { access: Access::Unknown, index: read.index } }
    }

    /// Returns the access of a source, by the key or the index that YDB chooses.
    pub(super) const fn access(&self, source: usize) -> Access {
        self.chosen(source).access
    }

    /// Returns the access of a source and the index that is read: its own key, or the index that YDB chooses.
    pub(super) const fn chosen(&self, source: usize) -> Read {
        let own = self.read(source);
        let key = self.by_key(source);
        if matches!(key.access, Access::Point) {
            return Read { access: Access::Point, index: 0 };
        }
        let has_conditions = self.scope.conditions().left > 0;
        let follows = if has_conditions { Follows::Not } else { self.first_rows(source, &own) };
        let is_first = matches!(follows, Follows::Exactly);
        let of_table = match (key.access, follows) {
            _ if is_first => Read { access: Access::First, index: 0 },
            (_, Follows::Beyond) => Read { access: self.beyond(source, &own), index: 0 },
            (Access::Full, _) if !has_conditions && self.any_rows() => Read { access: Access::Unknown, index: 0 },
            (access, _) => Read { access, index: 0 },
        };
        let SourceKind::Table(table, None) = own.kind else { return of_table };
        if !matches!(follows, Follows::Not) || !self.may_choose(source, table) {
            return of_table;
        }
        if !has_conditions {
            return self.first_of_indexes(source, table, of_table);
        }
        // YDB chooses no index for rows that are looked up.
        let mut alone = View { placed: 0, chooses: true, ..*self };
        if self.placed != 0 && alone.by_key(source).access as u8 > key.access as u8 {
            return of_table;
        }
        // The hash that is added to the text counts in an index, too: an index has the key of the table behind its own
        // columns.
        let own_key = if self.placed == 0 { key } else { alone.by_key(source) };
        let fixed = if self.through.is_none() { own_key.fixed } else { alone.by_key(source).fixed };
        let hash = fixed & Lead::of(&own).bit;
        let (mut best, mut chosen, mut number) = (alone.rank(source, &own_key), of_table, 0);
        // Facts of the best index so far that count only where ranks are equal: its view, the hash in it, and its
        // counts.
        let (mut best_view, mut best_hash, mut best_counts) = (alone, 0, None);
        while number < table.indexes.len() {
            if table.is_candidate(number) {
                alone.through = Some((source, table.indexes[number].name));
                let found = alone.by_key_and(source, hash);
                let rank = alone.rank(source, &found);
                let (mut is_better, mut counts) = (rank > best, None);
                // Without a column that has a condition, there are no counts to compare.
                if rank == best && found.used > 0 {
                    let of_best = match best_counts {
                        Some(counts) => counts,
                        None => best_view.used(source, table, best_hash),
                    };
                    let own = alone.used(source, table, hash);
                    // Whether all columns that are read are there, for equal counts.
                    let covers = self.covers(source, table, number) as u64;
                    let best_covers = (chosen.index == 0 || self.covers(source, table, chosen.index - 1)) as u64;
                    is_better = own[0] | covers > of_best[1] | best_covers;
                    if !is_better && own[1] | covers > of_best[0] | best_covers {
                        return Read { access: Access::Unknown, index: 0 };
                    }
                    (best_counts, counts) = (Some(of_best), Some(own));
                }
                if is_better {
                    let access = if hash == 0 { found.access } else { alone.by_key(source).access };
                    (best, chosen) = (rank, Read { access, index: number + 1 });
                    (best_view, best_hash, best_counts) = (alone, hash, counts);
                }
            }
            number += 1;
        }
        chosen
    }

    /// Returns `true` if YDB may read an index in place of the table.
    pub(super) const fn may_choose(&self, source: usize, table: &Table<'_>) -> bool {
        let is_given = matches!(self.through, Some((of, _)) if of == source);
        !is_given
            && matches!(self.scope.purpose(), Purpose::Select)
            && !self.scope.is_by_key(source)
            && table.has_candidate()
    }

    /// Returns the index whose key begins with the order of the first rows: the first one that has all columns, or else
    /// the first one.
    const fn first_of_indexes(&self, source: usize, table: &Table<'a>, of_table: Read) -> Read {
        let (mut found, mut number) = (None, 0);
        while number < table.indexes.len() {
            let through = View { through: Some((source, table.indexes[number].name)), ..*self };
            let follows = if table.is_candidate(number) {
                through.first_rows(source, &through.read(source))
            } else {
                Follows::Not
            };
            // No test says whether an index is chosen for an order that goes on after its key.
            if let (Follows::Beyond, None) = (follows, found) {
                found = Some(Read { access: Access::Unknown, index: 0 });
            }
            if let Follows::Exactly = follows {
                let read = Read { access: Access::First, index: number + 1 };
                if self.covers(source, table, number) {
                    return read;
                }
                if !matches!(found, Some(Read { access: Access::First, .. })) {
                    found = Some(read);
                }
            }
            number += 1;
        }
        match found {
            Some(read) => read,
            None => of_table,
        }
    }

    /// Returns the relation of the order of a query that wants only the first rows to a key.
    const fn first_rows(&self, source: usize, own: &Source<'a>) -> Follows {
        match self.scope.order() {
            Some((columns, true)) if self.scope.sources == 1 => {
                if self.is_order(source, own, columns, 0) {
                    return Follows::Exactly;
                }
                let (mut key, mut begins) = (0, true);
                while let Some(part) = part(own, key)
                    && begins
                {
                    let SourceKind::Table(table, _) = own.kind else { return Follows::Not };
                    let bit = part.bit(table);
                    begins = key < columns.left
                        && bit != 0
                        && self.columns.bit(self.scope.query.number(columns.at + key), source) == bit;
                    key += 1;
                }
                if begins && key > 0 && key < columns.left { Follows::Beyond } else { Follows::Not }
            }
            _ => Follows::Not,
        }
    }

    /// Returns the access to the first rows in an order that goes on after the key. A named index that has all of the
    /// order's columns gives the first rows (`IndexTopSortPushDown`); where a column is missing, all rows are sorted.
    /// For a table no test says it, so the access is unknown.
    const fn beyond(&self, source: usize, own: &Source<'a>) -> Access {
        let (SourceKind::Table(table, Some(name)), Some((columns, _))) = (own.kind, self.scope.order()) else {
            return Access::Unknown;
        };
        let Some(index) = table.index(name) else { return Access::Unknown };
        let (has, mut i) = (columns_of(own, table, index), 0);
        while i < columns.left {
            let bit = self.columns.bit(self.scope.query.number(columns.at + i), source);
            if bit & has == 0 {
                return Access::Full;
            }
            i += 1;
        }
        Access::First
    }

    /// Returns `true` if LIMIT wants any rows, in no order. YDB passes the limit to the read, whose plan is called a
    /// full scan. No test says how many partitions it asks.
    pub(super) const fn any_rows(&self) -> bool {
        matches!(self.scope.order(), Some((List { left: 0, .. }, true))) && self.scope.sources == 1
    }

    /// Returns `true` if the rows of a key are in this order once the first `fixed` columns have values.
    pub(super) const fn is_order(&self, source: usize, own: &Source<'a>, columns: List, fixed: usize) -> bool {
        let SourceKind::Table(table, _) = own.kind else { return false };
        let (mut next, mut i) = (fixed, 0);
        while i < columns.left {
            let bit = self.columns.bit(self.scope.query.number(columns.at + i), source);
            let (mut place, mut position) = (usize::MAX, 0);
            while let Some(part) = part(own, position) {
                if bit != 0 && part.bit(table) == bit {
                    place = position;
                }
                position += 1;
            }
            if place == next {
                next += 1;
            } else if place >= fixed {
                return false;
            }
            i += 1;
        }
        columns.left > 0
    }

    /// Returns the rank of the key of a table or an index for a read, as a number: the first comparisons, that is, the
    /// order, whole keys, and columns with values. The greater number wins.
    const fn rank(&self, source: usize, key: &Found) -> u64 {
        let is_point = key.is_used && key.points == key.used && key.used > 0;
        let is_sorted = self.is_sorted_by(source, key) && self.is_all_said(source, &self.read(source), key.used);
        let points = if is_point { 0 } else { key.points };
        (is_sorted as u64) << 40 | (is_point as u64) << 39 | points as u64
    }

    /// Returns `true` if the rows of a key come in the wanted order.
    pub(super) const fn is_sorted_by(&self, source: usize, key: &Found) -> bool {
        match self.scope.order() {
            Some((columns, _)) if self.scope.sources == 1 => {
                let fixed = if self.are_single(source) { key.points } else { 0 };
                self.is_order(source, &self.read(source), columns, fixed)
            }
            _ => false,
        }
    }

    /// Counts the first columns of a key that have a condition, for keys of one rank: the least and the greatest
    /// possible count.
    ///
    /// After a bounded column, the next one counts, too, though no range is made of it. If all alternatives of an OR
    /// begin with one column, a column counts that any of them names (`DoRebuildRangeForIndexKeys` of
    /// `extract_predicate_impl.cpp`). Each alternative says at least what all of them do.
    const fn used(&self, source: usize, table: &Table<'_>, also: u128) -> [u64; 2] {
        let own = self.read(source);
        let lead = Lead::of(&own);
        let fixed = self.found(source, None, &lead) | also;
        let all = fixed | self.found(source, Some(!lead.bit), &lead);
        let any = fixed | View { spreads: true, ..*self }.found(source, Some(!lead.bit), &lead);
        let (mut counts, mut i) = ([0; 2], 0);
        while i < counts.len() {
            let (mut used, mut bits) = (0_u64, all);
            while let Some(part) = part(&own, used as usize) {
                if !self.fixes(table, &part, bits) {
                    break;
                }
                used += 1;
                bits = if i == 0 { all } else { any };
            }
            let is_used = used > 0 && part(&own, used as usize).is_none();
            counts[i] = if is_used { 1 << 25 } else { used << 1 };
            i += 1;
        }
        counts
    }

    /// Returns `true` if the conditions give each column at most one value, and not a list of values.
    const fn are_single(&self, source: usize) -> bool {
        let (code, mut conditions) = (self.scope.query.code, self.scope.conditions());
        while conditions.left > 0 {
            let mut nodes = self.conjunction(conditions.at + 3);
            while nodes.left > 0 {
                let at = nodes.at;
                if let code::FIXED | code::SAME = code[at]
                    && self.columns.bits(code, List { left: code[at + 1] as usize, at: at + 2 }, source) != 0
                {
                    let by = at + 2 + code[at + 1] as usize;
                    let value = code[by + 1 + code[by] as usize];
                    if !matches!(value, code::PARAMETER | code::LITERAL | code::EXACT | code::OTHER_VALUE) {
                        return false;
                    }
                }
                nodes = nodes.after(self.end(at));
            }
            conditions = conditions.after(conditions.at + code[conditions.at] as usize);
        }
        true
    }

    /// Returns `true` if the conditions say nothing about columns after the first `used` ones of a key.
    pub(super) const fn is_all_said(&self, source: usize, own: &Source<'a>, used: usize) -> bool {
        let SourceKind::Table(table, _) = own.kind else { return false };
        let (mut bits, mut position) = (0, 0);
        while position < used
            && let Some(part) = part(own, position)
        {
            bits |= part.bit(table);
            position += 1;
        }
        let (code, mut conditions) = (self.scope.query.code, self.scope.conditions());
        while conditions.left > 0 {
            let mut nodes = self.conjunction(conditions.at + 3);
            while nodes.left > 0 {
                let at = nodes.at;
                let columns = List { left: code[at + 1] as usize, at: at + 2 };
                match code[at] {
                    code::FIXED | code::SAME | code::BOUNDED
                        if self.columns.bits(code, columns, source) & !bits == 0 => {}
                    _ => return false,
                }
                nodes = nodes.after(self.end(at));
            }
            conditions = conditions.after(conditions.at + code[conditions.at] as usize);
        }
        true
    }

    /// Returns `true` if an index has all columns of its table that are read.
    const fn covers(&self, source: usize, table: &Table<'a>, index: usize) -> bool {
        let own = Source { at: 0, kind: SourceKind::Table(table, Some(table.indexes[index].name)) };
        let has = columns_of(&own, table, &table.indexes[index]);
        let (mut reads, mut i) = (0, 0);
        while i < self.scope.columns {
            reads |= self.columns.bit(i, source);
            i += 1;
        }
        let all: u128 = if self.scope.reads_all() { (1 << table.columns.len()) - 1 } else { 0 };
        (reads | all) & !has == 0
    }
}

/// Returns the columns that an index has, as bits.
pub(super) const fn columns_of(own: &Source<'_>, table: &Table<'_>, index: &IndexDef<'_>) -> u128 {
    let (mut has, mut position) = (0, 0);
    while let Some(part) = part(own, position) {
        has |= part.bit(table);
        position += 1;
    }
    each!(i < index.cover.len(), {
        has |= Part::Column(index.cover[i]).bit(table);
    });
    has
}
