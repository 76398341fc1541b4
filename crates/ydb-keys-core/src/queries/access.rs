//! Access of each source: the way in which YDB finds its rows.
//!
//! A column of a key is *fixed* if a condition leaves few values for it, and *bounded* if a condition leaves a range.
//! The number of fixed columns from the beginning of the key decides the access:
//!
//! ```text
//! key (a, b, c)     a = 1 AND b = 2 AND c = 3   point
//!                   a = 1 AND b = 2             prefix
//!                   a = 1 AND b > 2             range
//!                   b = 2                       full
//! ```
//!
//! A condition that is not understood is judged twice: as if it said nothing, and as if it fixed its columns. If both
//! judgements are the same, that is the access; otherwise it is unknown.

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
    /// Access to the rows of a table: the way in which YDB finds them, the cheapest first.
    ///
    /// The examples are conditions on a table with `primary_key(chat_hash = numeric_hash(chat_id), chat_id, sent_at)`.
    /// A value for `chat_id` also gives `chat_hash` a value, because the condition on the hash is added.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Access {
        /// By whole keys: each column of the key has a value, or a list of values.
        ///
        /// `chat_id = 7 AND sent_at = $at`, `chat_id IN $chats AND sent_at = $at`, and in a join
        /// `m.chat_id = c.id AND m.sent_at = c.last_at`, where the rows of `c` are found first.
        Point = "point",
        /// By the first columns of the key, while the other columns are free: `chat_id = 7`.
        Prefix = "prefix",
        /// By a range of the key: the first columns have values, and the next one is bounded by `<`, `<=`, `>`, `>=`,
        /// `BETWEEN` or a `LIKE` with a constant prefix.
        ///
        /// `chat_id = 7 AND sent_at >= $since`. A range of a hash input does not help: `chat_id > 7` is
        /// [`Full`](Self::Full).
        Range = "range",
        /// By the first rows in the order of the key, or of an index: as many as `LIMIT` wants. The query has no
        /// condition, and its `ORDER BY` is the first columns of the key in one direction: `ORDER BY number LIMIT 10`
        /// of a table with `primary_key(number)`.
        First = "first",
        /// All rows are read: `sent_at >= $since`. For a row table, this needs `full_scan(Message, reason = "..")`.
        Full = "full",
        /// The access depends on a construct that the compiler does not understand.
        Unknown = "unknown",
    }

    /// Returns the name of the access: `point`.
    fn name
}

/// Access of a source, and the index that is read.
#[derive(Clone, Copy)]
pub(super) struct Read {
    pub(super) access: Access,
    /// Number of the index that is read, plus one. 0 stands for the table, or for the index that the text names.
    pub(super) index: usize,
}

/// Condition on the computed column that leads the key of a source, which is added to a conjunction.
#[derive(Clone, Copy)]
pub(super) enum Addition {
    /// The column equals the hash of the values to which the conjunction compares all inputs.
    Hash,
    /// The column is any bucket of the table. The condition is added before the comparison of this number, which finds
    /// rows in each bucket.
    Buckets(usize),
}

/// Bit that stands for "all buckets" among the fixed columns: the table is read as that many ranges.
const ALL_BUCKETS: u128 = 1 << 127;

/// Assumptions of a judgement. Methods take it by reference, because the const evaluator is slow to copy it.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) scope: &'a Scope<'a>,
    pub(super) columns: &'a Resolved,
    /// Sources that are read before, as bits.
    pub(super) placed: u64,
    /// Writer of the conditions on computed columns.
    pub(super) adds: Adds,
    /// `true` if a condition that is not understood counts as one that fixes its columns.
    pub(super) hopeful: bool,
    /// Number of the source that is read through an index, with the name of the index; `None` if each source is read by
    /// its own key.
    pub(super) through: Option<(usize, &'a str)>,
    /// `true` if `through` is a trial for the choice of an index.
    pub(super) chooses: bool,
    /// `true` if a column counts even if only some alternatives of an OR fix or bound it.
    pub(super) spreads: bool,
}

impl<'a> View<'a> {
    pub(super) const fn new(scope: &'a Scope<'a>, columns: &'a Resolved, placed: u64, adds: Adds) -> Self {
        View { scope, columns, placed, adds, hopeful: false, through: None, chooses: false, spreads: false }
    }

    /// Returns how much of the key of a source its conditions fix.
    pub(super) const fn by_key(&self, source: usize) -> Found {
        self.by_key_and(source, 0)
    }

