//! How the rows of each source are found.
//!
//! A column of a key is *fixed* if a condition leaves few values for it, and *bounded* if one leaves a range. The access
//! follows from how far the key is fixed from its beginning:
//!
//! ```text
//! key (a, b, c)     a = 1 AND b = 2 AND c = 3   point
//!                   a = 1 AND b = 2             prefix
//!                   a = 1 AND b > 2             range
//!                   b = 2                       full
//! ```
//!
//! What is not understood is judged twice, as if it said nothing and as if it fixed its columns. If both give the same,
//! that is the answer.

use ydb_yql::facts::code;

use super::List;
use super::facts::{Scope, Source, SourceKind};
use super::fault::Adds;
use super::key::{Part, index_hash, part as part_at};
use super::resolved::Resolved;
use crate::schema::Store;
use crate::schema::any::{HashDef, Table};
use crate::types::YdbType;
use crate::types::const_text::any;

__named! {
    /// How the rows of a table are found, the cheapest first.
    ///
    /// The examples are conditions on a table with `primary_key(chat_hash = numeric_hash(chat_id), chat_id, sent_at)`. A value
    /// for `chat_id` is one for `chat_hash`, too, because the condition on the hash is added.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Access {
        /// By whole keys: each column of the key has a value, or a list of values.
        ///
        /// `chat_id = 7 AND sent_at = $at`, `chat_id IN $chats AND sent_at = $at`, and in a join
        /// `m.chat_id = c.id AND m.sent_at = c.last_at`, where the rows of `c` are found first.
        Point = "point",
        /// By the first columns of the key, the others being free: `chat_id = 7`.
        Prefix = "prefix",
        /// By a range of the key: the first columns have values, and the next one is bounded by `<`, `<=`, `>`, `>=`, `BETWEEN`
        /// or a `LIKE` with a constant prefix.
        ///
        /// `chat_id = 7 AND sent_at >= $since`. A range of a hash input does not help: `chat_id > 7` is [`Full`](Self::Full).
        Range = "range",
        /// The first rows in the order of the key, or of an index: as many as `LIMIT` wants. There is an `ORDER BY` the first
        /// columns of the key in one direction, and no condition: `ORDER BY number LIMIT 10` of a table with
        /// `primary_key(number)`.
        First = "first",
        /// All rows are read: `sent_at >= $since`. Of a row table this needs `full_scan(Message, reason = "..")`.
        Full = "full",
        /// A construct that the compiler does not understand decides it.
        Unknown = "unknown",
    }

    /// The word for it.
    fn name
}

/// How a source is read.
#[derive(Clone, Copy)]
pub(super) struct Read {
    pub(super) access: Access,
    /// One more than the number of the index that is read; 0 is the table, or the index that the text names.
    pub(super) index: usize,
}

/// What is added to a conjunction for a source.
#[derive(Clone, Copy)]
pub(super) enum Addition {
    /// The hash of the values to which the conjunction compares all inputs.
    Hash,
    /// All buckets of the table, before the comparison of this number, which finds rows in each of them.
    Buckets(usize),
}

/// Stands for "all buckets" among the columns that are fixed: the table is read as that many ranges.
const ALL_BUCKETS: u128 = 1 << 127;

/// What is taken for granted in a judgement.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) scope: &'a Scope<'a>,
    pub(super) columns: &'a Resolved,
    /// The sources that are read before.
    pub(super) placed: u64,
    /// Who adds the conditions on computed columns.
    pub(super) adds: Adds,
    /// `true` if what is not understood fixes its columns.
    pub(super) hopeful: bool,
    /// Each source by its own key, or one of them through an index.
    pub(super) through: Option<(usize, &'a str)>,
    /// `true` if that is asked for the choice of an index.
    pub(super) chooses: bool,
    /// `true` if a column counts that only some alternatives of an OR fix or bound.
    pub(super) spreads: bool,
}

