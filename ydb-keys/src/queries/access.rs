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

use super::addition::Addition;
use super::facts::{Scope, Source, SourceKind};
use super::fault::Adds;
use super::key::{Part, part as part_at};
use super::query::List;
use super::resolved::Resolved;
use crate::schema::Store;
use crate::schema::any::{HashDef, Table};

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
    Point,
    /// By the first columns of the key, the others being free: `chat_id = 7`.
    Prefix,
    /// By a range of the key: the first columns have values, and the next one is bounded by `<`, `<=`, `>`, `>=`, `BETWEEN`
    /// or a `LIKE` with a constant prefix.
    ///
    /// `chat_id = 7 AND sent_at >= $since`. A range of a hash input does not help: `chat_id > 7` is [`Full`](Self::Full).
    Range,
    /// All rows are read: `sent_at >= $since`. Of a row table this needs `full_scan(Message, reason = "..")`.
    Full,
    /// A construct that the compiler does not understand decides it.
    Unknown,
}

impl Access {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Access::Point => "point",
            Access::Prefix => "prefix",
            Access::Range => "range",
            Access::Full => "full",
            Access::Unknown => "unknown",
        }
    }
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
    /// Whether what is not understood fixes its columns.
    pub(super) hopeful: bool,
    /// Each source by its own key, or one of them through an index.
    pub(super) through: Option<(usize, &'a str)>,
}

impl<'a> View<'a> {
    pub(super) const fn new(scope: &'a Scope<'a>, columns: &'a Resolved, placed: u64, adds: Adds) -> Self {
        View { scope, columns, placed, adds, hopeful: false, through: None }
    }

    /// The access, unless it depends on what is not understood.
    pub(super) const fn certain(self, source: usize) -> Access {
        let access = self.access(source);
        let hopeful = View { hopeful: true, ..self }.access(source);
        if access as u8 == hopeful as u8 { access } else { Access::Unknown }
    }