    /// Returns how much of the key of a source is fixed by its conditions and by the columns `also`, given as bits.
    pub(super) const fn by_key_and(&self, source: usize, also: u128) -> Found {
        let own = self.read(source);
        let SourceKind::Table(table, _) = own.kind else { return Found::POINT };
        let lead = Lead::of(&own);
        let fixed = self.found(source, None, &lead) | also;
        let is_split = fixed & ALL_BUCKETS != 0;
        let mut points = 0;
        while let Some(part) = part_at(&own, points) {
            let is_fixed = match points {
                // Known without a comparison of names.
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
                return Found { access: Access::Range, fixed, points, used: points + 1, is_used };
            }
            // All buckets are named, and YDB reads each of them by the columns after the bucket.
            if matches!(self.adds, Adds::Others)
                && points == 0
                && let Part::Hash(HashDef { buckets: Some(_), .. }) = part
                && let Some(next) = part_at(&own, 1)
                && (self.fixes(table, &next, fixed) || next.is_in(bounded, table))
            {
                return Found { access: Access::Range, fixed, points: 1, used: 2, is_used: false };
            }
            let access = match points {
                0 => Access::Full,
                _ if is_split => Access::Range,
                _ => Access::Prefix,
            };
            return Found { access, fixed, points, used: points, is_used: false };
        }
        let access = match points {
            0 => Access::Unknown,
            _ if is_split => Access::Range,
            _ => Access::Point,
        };
        Found { access, fixed, points, used: points, is_used: true }
    }

