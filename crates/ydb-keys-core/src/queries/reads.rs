//! Reads of a scope with the facts on which their cost depends: columns of the key that find rows, columns that are
//! read, and whether rows are looked up or come in order.

use ydb_yql::facts::{Purpose, code};

use super::List;
use super::access::{Access, Lead, View, rows};
use super::choice::columns_of;
use super::facts::{Scope, SourceKind, position};
use super::fault::Adds;
use super::key::{Part, part};
use super::order::{Order, beginning_with};
use super::resolved::Resolved;
use crate::schema::any::Table;

/// Read of a table or of one of its indexes. Bits and positions stand for columns of the table; its computed columns
/// come after the others.
#[derive(Clone, Debug)]
pub struct SourceRead<'a> {
    /// Number of the source in its scope.
    pub source: usize,
    pub table: &'a Table<'a>,
    /// Index that the text names or that YDB chooses; `None` for the table itself.
    pub index: Option<&'a str>,
    /// `true` if the text must be changed to name the index.
    pub is_pinned: bool,
    pub access: Access,
    /// First columns of the key that have values.
    pub points: Vec<usize>,
    /// Column after them that has a bound.
    pub bound: Option<usize>,
    /// Columns to which the conditions give values, and those to which they give a bound, in the key or not.
    pub fixed: u128,
    pub bounded: u128,
    /// Columns of `bounded` that have a bound on both sides.
    pub between: u128,
    /// Columns that have several values together, for each list of values: `(a, b) IN $pairs` is one.
    pub lists: Vec<u128>,
    /// Columns of `fixed` whose values come from another source.
    pub joined: u128,
    /// Columns that the query names.
    pub named: u128,
    /// `true` if the table or the index has all columns that the query reads.
    pub is_covered: bool,
    /// Columns by which the rows are sorted, if that is in one direction.
    pub order: Vec<usize>,
    /// `true` if only the first rows are wanted.
    pub is_top: bool,
    /// `true` if the rows come in the wanted order, so that the read ends with the last row that is wanted.
    pub is_in_order: bool,
    /// `true` if no condition is left to check after the read.
    pub is_all_said: bool,
    /// `true` if the key begins with a bucket, and each bucket is read.
    pub is_split: bool,
    /// Number of sources that are read before.
    pub before: u32,
    pub purpose: Purpose,
    /// Columns that an UPDATE sets.
    pub set: u128,
}

/// Returns the reads of a scope, for each order in which YDB may read its sources: the one that is judged, and those
/// that begin with another source, because the sizes of the tables can decide. Rows at hand are left out.
///
/// If `names`, the text may be changed to name an index: then also the reads through each index are returned.
pub fn reads<'a>(scope: &Scope<'a>, adds: Adds, names: bool) -> Vec<Vec<SourceRead<'a>>> {
    let columns = Resolved::of(scope);
    if columns.is_beyond {
        return Vec::new();
    }
    let mut through: Vec<Option<(usize, &str)>> = vec![None];
    for source in (0..scope.sources).filter(|_| names && matches!(scope.purpose(), Purpose::Select)) {
        if let SourceKind::Table(table, _) = scope.source(source).kind {
            through.extend(table.indexes.iter().map(|index| Some((source, index.name))));
        }
    }
    let others = (0..scope.sources).filter(|_| scope.sources > 1 && !scope.is_any_outer()).map(Some);
    let orders = std::iter::once(None).chain(others);
    let of = |(first, through): (Option<usize>, Option<(usize, &'a str)>)| {
        let view = View { through, ..View::new(scope, &columns, rows(scope), adds) };
        let order = beginning_with(view, first);
        (0..scope.sources).filter_map(|source| read(scope, view, source, &order)).collect()
    };
    let all: Vec<_> = orders.flat_map(|first| through.iter().map(move |through| (first, *through))).collect();
    all.into_iter().map(of).collect()
}

impl Scope<'_> {
    fn is_any_outer(&self) -> bool {
        (0..self.sources).any(|source| self.is_outer(source))
    }
}

