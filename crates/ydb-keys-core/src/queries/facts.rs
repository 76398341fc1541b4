//! The facts of a query that are judged; `ydb-yql` finds them in the text, and writes them as the numbers that are read here.

use ydb_yql::facts::{Purpose, code};

use super::{List, Query};
use crate::schema::any::Table;
use crate::types::YdbType;
use crate::types::const_text::{any, same, same_bytes};

/// A SELECT with its FROM, or an UPDATE or a DELETE with its WHERE.
#[derive(Clone, Copy, Debug)]
pub struct Scope<'a> {
    pub(super) query: &'a Query<'a>,
    /// Where its numbers begin, and those of its sources, columns and conditions: an addition at run time is cheaper for the
    /// const evaluator than a named constant.
    pub at: usize,
    sources_at: usize,
    pub(super) columns_at: usize,
    conditions_at: usize,
    /// `true` if all that decides how rows are found is understood.
    pub is_understood: bool,
    /// `true` if its conditions are not.
    pub(super) has_unknown: bool,
    /// How many sources it has.
    pub sources: usize,
    /// How many columns.
    pub(super) columns: usize,
    /// How many of them are certainly named as columns of the sources; the others are those of USING.
    pub(super) named: usize,
    /// How many an UPDATE sets.
    pub(super) set: usize,
}

impl<'a> Query<'a> {
    /// Its first scope.
    pub const fn first(&'a self) -> Option<Scope<'a>> {
        Scope::at(self, code::HEAD)
    }

    /// Its scopes.
    pub fn scopes(&'a self) -> impl Iterator<Item = Scope<'a>> {
        std::iter::successors(self.first(), Scope::next)
    }

    pub(super) const fn target(&'a self, at: usize) -> Target<'a> {
        let (table, others) = (self.tables[self.number(at + 1)], List { left: self.number(at + 3), at: at + 4 });
        let all = others.at + others.left * code::COLUMN;
        let columns = self.number(all);
        let list = List { left: columns.saturating_sub(1), at: all + 1 };
        let (at, inserts) = (self.number(at), self.number(at + 2) == 1);
        if columns == 0 {
            let (are_given, end) = (self.number(all + 1) == 1, all + 2);
            let copied = List { left: 0, at: end };
            return Target { query: self, table, at, inserts, others, columns: None, copied, are_given, end };
        }
        let copied = list.at + list.left * code::COLUMN;
        let copied = List { left: self.number(copied), at: copied + 1 };
        let end = copied.at + copied.left * code::COPIED;
        Target { query: self, table, at, inserts, others, columns: Some(list), copied, are_given: false, end }
    }
}

impl<'a> Scope<'a> {
    /// The one whose numbers begin here, if one does.
    pub(super) const fn at(query: &'a Query<'a>, at: usize) -> Option<Self> {
        // The targets come after the last one.
        if at as u32 == query.code[0] { None } else { Some(Scope::of(query, at)) }
    }

    pub(super) const fn of(query: &'a Query<'a>, at: usize) -> Self {
        let code = query.code;
        let (sources, columns, set) = (code[at + 4] as usize, code[at + 5] as usize, code[at + 7] as usize);
        let sources_at = at + code::SCOPE;
        let columns_at = sources_at + sources * code::SOURCE;
        Scope {
            query,
            at,
            sources_at,
            columns_at,
            conditions_at: columns_at + (columns + set) * code::COLUMN,
            is_understood: code[at + 2] == 1,
            has_unknown: code[at + 3] == 1,
            sources,
            columns,
            named: code[at + 6] as usize,
            set,
        }
    }

    /// The one after it.
    pub const fn next(&self) -> Option<Self> {
        Scope::at(self.query, self.query.number(self.at))
    }

    /// What its rows are found for.
    pub(super) const fn purpose(&self) -> Purpose {
        Purpose::ALL[self.query.number(self.at + 1)]
    }

    /// A source by its number.
    pub const fn source(&self, number: usize) -> Source<'a> {
        let (query, code, at) = (self.query, self.query.code, self.sources_at + number * code::SOURCE);
        let detail = match code[at + 2] {
            0 => None,
            more => Some(more as usize - 1),
        };
        let kind = match code[at + 1] {
            code::ROWS => SourceKind::Rows(detail),
            table => {
                let index = match detail {
                    Some(name) => Some(query.names[name]),
                    None => None,
                };
                SourceKind::Table(query.tables[table as usize], index)
            }
        };
        Source { at: code[at] as usize, kind }
    }

    /// Returns `true` if a join may find no row of a source, so that its columns are NULL.
    pub(super) const fn is_outer(&self, source: usize) -> bool {
        self.query.code[self.sources_at + source * code::SOURCE + 3] & code::OUTER_SIDE != 0
    }

    /// Returns `true` if a source says `VIEW PRIMARY KEY`.
    pub(super) const fn is_by_key(&self, source: usize) -> bool {
        self.query.code[self.sources_at + source * code::SOURCE + 3] & code::BY_KEY != 0
    }

    /// The columns by which the rows are sorted, if it is in one direction by columns alone, and whether only the first rows
    /// are wanted.
    pub(super) const fn order(&self) -> Option<(List, bool)> {
        match self.query.number(self.at + 8) {
            0 => None,
            after => match self.query.number(after) {
                0 => None,
                count => Some((List { left: count - 1, at: after + 1 }, self.query.code[after - 1] == 1)),
            },
        }
    }

    /// Returns `true` if a star reads columns that the text does not name.
    pub(super) const fn reads_all(&self) -> bool {
        self.query.code[self.at + 9] == 1
    }

    /// A column by its number.
    pub(super) const fn column(&self, number: usize) -> Column<'a> {
        Column::of(self.query, self.columns_at + number * code::COLUMN)
    }

    /// A column that an UPDATE sets.
    pub(super) const fn set(&self, number: usize) -> Column<'a> {
        self.column(self.columns + number)
    }

