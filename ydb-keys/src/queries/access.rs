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

use super::facts::{Scope, Source, SourceKind};
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

/// What is taken for granted in a judgement.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) scope: &'a Scope<'a>,
    pub(super) columns: &'a Resolved,
    /// The sources that are read before.
    pub(super) placed: u64,
    /// Whether a computed column is fixed with its inputs, because the condition on it is added to the text.
    pub(super) adds_hash: bool,
    /// Whether what is not understood fixes its columns.
    pub(super) hopeful: bool,
    /// Each source by its own key, or one of them through an index.
    pub(super) through: Option<(usize, &'a str)>,
}

impl<'a> View<'a> {
    pub(super) const fn new(scope: &'a Scope<'a>, columns: &'a Resolved, placed: u64, adds_hash: bool) -> Self {
        View { scope, columns, placed, adds_hash, hopeful: false, through: None }
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
            if self.fixes(source, table, &part, fixed) {
                position += 1;
                count += 1;
                continue;
            }
            let bounded = self.found(source, Some(fixed));
            if part.is_in(bounded, table) {
                return Access::Range;
            }
            // All buckets are named, and each is read by the columns after it.
            if self.adds_hash
                && position == 0
                && let Part::Hash(HashDef { buckets: Some(_), .. }) = part
                && let Some(next) = part_at(&own, 1)
                && (self.fixes(source, table, &next, fixed) || next.is_in(bounded, table))
            {
                return Access::Range;
            }
            return if count > 0 { Access::Prefix } else { Access::Full };
        }
        if count > 0 { Access::Point } else { Access::Unknown }
    }

    /// A source, by the key by which it is read.
    const fn read(self, source: usize) -> Source<'a> {
        let own = self.scope.source(source);
        match (self.through, own.kind) {
            (Some((of, index)), SourceKind::Table(table, _)) if of == source => {
                Source { kind: SourceKind::Table(table, Some(index)), ..own }
            }
            _ => own,
        }
    }

    /// Whether a column of the key is fixed, a computed one also by its inputs.
    pub(super) const fn fixes(self, source: usize, table: &Table<'_>, part: &Part<'_>, fixed: u128) -> bool {
        if part.is_in(fixed, table) {
            return true;
        }
        let Part::Hash(hash) = part else { return false };
        if !self.adds_hash {
            return false;
        }
        let mut i = 0;
        while i < hash.inputs.len() {
            if fixed & 1 << hash.inputs[i] == 0 {
                return false;
            }
            i += 1;
        }
        self.can_be_added(source, hash)
    }

    /// Whether a chain of ANDs compares all inputs in such a way that their hash is known, too.
    const fn can_be_added(self, source: usize, hash: &HashDef<'_>) -> bool {
        if self.scope.any_chain {
            return true;
        }
        let mut chains = self.scope.chains();
        while chains.left > 0 {
            let chain = List { left: self.scope.query.number(chains.at), at: chains.at + 1 };
            if self.has_inputs(chain, source, hash) {
                return true;
            }
            chains = chains.after(chain.at + chain.left * 2);
        }
        false
    }

    /// The columns of a source that the conditions fix, as bits; or, where the fixed ones are known, those that they fix or
    /// bound.
    pub(super) const fn found(self, source: usize, fixed: Option<u128>) -> u128 {
        let (code, mut conditions, mut found) = (self.scope.query.code, self.scope.conditions(), 0);
        while conditions.left > 0 {
            let at = conditions.at;
            if code[at + 1] as usize <= source && source < code[at + 2] as usize {
                found |= self.node(at + 3, source, fixed).0;
            }
            conditions = conditions.after(at + code[at] as usize);
        }
        found
    }

    /// What the node here says of them, and where it ends.
    const fn node(self, at: usize, source: usize, fixed: Option<u128>) -> (u128, usize) {
        let code = self.scope.query.code;
        let (kind, count) = (code[at], code[at + 1] as usize);
        let (first, mut end) = (List { left: count, at: at + 2 }, at + 2);
        match kind {
            code::ALL | code::ANY => {
                let is_any = matches!(kind, code::ANY) && count > 0;
                let (mut bits, mut i) = (if is_any { u128::MAX } else { 0 }, 0);
                while i < count {
                    let (of, next) = self.node(end, source, fixed);
                    bits = if is_any { bits & self.with_hash(of, end, source, fixed) } else { bits | of };
                    (end, i) = (next, i + 1);
                }
                (bits, end)
            }
            code::FIXED | code::BOUNDED => {
                let by = List { left: code[end + count] as usize, at: end + count + 1 };
                let bits = match (kind, fixed) {
                    _ if !self.are_placed(by, source) => 0,
                    (code::FIXED, _) => self.columns.bits(code, first, source),
                    (_, Some(fixed)) => self.beginning(first, source, fixed),
                    (_, None) => 0,
                };
                (bits, by.at + by.left)
            }
            code::UNKNOWN => (if self.hopeful { self.columns.bits(code, first, source) } else { 0 }, end + count),
            _ => (0, at + 1),
        }
    }

    /// The bits of an alternative, with the computed column that leads the key, if the alternative fixes its inputs: another
    /// one may name the column itself. Where all buckets may be named, an alternative for the column after them bounds them.
    const fn with_hash(self, bits: u128, at: usize, source: usize, fixed: Option<u128>) -> u128 {
        let own = self.read(source);
        let (SourceKind::Table(table, _), Some(part)) = (own.kind, part_at(&own, 0)) else { return bits };
        let Part::Hash(hash) = part else { return bits };
        let is_of_buckets = match (fixed, part_at(&own, 1)) {
            (Some(_), Some(next)) if self.adds_hash && self.scope.any_chain && hash.buckets.is_some() => {
                next.is_in(bits, table)
            }
            _ => false,
        };
        let values = if fixed.is_some() { self.node(at, source, None).0 } else { bits };
        if is_of_buckets || self.fixes(source, table, &part, values) { bits | part.bit(table) } else { bits }
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
    const fn are_placed(self, columns: List, source: usize) -> bool {
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

    /// Whether a chain compares all inputs of a hash: with one list at most, and then with no expression, and those of a
    /// bucket with no expression at all, because it may be NULL.
    const fn has_inputs(self, chain: List, source: usize, hash: &HashDef<'_>) -> bool {
        let (code, mut lists, mut expressions, mut i) = (self.scope.query.code, 0, 0, 0);
        while i < hash.inputs.len() {
            let (mut found, mut j) = (None, 0);
            while j < chain.left {
                let (column, with) = (code[chain.at + j * 2] as usize, code[chain.at + j * 2 + 1]);
                if self.columns.is(column, source, hash.inputs[i]) {
                    found = match found {
                        Some(code::VALUE) => Some(code::VALUE),
                        _ => Some(with),
                    };
                }
                j += 1;
            }
            match found {
                None => return false,
                Some(code::VALUE) => {}
                Some(code::LIST | code::ITEMS) => lists += 1,
                Some(_) => expressions += 1,
            }
            i += 1;
        }
        lists <= 1 && (expressions == 0 || lists == 0 && hash.buckets.is_none())
    }
}

/// Whether all rows of a table may be read without a word: column tables are made for that.
pub(super) const fn is_for_scans(table: &Table<'_>) -> bool {
    matches!(table.store, Store::Column)
}
