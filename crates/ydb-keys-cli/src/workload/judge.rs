//! Judgement of one query against drafts of tables: its cost, and what its reads wish for.

use std::collections::BTreeSet;

use ydb_keys_core::queries::{Access, Adds, SourceRead, reads};
use ydb_keys_core::schema::any::{ColumnDef, Table};
use ydb_yql::ast::{InsertVerb, Query};
use ydb_yql::facts::{Facts, Purpose, SourceKind, Values, Verb};

use super::candidates::Wish;
use super::cost::{Cost, Shown, columns, of_scope, of_targets};
use super::draft::{Change, Draft, DraftIndex};
use super::{RunQuery, Statistics};
use crate::queries::{QueryTables, coded};

/// Query that was parsed once.
pub(super) struct Prepared<'q> {
    pub(super) query: &'q RunQuery,
    /// Text that is judged; a rewritten one replaces that of the query.
    pub(super) text: String,
    tree: Query,
    pub(super) facts: Facts,
    shown: Shown,
    /// Numbers of the tables that the query uses.
    pub(super) tables: BTreeSet<usize>,
    /// Indexes that the query's own text names, with the numbers of their tables.
    pub(super) named: Vec<(usize, String)>,
    /// Query with the text that it had before a rewrite. A new key may serve that better.
    pub(super) first: Option<Box<Prepared<'q>>>,
    /// `true` if the query names nothing but these tables: no view of them, and nothing that is not there.
    pub(super) is_whole: bool,
}

impl<'q> Prepared<'q> {
    pub(super) fn of(query: &'q RunQuery, text: &str, tables: &QueryTables<'_>) -> Result<Self, String> {
        let tree = ydb_yql::parse(text).map_err(|error| error.to_string())?;
        let facts = Facts::of(&tree);
        let names = facts.scopes.iter().flat_map(|scope| &scope.sources).filter_map(|source| match &source.kind {
            SourceKind::Table(name) | SourceKind::Altered(name) => Some(name),
            SourceKind::Rows(_) => None,
        });
        let names = names.chain(facts.targets.iter().map(|target| &target.table));
        let found: Vec<_> = names.map(|name| (tables.number(&name.path.name), name.view.as_ref())).collect();
        let named = found.iter().filter_map(|(number, view)| Some(((*number)?, view.as_ref()?.name.to_string())));
        let named = named.collect();
        let numbers: Vec<Option<usize>> = found.iter().map(|(number, _)| *number).collect();
        let is_whole = numbers.iter().all(Option::is_some);
        let (tables, shown) = (numbers.into_iter().flatten().collect(), Shown::of(text, &facts));
        Ok(Prepared { query, text: text.to_owned(), shown, tables, named, first: None, is_whole, tree, facts })
    }
}

/// Tables as they are, or as they could be.
pub(super) struct State<'s> {
    pub(super) drafts: Vec<Draft<'s>>,
    pub(super) statistics: &'s [Statistics],
    pub(super) of: QueryTables<'s>,
    /// `true` if texts may be changed to name an index.
    pub(super) names: bool,
}