    pub(super) const fn conditions(&self) -> List {
        List { left: self.query.code[self.conditions_at] as usize, at: self.conditions_at + 1 }
    }

    /// Returns `true` if a source has a column; `None` if that is not known.
    pub const fn has(&self, source: usize, name: &str) -> Option<bool> {
        match self.source(source).kind {
            SourceKind::Table(table, _) => Some(position(table, name).is_some()),
            SourceKind::Rows(None) => None,
            SourceKind::Rows(Some(at)) => {
                let (query, count) = (self.query, self.query.number(at));
                Some(any!(i < count, same(query.names[query.number(at + 1 + i)], name)))
            }
        }
    }
}

/// A table that is written row by row.
#[derive(Clone, Copy)]
pub(super) struct Target<'a> {
    pub(super) query: &'a Query<'a>,
    pub(super) table: &'a Table<'a>,
    pub(super) at: usize,
    /// INSERT, UPSERT and REPLACE; the others find rows by their key.
    pub(super) inserts: bool,
    /// Further columns that the text names within the rows.
    pub(super) others: List,
    /// The columns that the rows have, if these are known; doubtful if a value is no parameter or literal.
    pub(super) columns: Option<List>,
    /// Those that have the values of columns of sources as they are.
    pub(super) copied: List,
    /// `true` if the rows are those of a parameter.
    pub(super) are_given: bool,
    /// Where its numbers end.
    pub(super) end: usize,
}

/// A source of rows.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The byte of the text where it begins.
    pub at: usize,
    pub kind: SourceKind<'a>,
}

/// What a source is.
#[derive(Clone, Copy, Debug)]
pub enum SourceKind<'a> {
    /// A table, or an index of it by name.
    Table(&'a Table<'a>, Option<&'a str>),
    /// Rows that are at hand when tables are read; with the offset of the names of their columns, if these are known.
    Rows(Option<usize>),
}

/// A column as the text names it.
#[derive(Clone, Copy)]
pub(super) struct Column<'a> {
    /// The source that qualifies it.
    pub(super) source: Option<usize>,
    pub(super) name: &'a str,
    /// The byte of the text where it is.
    pub(super) at: usize,
    /// `true` if it may be something else: the name of a struct before one of its members.
    pub(super) doubtful: bool,
}

impl<'a> Column<'a> {
    pub(super) const fn of(query: &'a Query<'a>, at: usize) -> Self {
        let (name, place, of) = (query.code[at] as usize, query.code[at + 1] as usize, query.code[at + 2]);
        let source = match of {
            code::ANY_SOURCE | code::DOUBTFUL => None,
            source => Some(source as usize),
        };
        Column { source, name: query.names[name], at: place, doubtful: matches!(of, code::DOUBTFUL) }
    }
}

/// A column that a query may name: its table, its type, and whether it may be NULL.
#[derive(Clone, Copy, Debug)]
pub(super) struct Named<'a> {
    pub(super) table: &'a Table<'a>,
    pub(super) ty: YdbType,
    pub(super) nullable: bool,
}

/// The column of this name, those that are computed included.
pub(super) const fn column<'a>(table: &'a Table<'a>, name: &str) -> Option<Named<'a>> {
    match position(table, name) {
        None => None,
        Some(position) if position < table.columns.len() => {
            let column = &table.columns[position];
            Some(Named { table, ty: column.ty, nullable: column.is_nullable() })
        }
        Some(position) => match table.computed_at(position - table.columns.len()) {
            Some(hash) => Some(Named { table, ty: hash.ty(), nullable: false }),
            None => None,
        },
    }
}

/// The position of a column of this name; computed columns come after the others.
pub const fn position(table: &Table<'_>, name: &str) -> Option<usize> {
    let name = name.as_bytes();
    let (mut columns, mut position) = (table.columns, 0);
    while let [column, rest @ ..] = columns {
        if same_bytes(column.name.as_bytes(), name) {
            return Some(position);
        }
        (columns, position) = (rest, position + 1);
    }
    let mut number = 0;
    while let Some(hash) = table.computed_at(number) {
        if same_bytes(hash.name.as_bytes(), name) {
            return Some(position + number);
        }
        number += 1;
    }
    None
}