fn read<'a>(scope: &Scope<'a>, view: View<'_>, source: usize, order: &Order) -> Option<SourceRead<'a>> {
    let (columns, pinned) = (view.columns, view.through.filter(|(of, _)| *of == source));
    let SourceKind::Table(table, named) = scope.source(source).kind else { return None };
    let index = match (order.index[source], pinned) {
        (0, None) => named,
        (0, Some((_, name))) => table.index(name).map(|index| index.name),
        (number, _) => Some(table.indexes[number - 1].name),
    };
    let is_pinned = order.index[source] == 0 && pinned.is_some();
    let through = index.map(|index| (source, index));
    let view = View { through, placed: order.before[source], ..view };
    let (own, access) = (view.read(source), if scope.is_understood { order.access[source] } else { Access::Unknown });
    let (mut key, lead) = (view.by_key(source), Lead::of(&own));
    let fixed = view.found(source, None, &lead) & of_columns(table);
    let alone = View { placed: rows(scope), ..view }.found(source, None, &lead) & of_columns(table);
    let bounded = view.found(source, Some(!lead.bit), &lead) & of_columns(table) & !(fixed | lead.bit);
    // Each bucket is read by the columns after it, if neither it nor its inputs have values: by a range, or in the wanted
    // order by who reads one bucket after the other.
    let is_free = lead.hash.is_some_and(|(_, hash)| {
        let are_given = hash.inputs.iter().all(|&input| fixed & 1 << input != 0);
        hash.buckets.is_some() && fixed & lead.bit == 0 && !are_given
    });
    let is_paged = is_free
        && matches!(view.adds, Adds::Others)
        && matches!(scope.order(), Some((columns, true)) if scope.sources == 1 && view.is_order(source, &own, columns, 1));
    let is_split = is_free && (is_paged || matches!(key.access, Access::Range));
    let access = if is_paged { Access::Range } else { access };
    if is_split {
        let has = |at: usize, bits: u128| part(&own, at).is_some_and(|part| part.is_in(bits, table));
        key.points = 1 + (1..).take_while(|&at| has(at, fixed)).count();
        key.used = key.points + usize::from(has(key.points, bounded));
    }
    let parts = |count: usize| (0..count).map_while(|at| part(&own, at)).filter_map(|part| place(&part, table));
    let points: Vec<usize> = parts(key.points).collect();
    let bound = (key.used > key.points).then(|| parts(key.used).last()).flatten();
    let mut all = if scope.reads_all() { (1 << table.columns.len()) - 1 } else { 0 };
    (0..scope.columns).for_each(|column| all |= columns.bit(column, source));
    let (sorted, is_top) = scope.order().unwrap_or((List { left: 0, at: 0 }, false));
    let wanted = |at: usize| columns.bit(scope.query.number(sorted.at + at), source).checked_ilog2();
    let first_hash = table.columns.len();
    let Repeated { lists, twice: between, .. } = view.repeated(source);
    Some(SourceRead {
        source,
        table,
        index,
        is_pinned,
        access,
        points,
        bound,
        fixed,
        bounded,
        between: bounded & between,
        lists,
        joined: fixed & !alone,
        named: all,
        is_covered: index.and_then(|name| table.index(name)).is_none_or(|index| {
            let has = columns_of(&own, table, index);
            all & !has == 0
        }),
        order: (0..sorted.left).filter_map(|at| Some(wanted(at)? as usize)).filter(|&at| at < first_hash).collect(),
        is_top,
        is_in_order: matches!(access, Access::First) || view.any_rows() || view.is_sorted_by(source, &key),
        is_all_said: view.is_all_said(source, &own, key.used),
        is_split,
        before: order.before[source].count_ones(),
        purpose: scope.purpose(),
        set: (0..scope.set).filter_map(|at| position(table, scope.set(at).name)).fold(0, |bits, at| bits | 1 << at),
    })
}

/// Bits of all columns of a table, the computed ones included.
fn of_columns(table: &Table<'_>) -> u128 {
    (1 << (table.columns.len() + table.computed().count())) - 1
}

fn place(part: &Part<'_>, table: &Table<'_>) -> Option<usize> {
    match part {
        Part::Column(position) => Some(*position),
        Part::Hash(hash) => position(table, hash.name),
    }
}

impl View<'_> {
    /// Returns the columns that conditions of the whole query give several values or several bounds.
    fn repeated(self, source: usize) -> Repeated {
        let (code, mut conditions, mut found) = (self.scope.query.code, self.scope.conditions(), Repeated::default());
        while conditions.left > 0 {
            self.repeated_in(conditions.at + 3, source, &mut found);
            conditions = conditions.after(conditions.at + code[conditions.at] as usize);
        }
        found
    }

    fn repeated_in(self, at: usize, source: usize, found: &mut Repeated) {
        let code = self.scope.query.code;
        let columns = List { left: code[at + 1] as usize, at: at + 2 };
        match code[at] {
            code::ALL => {
                let mut nodes = self.conjunction(at);
                while nodes.left > 0 {
                    self.repeated_in(nodes.at, source, found);
                    nodes = nodes.after(self.end(nodes.at));
                }
            }
            code::FIXED | code::SAME => {
                let by = at + 2 + columns.left;
                if let code::LIST
                | code::ITEMS
                | code::EXPRESSIONS
                | code::OTHER_EXPRESSIONS
                | code::COMPUTED
                | code::PLACED = code[by + 1 + code[by] as usize]
                {
                    let bits = self.columns.bits(code, columns, source);
                    found.lists.extend((bits != 0).then_some(bits));
                }
            }
            code::BOUNDED => {
                let bits = self.columns.bits(code, columns, source);
                found.twice |= found.bounded & bits;
                found.bounded |= bits;
            }
            _ => {}
        }
    }
}

/// Columns of conditions, as bits.
#[derive(Default)]
struct Repeated {
    lists: Vec<u128>,
    /// Columns with a bound, and columns with several bounds.
    bounded: u128,
    twice: u128,
}