impl<'s> State<'s> {
    pub(super) fn with<R>(&self, run: impl FnOnce(&QueryTables<'_>) -> R) -> R {
        let indexes: Vec<Vec<_>> =
            self.drafts.iter().map(|draft| draft.indexes.iter().map(DraftIndex::def).collect()).collect();
        let all: Vec<Table<'_>> =
            self.drafts.iter().zip(&indexes).map(|(draft, indexes)| draft.table(indexes)).collect();
        run(&QueryTables { all: &all, ..self.of })
    }

    pub(super) fn changed(&self, table: usize, change: &Change) -> Self {
        let mut drafts = self.drafts.clone();
        drafts[table] = drafts[table].with(change);
        State { drafts, ..*self }
    }
}

/// Cost of a run of a query, with the reads and what they wish for.
pub(super) struct Judged {
    pub(super) cost: Cost,
    pub(super) reads: String,
    /// Tables with the indexes that the text must name for that.
    pub(super) pinned: BTreeSet<(String, String)>,
    /// `true` if a whole table or index is read.
    pub(super) is_full: bool,
    pub(super) wishes: Vec<(usize, Wish)>,
    /// `true` if the access to each table is certain.
    pub(super) is_known: bool,
}

/// Judges a query against tables: by the text that costs less, if it was rewritten.
pub(super) fn judged(query: &Prepared<'_>, tables: &QueryTables<'_>, state: &State<'_>) -> Judged {
    let own = judged_text(query, tables, state);
    let first = query.first.as_ref().map(|first| judged(first, tables, state));
    first.filter(|first| first.cost.total() < own.cost.total()).unwrap_or(own)
}

fn judged_text(query: &Prepared<'_>, tables: &QueryTables<'_>, state: &State<'_>) -> Judged {
    let values = Values::declared(&query.tree, &query.facts);
    let pairs: Vec<(&Draft<'_>, &Statistics)> = state.drafts.iter().zip(state.statistics).collect();
    // Who writes the queries gives a new hash. That of the table as it is stands in the text, or not.
    let is_new = |table: &usize| !state.drafts[*table].has_own_key();
    let adds = if query.tables.iter().any(is_new) { Adds::Others } else { Adds::Nobody };
    coded(&query.text, &query.facts, (&values, &[]), tables, |of| {
        let mut found = Judged {
            cost: Cost::default(),
            reads: String::new(),
            pinned: BTreeSet::new(),
            is_full: false,
            wishes: Vec::new(),
            is_known: true,
        };
        let (mut given, mut names) = (1.0, BTreeSet::new());
        for scope in of.scopes() {
            let mut orders = reads(&scope, adds, state.names);
            // A text is not changed to read a whole index.
            let is_useless = |read: &SourceRead<'_>| read.is_pinned && read.access == Access::Full;
            orders.retain(|reads| !reads.iter().any(is_useless));
            // YDB knows the sizes of the tables, and begins with the source that costs least.
            let all = orders.into_iter().map(|reads| (of_scope(&reads, &pairs, &query.shown), reads));
            let Some(((cost, rows), reads)) =
                all.min_by(|((one, _), _), ((other, _), _)| one.total().total_cmp(&other.total()))
            else {
                found.is_known = false;
                continue;
            };
            if reads.iter().all(|read| read.purpose == Purpose::Select) && !reads.is_empty() {
                given = rows;
            }
            found.cost.add(cost);
            found.is_full |= reads.iter().any(|read| read.access == Access::Full);
            found.is_known &= reads.iter().all(|read| read.access != Access::Unknown);
            for read in &reads {
                let place = read.index.map_or_else(String::new, |index| format!(".{index}"));
                names.insert(format!("{} {}{place}", read.access.name(), read.table.name));
                if let (true, Some(index)) = (read.is_pinned, read.index) {
                    found.pinned.insert((read.table.name.to_owned(), index.to_owned()));
                }
                let number = state.drafts.iter().position(|draft| draft.path() == read.table.name);
                found.wishes.extend(number.map(|number| (number, wish(read, &state.drafts[number]))));
            }
        }
        for target in &query.facts.targets {
            let Some(number) = tables.number(&target.table.path.name) else { continue };
            let is_insert = matches!(target.verb, Verb::Insert(InsertVerb::Insert));
            let is_set = |def: &ColumnDef<'_>| {
                let all = target.columns.as_ref();
                !is_insert && all.is_none_or(|all| all.iter().any(|column| &*column.name == def.name))
            };
            let columns = state.drafts[number].columns.iter().enumerate();
            let set = columns.filter(|(_, def)| is_set(def)).map(|(at, _)| at).collect();
            found.wishes.push((number, Wish { set, ..Wish::default() }));
        }
        found.cost.add(of_targets(&query.facts, &pairs, &|path| tables.number(path), given));
        found.reads = names.into_iter().collect::<Vec<_>>().join(", ");
        found
    })
}

fn wish(read: &SourceRead<'_>, draft: &Draft<'_>) -> Wish {
    let plain = |bits: u128| columns(bits).filter(|&column| column < draft.of.columns.len()).collect::<BTreeSet<_>>();
    Wish {
        fixed: plain(read.fixed),
        bounded: plain(read.bounded),
        order: read.order.clone(),
        named: plain(read.named),
        is_select: read.purpose == Purpose::Select,
        set: plain(read.set),
        weight: 0.0,
    }
}