impl<'a> View<'a> {
    pub(super) const fn new(scope: &'a Scope<'a>, columns: &'a Resolved, placed: u64, adds: Adds) -> Self {
        View { scope, columns, placed, adds, hopeful: false, through: None, chooses: false, spreads: false }
    }

    /// How much of the key by which a source is read its conditions fix.
    pub(super) const fn by_key(self, source: usize) -> Found {
        self.by_key_and(source, 0)
    }

    /// The same, where these columns are fixed as well, as bits.
    pub(super) const fn by_key_and(self, source: usize, also: u128) -> Found {
        let own = self.read(source);
        let SourceKind::Table(table, _) = own.kind else { return Found::POINT };
        let lead = Lead::of(&own);
        let fixed = self.found(source, None, &lead) | also;
        let is_split = fixed & ALL_BUCKETS != 0;
        let mut points = 0;
        while let Some(part) = part_at(&own, points) {
            let is_fixed = match points {
                // Without a look at its name.
                0 if fixed & lead.bit != 0 => true,
                _ => self.fixes(table, &part, fixed),
            };
            if is_fixed {
                points += 1;
                continue;
            }
            let bounded = self.found(source, Some(fixed), &lead);
            if part.is_in(bounded, table) {
                let is_used = part_at(&own, points + 1).is_none();
                return Found { access: Access::Range, points, used: points + 1, is_used };
            }
            // All buckets are named, and each is read by the columns after it.
            if matches!(self.adds, Adds::Others)
                && points == 0
                && let Part::Hash(HashDef { buckets: Some(_), .. }) = part
                && let Some(next) = part_at(&own, 1)
                && (self.fixes(table, &next, fixed) || next.is_in(bounded, table))
            {
                return Found { access: Access::Range, points: 1, used: 2, is_used: false };
            }
            let access = match points {
                0 => Access::Full,
                _ if is_split => Access::Range,
                _ => Access::Prefix,
            };
            return Found { access, points, used: points, is_used: false };
        }
        let access = match points {
            0 => Access::Unknown,
            _ if is_split => Access::Range,
            _ => Access::Point,
        };
        Found { access, points, used: points, is_used: true }
    }

