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
//! The value may come from another source, if that one is read before: `c.id = o.customer_id` fixes `c.id` once the
//! orders are known. So sources are placed one after the other, the one that is found best next; rows that are at hand
//! come first. Where every one left needs a full read, the one is taken that helps most of the others.
//!
//! What is not understood is judged twice, as if it said nothing and as if it fixed its columns. If both give the same,
//! that is the answer.

use super::facts::{Column, Compared, Node, Scope, Source, SourceKind, With};
use super::key::{Part, part as part_at};
use crate::schema::Store;
use crate::schema::any::{HashDef, Table};
use crate::types::const_text::same;

/// How the rows of a source are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Access {
    /// Each by its whole key.
    Point,
    /// By the first columns of the key.
    Prefix,
    /// By a range of the key.
    Range,
    /// All rows are read.
    Full,
    /// Something that is not understood decides it.
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
struct View<'a> {
    scope: &'a Scope<'a>,
    /// The sources that are read before.
    placed: u64,
    /// Whether a computed column is fixed with its inputs, because the condition on it is added to the text.
    adds_hash: bool,
    /// Whether what is not understood fixes its columns.
    hopeful: bool,
    /// Each source by its own key, or one of them through an index.
    through: Option<(usize, &'a str)>,
}

/// The access of each source, in their order; rows at hand are [`Access::Point`].
///
/// `adds_hash`: a computed column is fixed as soon as its inputs are.
pub const fn accesses(scope: &Scope<'_>, adds_hash: bool) -> [Access; 64] {
    let mut found = [Access::Point; 64];
    let count = if scope.sources.len() < 64 { scope.sources.len() } else { 64 };
    let mut view = View { scope, placed: 0, adds_hash, hopeful: false, through: None };
    let mut left = 0;
    let mut i = 0;
    while i < count {
        match scope.sources[i].kind {
            SourceKind::Rows(_) => view.placed |= 1 << i,
            SourceKind::Table(..) => left += 1,
        }
        i += 1;
    }
    while left > 0 {
        let Some(next) = next(view, count, left) else { break };
        found[next] = view.certain(next);
        view.placed |= 1 << next;
        left -= 1;
    }
    let mut i = 0;
    while i < count {
        if view.placed & (1 << i) == 0 {
            found[i] = Access::Unknown;
        }
        i += 1;
    }
    found
}

/// The most sources of which the one is searched that helps the others most: the search takes the cube of their number.
const SEARCHED: usize = 12;

/// The access of a source if it were read through an index, all others being read before.
pub(super) const fn through(scope: &Scope<'_>, source: usize, index: &str) -> Access {
    let placed = !(1 << source);
    View { scope, placed, adds_hash: true, hopeful: false, through: Some((source, index)) }.access(source)
}

/// Whether a source is read in another way because the text fixes the inputs of a computed column of its key, and not
/// the column itself.
pub const fn is_without_hash(scope: &Scope<'_>, source: usize) -> bool {
    accesses(scope, false)[source] as u8 > accesses(scope, true)[source] as u8
}

/// The source to read next; `None` if too many are left of which all rows would be read.
const fn next(view: View<'_>, count: usize, left: usize) -> Option<usize> {
    let (mut best, mut best_access, mut i) = (count, Access::Full, 0);
    while i < count {
        if view.placed & (1 << i) == 0 {
            let access = view.access(i);
            if let Access::Point = access {
                return Some(i);
            }
            if best == count || (access as u8) < best_access as u8 {
                (best, best_access) = (i, access);
            }
        }
        i += 1;
    }
    if best_access as u8 != Access::Full as u8 {
        return Some(best);
    }
    if left > SEARCHED {
        return None;
    }
    let (mut most, mut i) = (0, best);
    while i < count {
        if view.placed & (1 << i) == 0 && view.access(i) as u8 == Access::Full as u8 {
            let helped = view.helped(i, count);
            if helped > most {
                (best, most) = (i, helped);
            }
        }
        i += 1;
    }
    Some(best)
}

