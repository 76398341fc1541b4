//! Judgement of one query against drafts of tables: its cost, and what its reads wish for.

use std::collections::BTreeSet;

use ydb_keys_core::queries::{Access, Adds, SourceRead, reads};
use ydb_keys_core::schema::any::Table;
use ydb_yql::ast::Query;
use ydb_yql::facts::{Facts, Purpose, SourceKind, Values};

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
        let used = names.filter_map(|name| tables.number(&name.path.name)).collect();
        Ok(Prepared { query, text: text.to_owned(), shown: Shown::of(text), tables: used, tree, facts })
    }
}

/// Tables as they are, or as they could be.
pub(super) struct State<'s> {
    pub(super) drafts: Vec<Draft<'s>>,
    pub(super) statistics: &'s [Statistics],
    pub(super) of: QueryTables<'s>,
    pub(super) adds: Adds,
}

impl<'s> State<'s> {
    /// Calls `run` with the tables.
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
    pub(super) wishes: Vec<(usize, Wish)>,
    /// `true` if the access to each table is certain.
    pub(super) is_known: bool,
}

/// Judges a query against tables.
pub(super) fn judged(query: &Prepared<'_>, tables: &QueryTables<'_>, state: &State<'_>) -> Judged {
    let values = Values::declared(&query.tree, &query.facts);
    let pairs: Vec<(&Draft<'_>, &Statistics)> = state.drafts.iter().zip(state.statistics).collect();
    coded(&query.text, &query.facts, (&values, &[]), tables, |of| {
        let mut found = Judged { cost: Cost::default(), reads: String::new(), wishes: Vec::new(), is_known: true };
        let (mut given, mut names) = (1.0, BTreeSet::new());
        for scope in of.scopes() {
            let orders = reads(&scope, state.adds);
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
            found.is_known &= reads.iter().all(|read| read.access != Access::Unknown);
            for read in &reads {
                let place = read.index.map_or_else(String::new, |index| format!(".{index}"));
                names.insert(format!("{} {}{place}", read.access.name(), read.table.name));
                let number = state.drafts.iter().position(|draft| draft.path() == read.table.name);
                found.wishes.extend(number.map(|number| (number, wish(read, &state.drafts[number]))));
            }
        }
        found.cost.add(of_targets(&query.facts, &pairs, &|path| tables.number(path), given));
        found.reads = names.into_iter().collect::<Vec<_>>().join(", ");
        found
    })
}

fn wish(read: &SourceRead<'_>, draft: &Draft<'_>) -> Wish {
    let plain = |bits: u128| columns(bits).filter(|&column| column < draft.columns.len()).collect::<BTreeSet<_>>();
    Wish {
        fixed: plain(read.fixed),
        bounded: plain(read.bounded),
        order: read.order.clone(),
        named: plain(read.named),
        index: read.index.map(str::to_owned),
        looks_up: read.index.is_some() && !read.is_covered,
        is_select: read.purpose == Purpose::Select,
        set: plain(read.set),
        weight: 0.0,
    }
}