    /// A source, by the key by which it is read.
    pub(super) const fn read(self, source: usize) -> Source<'a> {
        let own = self.scope.source(source);
        match (self.through, own.kind) {
            (Some((of, index)), SourceKind::Table(table, _)) if of == source => {
                Source { kind: SourceKind::Table(table, Some(index)), ..own }
            }
            _ => own,
        }
    }

    /// Returns `true` if a column of the key is fixed, a computed one also by its inputs if others add its condition.
    pub(super) const fn fixes(self, table: &Table<'_>, part: &Part<'_>, fixed: u128) -> bool {
        if part.is_in(fixed, table) {
            return true;
        }
        match (part, self.adds) {
            (Part::Hash(hash), Adds::Others) => {
                let inputs = inputs(hash);
                fixed & inputs == inputs
            }
            _ => false,
        }
    }

    /// Returns `true` if the conditions fix the first column of a source's key.
    pub(super) const fn fixes_first(self, source: usize) -> bool {
        let own = self.read(source);
        match (own.kind, part_at(&own, 0)) {
            (SourceKind::Table(table, _), Some(part)) => {
                self.fixes(table, &part, self.found(source, None, &Lead::of(&own)))
            }
            _ => false,
        }
    }

    /// The bit of the computed column that leads the key of a table, if the conditions fix it.
    pub(super) const fn fixed_lead(self, source: usize) -> u128 {
        let lead = Lead::of(&self.read(source));
        if lead.bit == 0 { 0 } else { self.found(source, None, &lead) & lead.bit }
    }

    /// The columns of a source that the conditions fix, as bits; or, where the fixed ones are known, those that they fix or
    /// bound.
    pub(super) const fn found(self, source: usize, fixed: Option<u128>, lead: &Lead<'_>) -> u128 {
        let (code, mut conditions, mut found) = (self.scope.query.code, self.scope.conditions(), 0);
        while conditions.left > 0 {
            let at = conditions.at;
            if code[at + 1] as usize <= source && source < code[at + 2] as usize {
                let (bits, _) = self.node(at + 3, source, fixed, lead);
                found |= match lead.bit & !bits {
                    0 => bits,
                    _ => self.completed(bits, at + 3, source, fixed, lead),
                };
            }
            conditions = conditions.after(at + code[at] as usize);
        }
        found
    }

    /// What the node here says of them, and where it ends.
    pub(super) const fn node(self, at: usize, source: usize, fixed: Option<u128>, lead: &Lead<'_>) -> (u128, usize) {
        let code = self.scope.query.code;
        let (kind, count) = (code[at], code[at + 1] as usize);
        match kind {
            code::FIXED | code::SAME | code::BOUNDED => {
                let (columns, by) = (List { left: count, at: at + 2 }, at + 2 + count);
                let by = List { left: code[by] as usize, at: by + 1 };
                let bits = match (kind, fixed) {
                    _ if !self.finds(at, source) => 0,
                    _ if by.left > 0 && !self.is_shared(at) && !self.are_placed(by, source) => 0,
                    _ if !self.is_searched(at, columns, by, (source, lead)) => 0,
                    (code::FIXED | code::SAME, _) => self.columns.bits(code, columns, source),
                    (_, Some(fixed)) => self.beginning(columns, source, fixed),
                    (_, None) => 0,
                };
                (bits, by.at + by.left + if let code::BOUNDED = kind { 1 } else { 2 })
            }
            code::ALL => {
                let (mut bits, mut next, mut i) = (0, at + 3, 0);
                while i < count {
                    let (of, end) = self.node(next, source, fixed, lead);
                    (bits, next, i) = (bits | of, end, i + 1);
                }
                (bits, next)
            }
            code::ANY => {
                let none = if self.hopeful || count > 0 { u128::MAX } else { 0 };
                let (mut bits, mut buckets, mut next, mut i) = (none, 0, at + 3, 0);
                while i < count {
                    let (of, end) = self.node(next, source, fixed, lead);
                    let of = match lead.bit & !of {
                        0 => of,
                        _ => self.completed(of, next, source, fixed, lead),
                    };
                    buckets |= of & ALL_BUCKETS;
                    let joined = if self.spreads && i > 0 { bits | of } else { bits & of };
                    (bits, next, i) = (joined, end, i + 1);
                }
                (bits & !ALL_BUCKETS | buckets, next)
            }
            code::UNKNOWN => {
                let columns = List { left: count, at: at + 2 };
                (if self.hopeful { self.columns.bits(code, columns, source) } else { 0 }, at + 2 + count)
            }
            _ => (0, at + 1),
        }
    }

    /// Returns `true` if YDB finds rows by a comparison of these types: it looks up what has the type of the key,
    /// numbers by numbers, and a String by a Utf8; a bound that comes from another table, and a fraction beside an
    /// integer, say nothing (`KqpJoin`, `kqp_opt_log_join.cpp`).
    const fn is_searched(self, at: usize, columns: List, by: List, (source, lead): (usize, &Lead<'_>)) -> bool {
        let (code, after) = (self.scope.query.code, by.at + by.left);
        let of = match columns.left {
            1 => self.columns.ty(self.scope, code[columns.at] as usize),
            _ => None,
        };
        let is_input = self.columns.bits(code, columns, source) & lead.inputs != 0;
        match (code[at], code[after], of) {
            _ if self.is_shared(at) => self.have_same_types(columns, by),
            (code::BOUNDED, _, _) if by.left > 0 => false,
            (code::BOUNDED, code::REAL, Some(ty)) => !ty.is_integer(),
            (code::BOUNDED, code::NOT_NULL, Some(_)) => self.columns.is_nullable(self.scope, code[columns.at] as usize),
            (code::FIXED, code::PARAMETER, Some(ty)) if ty.is_integer() => {
                match self.scope.query.chosen_type(self.scope.query.names[code[after + 1] as usize]) {
                    Some((chosen, _)) => is_input || !matches!(chosen, YdbType::Float | YdbType::Double),
                    None => true,
                }
            }
            // Of the input of a hash the message is that no hash follows.
            (code::FIXED | code::SAME, code::FRACTION, Some(ty)) => !ty.is_integer() || is_input,
            // Rows that a subquery gives are looked up, and no index is chosen for that.
            (code::FIXED, code::PLACED, Some(_)) if by.left == 0 => self.through.is_none() || !self.chooses,
            (code::FIXED | code::SAME, code::COLUMN_VALUE, Some(ty)) if by.left == 1 => {
                match self.columns.ty(self.scope, code[by.at] as usize) {
                    Some(value) => is_looked_up(ty, value),
                    None => true,
                }
            }
            _ => true,
        }
    }

    /// Returns `true` if the comparison here is one of another column, which a join compares with this one.
    const fn is_shared(self, at: usize) -> bool {
        let code = self.scope.query.code;
        let by = at + 2 + code[at + 1] as usize;
        let value = code[by + 1 + code[by] as usize];
        match code[at] {
            code::BOUNDED => value == code::SHARED_BOUND,
            _ => value == code::SHARED,
        }
    }

    /// Returns `true` if columns have the types of others, and may be NULL as they may.
    const fn have_same_types(self, columns: List, others: List) -> bool {
        let (query, scope, all) = (self.scope.query, self.scope, self.columns);
        let count = if columns.left < others.left { columns.left } else { others.left };
        !any!(i < count, {
            let (column, other) = (query.number(columns.at + i), query.number(others.at + i));
            match (all.ty(scope, column), all.ty(scope, other)) {
                (Some(ty), Some(of)) if ty.same(of) => all.is_nullable(scope, column) != all.is_nullable(scope, other),
                _ => true,
            }
        })
    }

    /// What all of a condition says, or an alternative of an OR, with what is added to it: the computed column that leads the
    /// key. Another alternative may name the column itself.
    const fn completed(self, bits: u128, at: usize, source: usize, fixed: Option<u128>, lead: &Lead<'_>) -> u128 {
        let has_inputs = bits & lead.inputs == lead.inputs;
        match (self.adds, fixed) {
            (Adds::Nobody, _) => bits,
            // It is known already.
            (Adds::Library, Some(fixed)) if fixed & lead.bit != 0 => bits,
            // A bucket may be found by a bound, which is no bit yet.
            (Adds::Library, _) if !has_inputs && lead.next == 0 => bits,
            (Adds::Library, _) => match self.addition(at, source, lead) {
                None => bits,
                Some(Addition::Hash) => bits | lead.bit,
                Some(Addition::Buckets(_)) => bits | lead.bit | ALL_BUCKETS,
            },
            (Adds::Others, None) => {
                if has_inputs {
                    bits | lead.bit
                } else {
                    bits
                }
            }
            (Adds::Others, Some(_)) => {
                let (values, _) = self.node(at, source, None, lead);
                let is_there = bits & lead.next != 0 || values & lead.inputs == lead.inputs;
                if is_there { bits | lead.bit } else { bits }
            }
        }
    }

    /// Where the node here ends.
    pub(super) const fn end(self, at: usize) -> usize {
        let code = self.scope.query.code;
        match code[at] {
            code::ALL | code::ANY => at + 3 + code[at + 2] as usize,
            code::FIXED | code::SAME | code::BOUNDED => {
                let by = at + 2 + code[at + 1] as usize;
                by + 1 + code[by] as usize + if let code::BOUNDED = code[at] { 1 } else { 2 }
            }
            code::UNKNOWN => at + 2 + code[at + 1] as usize,
            _ => at + 1,
        }
    }

    /// The columns of a tuple up to the first one that is not fixed, which is bounded.
    const fn beginning(self, columns: List, source: usize, fixed: u128) -> u128 {
        let (mut found, mut i) = (0, 0);
        while i < columns.left {
            let bit = self.columns.bit(self.scope.query.number(columns.at + i), source);
            found |= bit;
            if fixed & bit == 0 {
                return found;
            }
            i += 1;
        }
        found
    }

    /// Returns `true` if the sources of columns are read before this one.
    pub(super) const fn are_placed(self, columns: List, source: usize) -> bool {
        !any!(i < columns.left, {
            let column = self.scope.query.number(columns.at + i);
            match self.columns.source(column) {
                Some(of) => of == source || self.placed & (1 << of) == 0,
                None => !self.is_in_rows(self.scope.column(column).name),
            }
        })
    }

    /// Returns `true` if a column that no table has may be one of the rows at hand.
    const fn is_in_rows(self, name: &str) -> bool {
        any!(i < self.scope.sources, {
            matches!(self.scope.source(i).kind, SourceKind::Rows(_)) && !matches!(self.scope.has(i, name), Some(false))
        })
    }
}