impl<'a> View<'a> {
    /// How many other sources are found without a full read after this one.
    const fn helped(self, source: usize, count: usize) -> usize {
        let after = View { placed: self.placed | 1 << source, ..self };
        let (mut helped, mut i) = (0, 0);
        while i < count {
            if after.placed & (1 << i) == 0 && after.access(i) as u8 != Access::Full as u8 {
                helped += 1;
            }
            i += 1;
        }
        helped
    }

    /// The access, unless it depends on what is not understood.
    const fn certain(self, source: usize) -> Access {
        let access = self.access(source);
        let hopeful = View { hopeful: true, ..self }.access(source);
        if access as u8 == hopeful as u8 { access } else { Access::Unknown }
    }

    const fn access(self, source: usize) -> Access {
        let (mut position, mut fixed) = (0, 0);
        while let Some(part) = self.part(source, position) {
            if self.fixes_part(source, &part) {
                position += 1;
                fixed += 1;
                continue;
            }
            if self.bounds_part(source, &part) {
                return Access::Range;
            }
            // All buckets are read, each by the columns behind it.
            if position == 0
                && let Part::Hash(HashDef { buckets: Some(_), .. }) = part
                && let Some(next) = self.part(source, 1)
                && (self.fixes_part(source, &next) || self.bounds_part(source, &next))
            {
                return Access::Range;
            }
            return if fixed > 0 { Access::Prefix } else { Access::Full };
        }
        if fixed > 0 { Access::Point } else { Access::Unknown }
    }