    pub(super) const fn access(self, source: usize) -> Access {
        let own = self.read(source);
        let SourceKind::Table(table, _) = own.kind else { return Access::Point };
        let fixed = self.found(source, None);
        let (mut position, mut count) = (0, 0);
        while let Some(part) = part_at(&own, position) {
            if self.fixes(table, &part, fixed) {
                position += 1;
                count += 1;
                continue;
            }
            let bounded = self.found(source, Some(fixed));
            if part.is_in(bounded, table) {
                return Access::Range;
            }
            // All buckets are named, and each is read by the columns after it.
            if matches!(self.adds, Adds::Others)
                && position == 0
                && let Part::Hash(HashDef { buckets: Some(_), .. }) = part
                && let Some(next) = part_at(&own, 1)
                && (self.fixes(table, &next, fixed) || next.is_in(bounded, table))
            {
                return Access::Range;
            }
            return match count {
                0 => Access::Full,
                _ if fixed & ALL_BUCKETS != 0 => Access::Range,
                _ => Access::Prefix,
            };
        }
        match count {
            0 => Access::Unknown,
            _ if fixed & ALL_BUCKETS != 0 => Access::Range,
            _ => Access::Point,
        }
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

    /// Whether a column of the key is fixed, a computed one also by its inputs if others add its condition.
    pub(super) const fn fixes(self, table: &Table<'_>, part: &Part<'_>, fixed: u128) -> bool {
        if part.is_in(fixed, table) {
            return true;
        }
        match (part, self.adds) {
            (Part::Hash(hash), Adds::Others) => has_inputs(hash, fixed),
            _ => false,
        }
    }

    /// The columns of a source that the conditions fix, as bits; or, where the fixed ones are known, those that they fix or
    /// bound.
    pub(super) const fn found(self, source: usize, fixed: Option<u128>) -> u128 {
        let (code, mut conditions, mut found) = (self.scope.query.code, self.scope.conditions(), 0);
        while conditions.left > 0 {
            let at = conditions.at;
            if code[at + 1] as usize <= source && source < code[at + 2] as usize {
                found |= self.completed(at + 3, source, fixed);
            }
            conditions = conditions.after(at + code[at] as usize);
        }
        found
    }

    /// What the node here says of them.
    const fn node(self, at: usize, source: usize, fixed: Option<u128>) -> u128 {
        let code = self.scope.query.code;
        let kind = code[at];
        match kind {
            code::ALL => {
                let (mut nodes, mut bits) = (self.conjunction(at), 0);
                while nodes.left > 0 {
                    bits |= self.node(nodes.at, source, fixed);
                    nodes = nodes.after(self.end(nodes.at));
                }
                bits
            }
            code::ANY => {
                let mut nodes = List { left: code[at + 1] as usize, at: at + 3 };
                let (mut bits, mut buckets) = (if nodes.left > 0 { u128::MAX } else { 0 }, 0);
                while nodes.left > 0 {
                    let alternative = self.completed(nodes.at, source, fixed);
                    buckets |= alternative & ALL_BUCKETS;
                    bits &= alternative;
                    nodes = nodes.after(self.end(nodes.at));
                }
                bits & !ALL_BUCKETS | buckets
            }
            code::FIXED | code::BOUNDED => {
                let (first, by) = self.sides(at);
                match (kind, fixed) {
                    _ if !self.are_placed(by, source) => 0,
                    (code::FIXED, _) => self.columns.bits(code, first, source),
                    (_, Some(fixed)) => self.beginning(first, source, fixed),
                    (_, None) => 0,
                }
            }
            code::UNKNOWN if self.hopeful => {
                self.columns.bits(code, List { left: code[at + 1] as usize, at: at + 2 }, source)
            }
            _ => 0,
        }
    }

    /// What all of a condition says, or an alternative of an OR, with what is added to it: the computed column that leads the
    /// key. Another alternative may name the column itself.
    const fn completed(self, at: usize, source: usize, fixed: Option<u128>) -> u128 {
        let bits = self.node(at, source, fixed);
        let own = self.read(source);
        let (SourceKind::Table(table, _), Some(part)) = (own.kind, part_at(&own, 0)) else { return bits };
        let Part::Hash(hash) = part else { return bits };
        match self.adds {
            Adds::Nobody => bits,
            Adds::Library => match self.addition(at, source) {
                None => bits,
                Some(Addition::Hash) => bits | part.bit(table),
                Some(Addition::Buckets(_)) => bits | part.bit(table) | ALL_BUCKETS,
            },
            Adds::Others => {
                let values = if fixed.is_some() { self.node(at, source, None) } else { bits };
                let is_bounded = match (fixed, hash.buckets, part_at(&own, 1)) {
                    (Some(_), Some(_), Some(next)) => next.is_in(bits, table),
                    _ => false,
                };
                if is_bounded || has_inputs(&hash, values) { bits | part.bit(table) } else { bits }
            }
        }
    }

    /// The columns of the comparison here, and those that its value comes from.
    pub(super) const fn sides(self, at: usize) -> (List, List) {
        let code = self.scope.query.code;
        let first = List { left: code[at + 1] as usize, at: at + 2 };
        let by = first.at + first.left;
        (first, List { left: code[by] as usize, at: by + 1 })
    }

    /// Where the node here ends.
    pub(super) const fn end(self, at: usize) -> usize {
        let code = self.scope.query.code;
        match code[at] {
            code::ALL | code::ANY => at + 3 + code[at + 2] as usize,
            code::FIXED | code::BOUNDED => {
                let (_, by) = self.sides(at);
                by.at + by.left + if let code::FIXED = code[at] { 2 } else { 1 }
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

    /// Whether the sources of columns are read before this one.
    pub(super) const fn are_placed(self, columns: List, source: usize) -> bool {
        let mut i = 0;
        while i < columns.left {
            let column = self.scope.query.number(columns.at + i);
            let placed = match self.columns.source(column) {
                Some(of) => of != source && self.placed & (1 << of) != 0,
                None => self.is_in_rows(self.scope.column(column).name),
            };
            if !placed {
                return false;
            }
            i += 1;
        }
        true
    }

    /// Whether a column that no table has may be one of the rows at hand.
    const fn is_in_rows(self, name: &str) -> bool {
        let mut i = 0;
        while i < self.scope.sources {
            if matches!(self.scope.source(i).kind, SourceKind::Rows(_))
                && !matches!(self.scope.has(i, name), Some(false))
            {
                return true;
            }
            i += 1;
        }
        false
    }
}

/// Whether all inputs of a hash are among these columns.
const fn has_inputs(hash: &HashDef<'_>, bits: u128) -> bool {
    let mut i = 0;
    while i < hash.inputs.len() {
        if bits & 1 << hash.inputs[i] == 0 {
            return false;
        }
        i += 1;
    }
    true
}

/// Whether all rows of a table may be read without a word: column tables are made for that.
pub(super) const fn is_for_scans(table: &Table<'_>) -> bool {
    matches!(table.store, Store::Column)
}