/// The computed column that leads the key of a source, with bits of columns; all are 0 where none leads it.
#[derive(Clone, Copy)]
pub(super) struct Lead<'a> {
    pub(super) hash: Option<(&'a Table<'a>, HashDef<'a>)>,
    pub(super) bit: u128,
    inputs: u128,
    /// The column after a bucket, and its bit.
    pub(super) after: usize,
    next: u128,
}

impl<'a> Lead<'a> {
    const NONE: Self = Lead { hash: None, bit: 0, inputs: 0, after: 0, next: 0 };

    pub(super) const fn of(source: &Source<'a>) -> Self {
        let SourceKind::Table(table, index) = source.kind else { return Lead::NONE };
        let Some(hash) = index_hash(table, index) else { return Lead::NONE };
        let bit = match index {
            // Computed columns come after the others, and that of the key is the first of them.
            None => 1 << table.columns.len(),
            Some(_) => Part::Hash(hash).bit(table),
        };
        let (after, next) = match hash.buckets {
            None => (0, 0),
            Some(_) => match part_at(source, 1) {
                Some(Part::Column(after)) if after < 127 => (after, 1 << after),
                _ => (0, 0),
            },
        };
        Lead { hash: Some((table, hash)), bit, inputs: inputs(&hash), after, next }
    }
}

