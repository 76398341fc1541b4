//! The facts of a query that are judged; `ydb-yql` finds them in the text.

use crate::schema::any::{HashDef, Table};
use crate::types::YdbType;
use crate::types::const_text::same;

/// A place in the query's text: the line and the column, both from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub line: u32,
    pub column: u32,
}

/// A SELECT with its FROM, or an UPDATE or a DELETE with its WHERE.
#[derive(Clone, Copy, Debug)]
pub struct Scope<'a> {
    /// At most 64.
    pub sources: &'a [Source<'a>],
    /// The columns in the text, each once: what follows has their places here.
    pub columns: &'a [Column<'a>],
    /// How many of them are certainly named as columns of the sources; the others are those of USING.
    pub named: usize,
    pub conditions: &'a [Condition<'a>],
    /// The columns that an UPDATE sets.
    pub set: &'a [Column<'a>],
    /// Whether all that decides how rows are found is understood.
    pub is_understood: bool,
    /// The chains of ANDs to which a condition on a computed column can be added; `None` stands for any.
    pub chains: Option<&'a [&'a [(u16, With)]]>,
}

/// What a column is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum With {
    /// A parameter or a literal.
    Value,
    /// A parameter with a list.
    List,
    /// Items that the text lists.
    Items,
    /// An expression.
    Expression,
}

/// A table that is written row by row.
#[derive(Clone, Copy, Debug)]
pub struct Target<'a> {
    pub table: &'a Table<'a>,
    pub at: Place,
    /// INSERT, UPSERT and REPLACE; the others find rows by their key.
    pub inserts: bool,
    /// The columns that the rows have, if these are known.
    pub columns: Option<&'a [Column<'a>]>,
}

/// A source of rows.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    pub at: Place,
    pub kind: SourceKind<'a>,
}

/// What a source is.
#[derive(Clone, Copy, Debug)]
pub enum SourceKind<'a> {
    /// A table, or an index of it by name.
    Table(&'a Table<'a>, Option<&'a str>),
    /// Rows that are at hand when tables are read, with their columns if these are known.
    Rows(Option<&'a [&'a str]>),
}

/// A condition, and the sources that it may bound: bit `n` for the source `n`.
#[derive(Clone, Copy, Debug)]
pub struct Condition<'a> {
    pub bounds: u64,
    pub node: Node<'a>,
}

/// What a condition says of columns, by their places in [`Scope::columns`].
#[derive(Clone, Copy, Debug)]
pub enum Node<'a> {
    /// All of these hold.
    All(&'a [Node<'a>]),
    /// One of these holds.
    Any(&'a [Node<'a>]),
    /// Each of the first columns equals one of a few values, which come from the second columns.
    Fixed(&'a [u16], &'a [u16]),
    /// The first columns, as a tuple, are greater or less than a value, which comes from the second columns.
    Bounded(&'a [u16], &'a [u16]),
    /// Nothing that helps to find rows.
    Nothing,
    /// It may bound these columns.
    Unknown(&'a [u16]),
}

/// A column as the text names it.
#[derive(Clone, Copy, Debug)]
pub struct Column<'a> {
    /// The source that qualifies it.
    pub source: Option<usize>,
    pub name: &'a str,
    pub at: Place,
    /// Whether it may be something else: the name of a struct before one of its members.
    pub doubtful: bool,
}

impl<'a> Column<'a> {
    /// One that is certainly a column.
    pub const fn of(source: Option<usize>, name: &'a str, line: u32, column: u32) -> Self {
        Column { source, name, at: Place { line, column }, doubtful: false }
    }
}

impl Source<'_> {
    /// Whether it has a column; `None` if that is not known.
    pub(super) const fn has(&self, name: &str) -> Option<bool> {
        match self.kind {
            SourceKind::Table(table, _) => Some(position(table, name).is_some()),
            SourceKind::Rows(None) => None,
            SourceKind::Rows(Some(names)) => {
                let mut i = 0;
                while i < names.len() {
                    if same(names[i], name) {
                        return Some(true);
                    }
                    i += 1;
                }
                Some(false)
            }
        }
    }
}

/// A column that a query may name: its type, and whether it may be NULL.
#[derive(Clone, Copy, Debug)]
pub(super) struct Named {
    pub(super) ty: YdbType,
    pub(super) nullable: bool,
}

/// The column of this name, those that are computed included.
pub(super) const fn column(table: &Table<'_>, name: &str) -> Option<Named> {
    match position(table, name) {
        None => None,
        Some(position) if position < table.columns.len() => {
            let column = &table.columns[position];
            Some(Named { ty: column.ty, nullable: column.is_nullable() })
        }
        Some(position) => match computed(table, position - table.columns.len()) {
            Some(hash) => Some(Named { ty: hash.ty(), nullable: false }),
            None => None,
        },
    }
}

/// The position of a column of this name; computed columns come after the others.
pub(crate) const fn position(table: &Table<'_>, name: &str) -> Option<usize> {
    let mut i = 0;
    while i < table.columns.len() {
        if table.columns[i].name.len() == name.len() && same(table.columns[i].name, name) {
            return Some(i);
        }
        i += 1;
    }
    let mut i = 0;
    while let Some(hash) = computed(table, i) {
        if same(hash.name, name) {
            return Some(table.columns.len() + i);
        }
        i += 1;
    }
    None
}

/// The computed columns of a table by number: the hash that leads the key, then those of the indexes; `None` after the
/// last one.
pub(super) const fn computed<'a>(table: &Table<'a>, number: usize) -> Option<HashDef<'a>> {
    let mut left = number;
    if let Some(hash) = table.hash {
        if left == 0 {
            return Some(hash);
        }
        left -= 1;
    }
    let mut i = 0;
    while i < table.indexes.len() {
        if let Some(hash) = table.indexes[i].hash {
            if left == 0 {
                return Some(hash);
            }
            left -= 1;
        }
        i += 1;
    }
    None
}