    /// Returns a source with the key by which it is read.
    pub(super) const fn read(&self, source: usize) -> Source<'a> {
        let own = self.scope.source(source);
        match (self.through, own.kind) {
            (Some((of, index)), SourceKind::Table(table, _)) if of == source => {
                Source { kind: SourceKind::Table(table, Some(index)), ..own }
            }
            _ => own,
        }
    }

    /// Returns `true` if a column of the key is fixed. If others add the conditions, the inputs of a computed column
    /// fix it, too.
    pub(super) const fn fixes(&self, table: &Table<'_>, part: &Part<'_>, fixed: u128) -> bool {
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
    pub(super) const fn fixes_first(&self, source: usize) -> bool {
        let own = self.read(source);
        match (own.kind, part_at(&own, 0)) {
            (SourceKind::Table(table, _), Some(part)) => {
                self.fixes(table, &part, self.found(source, None, &Lead::of(&own)))
            }
            _ => false,
        }
    }

    /// Returns the columns of a source that the conditions fix, as bits. Where the fixed columns are given, returns the
    /// columns that the conditions fix or bound.
    pub(super) const fn found(&self, source: usize, fixed: Option<u128>, lead: &Lead<'_>) -> u128 {
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

    /// Returns the columns of a source that the node here fixes or bounds, as bits; and the offset where the node ends.
    pub(super) const fn node(&self, at: usize, source: usize, fixed: Option<u128>, lead: &Lead<'_>) -> (u128, usize) {
        let code = self.scope.query.code;
        let (kind, count) = (code[at], code[at + 1] as usize);
        match kind {
            code::FIXED | code::SAME | code::BOUNDED => {
                let (columns, by) = (List { left: count, at: at + 2 }, at + 2 + count);
                let by = List { left: code[by] as usize, at: by + 1 };
                let value = code[by.at + by.left];
                // The comparison may belong to another column, and a join compares that column with this one.
                let is_shared =
                    if let code::BOUNDED = kind { value == code::SHARED_BOUND } else { value == code::SHARED };
                let bits = match (kind, fixed) {
                    _ if !self.finds(at, source) => 0,
                    _ if is_shared && !self.have_same_types(columns, by) => 0,
                    _ if !is_shared && by.left > 0 && !self.are_placed(by, source) => 0,
                    _ if !is_shared && !self.is_searched(at, columns, by, (source, lead)) => 0,
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

    /// Returns `true` if YDB finds rows by a comparison of these types. YDB looks up values that have the type of the
    /// key, numbers by numbers, and a String by a Utf8. A bound that comes from another table does not find rows, nor
    /// does a fraction beside an integer (`KqpJoin`, `kqp_opt_log_join.cpp`).
    const fn is_searched(&self, at: usize, columns: List, by: List, (source, lead): (usize, &Lead<'_>)) -> bool {
        let (code, after) = (self.scope.query.code, by.at + by.left);
        // Most comparisons find rows whatever the types are.
        let is_by_type = match (code[at], code[after]) {
            (code::BOUNDED, code::REAL | code::NOT_NULL) => true,
            (code::BOUNDED, _) => return by.left == 0,
            (code::FIXED, code::PARAMETER) => !matches!(self.scope.query.chosen, []),
            (_, code::FRACTION | code::PLACED | code::COLUMN_VALUE) => true,
            _ => false,
        };
        if !is_by_type {
            return true;
        }
        let of = match columns.left {
            1 => self.columns.ty(self.scope, code[columns.at] as usize),
            _ => None,
        };
        let is_input = self.columns.bits(code, columns, source) & lead.inputs != 0;
        match (code[at], code[after], of) {
            (code::BOUNDED, _, _) if by.left > 0 => false,
            (code::BOUNDED, code::REAL, Some(ty)) => !ty.is_integer(),
            (code::BOUNDED, code::NOT_NULL, Some(_)) => self.columns.is_nullable(self.scope, code[columns.at] as usize),
            (code::FIXED, code::PARAMETER, Some(ty)) if ty.is_integer() => {
                match self.scope.query.chosen_type(self.scope.query.names[code[after + 1] as usize]) {
                    Some((chosen, _)) => is_input || !matches!(chosen, YdbType::Float | YdbType::Double),
                    None => true,
                }
            }
            // For the input of a hash, the message says that no hash follows.
            (code::FIXED | code::SAME, code::FRACTION, Some(ty)) => !ty.is_integer() || is_input,
            // YDB looks up the rows that a subquery gives, and chooses no index for that.
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

    /// Returns `true` if columns have the same types as other columns, and may be NULL where these may.
    const fn have_same_types(&self, columns: List, others: List) -> bool {
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

    /// Returns the columns that a whole condition, or an alternative of an OR, fixes together with the computed column
    /// that is added to it. That column leads the key; another alternative may name it itself.
    const fn completed(&self, bits: u128, at: usize, source: usize, fixed: Option<u128>, lead: &Lead<'_>) -> u128 {
        let has_inputs = bits & lead.inputs == lead.inputs;
        match (self.adds, fixed) {
            (Adds::Nobody, _) => bits,
            // The column is fixed already.
            (Adds::Library, Some(fixed)) if fixed & lead.bit != 0 => bits,
            // A bound may find the rows of a bucket, and it has no bit yet.
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

    /// Returns the offset where the node here ends.
    pub(super) const fn end(&self, at: usize) -> usize {
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

    /// Returns the columns of a tuple up to the first one that is not fixed. That column is bounded.
    const fn beginning(&self, columns: List, source: usize, fixed: u128) -> u128 {
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

    /// Returns `true` if the sources of all columns are read before this source.
    pub(super) const fn are_placed(&self, columns: List, source: usize) -> bool {
        !any!(i < columns.left, {
            let column = self.scope.query.number(columns.at + i);
            match self.columns.source(column) {
                Some(of) => of == source || self.placed & (1 << of) == 0,
                None => !self.is_in_rows(self.scope.column(column).name),
            }
        })
    }

    /// Returns `true` if a column that no table has may belong to rows at hand.
    const fn is_in_rows(&self, name: &str) -> bool {
        any!(i < self.scope.sources, {
            matches!(self.scope.source(i).kind, SourceKind::Rows(_)) && !matches!(self.scope.has(i, name), Some(false))
        })
    }
}

/// Computed column that leads the key of a source, with bits of columns. All bits are 0 if no computed column leads the
/// key.
#[derive(Clone, Copy)]
pub(super) struct Lead<'a> {
    pub(super) hash: Option<(&'a Table<'a>, HashDef<'a>)>,
    pub(super) bit: u128,
    inputs: u128,
    /// Position of the column after a bucket; `next` is its bit.
    pub(super) after: usize,
    next: u128,
}

impl<'a> Lead<'a> {
    const NONE: Self = Lead { hash: None, bit: 0, inputs: 0, after: 0, next: 0 };

    pub(super) const fn of(source: &Source<'a>) -> Self {
        let SourceKind::Table(table, index) = source.kind else { return Lead::NONE };
        let Some(hash) = index_hash(table, index) else { return Lead::NONE };
        let bit = match index {
            // Computed columns come after the others, and the hash of the key is the first of them.
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

/// Part of a key that conditions fix.
#[derive(Clone, Copy)]
pub(super) struct Found {
    pub(super) access: Access,
    /// Columns that have values, as bits.
    pub(super) fixed: u128,
    /// Number of first columns that have values.
    pub(super) points: usize,
    /// Number of first columns that have values or a bound.
    pub(super) used: usize,
    /// `true` if `used` counts all columns of the key.
    pub(super) is_used: bool,
}

impl Found {
    /// Result for a source that is no table, such as `AS_TABLE($rows)`: its rows are known without a read.
    const POINT: Self = Found { access: Access::Point, fixed: 0, points: 0, used: 0, is_used: true };
}

/// Returns `true` if YDB looks up rows with a key of one type by values of the other type.
const fn is_looked_up(key: YdbType, value: YdbType) -> bool {
    key.same(value) || is_number(key) && is_number(value) || matches!((key, value), (YdbType::String, YdbType::Utf8))
}

const fn is_number(ty: YdbType) -> bool {
    ty.is_integer() || matches!(ty, YdbType::Float | YdbType::Double)
}

/// Returns the inputs of a hash, as bits.
const fn inputs(hash: &HashDef<'_>) -> u128 {
    let (mut inputs, mut bits) = (hash.inputs, 0);
    while let [input, rest @ ..] = inputs {
        (bits, inputs) = (if *input < 127 { bits | 1 << *input } else { bits }, rest);
    }
    bits
}

/// Returns the sources that are rows at hand, as bits.
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

/// Returns `true` if all rows of a table may be read without a permission: column tables are made for that.
pub(super) const fn is_for_scans(table: &Table<'_>) -> bool {
    matches!(table.store, Store::Column)
}