/// How much of a key conditions fix.
#[derive(Clone, Copy)]
pub(super) struct Found {
    pub(super) access: Access,
    /// How many of its first columns have values.
    pub(super) points: usize,
    /// How many of them have values or a bound.
    pub(super) used: usize,
    /// `true` if these are all of its columns.
    pub(super) is_used: bool,
}

impl Found {
    /// Rows at hand.
    const POINT: Self = Found { access: Access::Point, points: 0, used: 0, is_used: true };
}

/// Returns `true` if YDB looks up rows whose key is of a type by values of another one.
const fn is_looked_up(key: YdbType, value: YdbType) -> bool {
    key.same(value) || is_number(key) && is_number(value) || matches!((key, value), (YdbType::String, YdbType::Utf8))
}

const fn is_number(ty: YdbType) -> bool {
    ty.is_integer() || matches!(ty, YdbType::Float | YdbType::Double)
}

/// The inputs of a hash, as bits.
const fn inputs(hash: &HashDef<'_>) -> u128 {
    let (mut inputs, mut bits) = (hash.inputs, 0);
    while let [input, rest @ ..] = inputs {
        (bits, inputs) = (if *input < 127 { bits | 1 << *input } else { bits }, rest);
    }
    bits
}

/// The sources that are rows at hand.
pub(super) const fn rows(scope: &Scope<'_>) -> u64 {
    let (mut rows, mut i) = (0, 0);
    while i < scope.sources {
        if let SourceKind::Rows(_) = scope.source(i).kind {
            rows |= 1 << i;
        }
        i += 1;
    }
    rows
}

/// Returns `true` if all rows of a table may be read without a word: column tables are made for that.
pub(super) const fn is_for_scans(table: &Table<'_>) -> bool {
    matches!(table.store, Store::Column)
}