    /// The column at a position of the key by which a source is read.
    const fn part(self, source: usize, position: usize) -> Option<Part<'a>> {
        let own = &self.scope.sources[source];
        if let (Some((of, index)), SourceKind::Table(table, _)) = (self.through, own.kind)
            && of == source
        {
            return part_at(&Source { kind: SourceKind::Table(table, Some(index)), ..*own }, position);
        }
        part_at(own, position)
    }

    const fn fixes_part(self, source: usize, part: &Part<'_>) -> bool {
        match part {
            Part::Column(name) => self.fixes(source, name),
            Part::Hash(hash) => {
                if self.fixes(source, hash.name) {
                    return true;
                }
                let SourceKind::Table(table, _) = self.scope.sources[source].kind else { return false };
                self.adds_hash && self.fixes_inputs(source, table, hash) && self.can_be_added(source, table, hash)
            }
        }
    }

    const fn fixes_inputs(self, source: usize, table: &Table<'_>, hash: &HashDef<'_>) -> bool {
        let mut i = 0;
        while i < hash.inputs.len() {
            if !self.fixes(source, table.columns[hash.inputs[i]].name) {
                return false;
            }
            i += 1;
        }
        true
    }

    /// Whether a chain of ANDs compares all inputs in such a way that their hash is known beside them.
    const fn can_be_added(self, source: usize, table: &Table<'_>, hash: &HashDef<'_>) -> bool {
        let Some(chains) = self.scope.chains else { return true };
        let mut i = 0;
        while i < chains.len() {
            if has_inputs(chains[i], source, table, hash) {
                return true;
            }
            i += 1;
        }
        false
    }

    const fn bounds_part(self, source: usize, part: &Part<'_>) -> bool {
        match part {
            Part::Column(name) => self.bounds(source, name),
            Part::Hash(hash) => self.bounds(source, hash.name),
        }
    }

    /// Whether the conditions fix a column.
    const fn fixes(self, source: usize, name: &str) -> bool {
        let mut i = 0;
        while i < self.scope.conditions.len() {
            let condition = &self.scope.conditions[i];
            if condition.bounds & (1 << source) != 0 && self.node(&condition.node, source, name, false) {
                return true;
            }
            i += 1;
        }
        false
    }

    /// Whether the conditions bound a column, or fix it.
    const fn bounds(self, source: usize, name: &str) -> bool {
        let mut i = 0;
        while i < self.scope.conditions.len() {
            let condition = &self.scope.conditions[i];
            if condition.bounds & (1 << source) != 0 && self.node(&condition.node, source, name, true) {
                return true;
            }
            i += 1;
        }
        false
    }

    /// Whether a node fixes a column, or, if a range is `enough`, bounds it.
    const fn node(self, node: &Node<'_>, source: usize, name: &str, enough: bool) -> bool {
        match *node {
            Node::All(nodes) => {
                let mut i = 0;
                while i < nodes.len() {
                    if self.node(&nodes[i], source, name, enough) {
                        return true;
                    }
                    i += 1;
                }
                false
            }
            Node::Any(nodes) => {
                let mut i = 0;
                while i < nodes.len() {
                    if !self.node(&nodes[i], source, name, enough) {
                        return false;
                    }
                    i += 1;
                }
                !nodes.is_empty()
            }
            Node::Fixed(columns, by) => self.position(columns, source, name).is_some() && self.are_placed(by, source),
            Node::Bounded(columns, by) => match self.position(columns, source, name) {
                Some(position) => enough && self.are_placed(by, source) && self.are_fixed(columns, position, source),
                None => false,
            },
            Node::Nothing => false,
            Node::Unknown(columns) => self.hopeful && self.position(columns, source, name).is_some(),
        }
    }

    /// Whether the first columns of a tuple are fixed: then the next one is bounded.
    const fn are_fixed(self, columns: &[Column<'_>], count: usize, source: usize) -> bool {
        let mut i = 0;
        while i < count {
            if !self.fixes(source, columns[i].name) {
                return false;
            }
            i += 1;
        }
        true
    }

    /// Where a column of a source stands among some.
    const fn position(self, columns: &[Column<'_>], source: usize, name: &str) -> Option<usize> {
        let mut i = 0;
        while i < columns.len() {
            let column = &columns[i];
            let is_of = match column.source {
                Some(of) => of == source,
                None => true,
            };
            if is_of && same(column.name, name) {
                return Some(i);
            }
            i += 1;
        }
        None
    }

    /// Whether the sources of columns are read before this one.
    const fn are_placed(self, columns: &[Column<'_>], source: usize) -> bool {
        let mut i = 0;
        while i < columns.len() {
            let placed = match columns[i].source {
                Some(of) => of != source && self.placed & (1 << of) != 0,
                None => self.is_elsewhere(columns[i].name, source),
            };
            if !placed {
                return false;
            }
            i += 1;
        }
        true
    }

    /// Whether a column without a qualifier is one of a source that is read before.
    const fn is_elsewhere(self, name: &str, source: usize) -> bool {
        if let Some(true) = self.scope.sources[source].has(name) {
            return false;
        }
        let mut i = 0;
        while i < self.scope.sources.len() {
            if self.placed & (1 << i) != 0 && !matches!(self.scope.sources[i].has(name), Some(false)) {
                return true;
            }
            i += 1;
        }
        false
    }
}

/// Whether a chain compares all inputs of a hash: with one list at most, and then with no expression, and those of a
/// bucket with no expression at all, because it may be NULL.
const fn has_inputs(chain: &[Compared<'_>], source: usize, table: &Table<'_>, hash: &HashDef<'_>) -> bool {
    let (mut lists, mut expressions, mut i) = (0, 0, 0);
    while i < hash.inputs.len() {
        let (mut found, mut j) = (None, 0);
        while j < chain.len() {
            let Compared { column, with } = &chain[j];
            let is_of = match column.source {
                Some(of) => of == source,
                None => true,
            };
            if is_of && same(column.name, table.columns[hash.inputs[i]].name) {
                found = match (found, *with) {
                    (Some(With::Value), _) => Some(With::Value),
                    (_, with) => Some(with),
                };
            }
            j += 1;
        }
        match found {
            None => return false,
            Some(With::Value) => {}
            Some(With::List | With::Items) => lists += 1,
            Some(With::Expression) => expressions += 1,
        }
        i += 1;
    }
    lists <= 1 && (expressions == 0 || lists == 0 && hash.buckets.is_none())
}

/// Whether all rows of a table may be read without a word: column tables are made for that.
pub const fn is_for_scans(table: &Table<'_>) -> bool {
    matches!(table.store, Store::Column)
}
