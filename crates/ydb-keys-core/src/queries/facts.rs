//! Facts of a query that are judged. `ydb-yql` finds them in the text and writes them as numbers, which are read here.

use ydb_yql::facts::{Purpose, code};

use super::{List, Query};
use crate::schema::any::Table;
use crate::types::YdbType;
use crate::types::const_text::{any, same, same_bytes};

/// A SELECT with its FROM, or an UPDATE or a DELETE with its WHERE.
#[derive(Clone, Copy, Debug)]
pub struct Scope<'a> {
    pub(super) query: &'a Query<'a>,
    /// Offset of the scope's numbers. The next fields are the offsets of its sources, columns and conditions. To add
    /// numbers at run time costs the const evaluator less than a named constant.
    pub at: usize,
    sources_at: usize,
    pub(super) columns_at: usize,
    conditions_at: usize,
    /// `true` if all constructs that decide how rows are found are understood.
    pub is_understood: bool,
    /// `true` if some of its conditions are not understood.
    pub(super) has_unknown: bool,
    /// Number of sources.
    pub sources: usize,
    /// Number of columns.
    pub(super) columns: usize,
    /// Number of the columns that are certainly named as columns of the sources; the other columns are those of USING.
    pub(super) named: usize,
    /// Number of the columns that an UPDATE sets.
    pub(super) set: usize,
}

impl<'a> Query<'a> {
    /// Returns the first scope of the query.
    pub const fn first(&'a self) -> Option<Scope<'a>> {
        Scope::at(self, code::HEAD)
    }

    /// Returns the scopes of the query.
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
    /// Returns the scope whose numbers begin here, if one does.
    pub(super) const fn at(query: &'a Query<'a>, at: usize) -> Option<Self> {
        // The targets come after the last scope.
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

    /// Returns the next scope of the query.
    pub const fn next(&self) -> Option<Self> {
        Scope::at(self.query, self.query.number(self.at))
    }

    /// Returns the purpose for which the rows are found: to read them, or to change them.
    pub(super) const fn purpose(&self) -> Purpose {
        Purpose::ALL[self.query.number(self.at + 1)]
    }

    /// Returns a source by its number.
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

    /// Returns the columns by which the rows are sorted, if the order is in one direction and by columns alone; with
    /// `true` if only the first rows are wanted.
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

    /// Returns a column by its number.
    pub(super) const fn column(&self, number: usize) -> Column<'a> {
        Column::of(self.query, self.columns_at + number * code::COLUMN)
    }

    /// Returns a column that an UPDATE sets, by its number.
    pub(super) const fn set(&self, number: usize) -> Column<'a> {
        self.column(self.columns + number)
    }

    pub(super) const fn conditions(&self) -> List {
        List { left: self.query.code[self.conditions_at] as usize, at: self.conditions_at + 1 }
    }

    /// Returns `Some(true)` if a source has a column; `None` if that is not known.
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

/// Table that is written row by row.
#[derive(Clone, Copy)]
pub(super) struct Target<'a> {
    pub(super) query: &'a Query<'a>,
    pub(super) table: &'a Table<'a>,
    pub(super) at: usize,
    /// `true` for INSERT, UPSERT and REPLACE; other statements find rows by their key.
    pub(super) inserts: bool,
    /// Further columns that the text names within the rows.
    pub(super) others: List,
    /// Columns that the rows have, if they are known. A column is doubtful if its value is neither a parameter nor a
    /// literal.
    pub(super) columns: Option<List>,
    /// Columns that get the values of columns of sources unchanged.
    pub(super) copied: List,
    /// `true` if the rows are those of a parameter.
    pub(super) are_given: bool,
    /// Offset at which its numbers end.
    pub(super) end: usize,
}

/// A source of rows.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// Byte of the text where the source begins.
    pub at: usize,
    pub kind: SourceKind<'a>,
}

/// Kind of a source.
#[derive(Clone, Copy, Debug)]
pub enum SourceKind<'a> {
    /// A table, or an index of the table by name.
    Table(&'a Table<'a>, Option<&'a str>),
    /// Rows that are at hand when tables are read, with the offset of the names of their columns if these are known.
    Rows(Option<usize>),
}

/// Column as the text names it.
#[derive(Clone, Copy)]
pub(super) struct Column<'a> {
    /// Number of the source that qualifies the column.
    pub(super) source: Option<usize>,
    pub(super) name: &'a str,
    /// Byte of the text where the column is named.
    pub(super) at: usize,
    /// `true` if the name may be something else: the name of a struct before one of its members.
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

/// Returns the column of this name, which may be computed.
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

/// Returns the position of the column of this name; computed columns come after the others.
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
