//! A fault of a query: what it is and where, as names and numbers; `said.rs` makes a text of it when it is shown.

use super::facts::Scope;
use crate::schema::any::Table;
use crate::types::YdbType;

pub(super) use ydb_yql::facts::LiteralKind as Kind;

/// A fault of a query.
#[derive(Clone, Copy)]
pub struct Fault<'a> {
    /// The byte of the text.
    pub at: usize,
    /// How many bytes are at fault.
    pub(super) width: usize,
    /// What it is about: a column, an index, a parameter, a table.
    pub name: &'a str,
    pub table: Option<&'a Table<'a>>,
    pub what: What<'a>,
}

/// What is wrong.
#[derive(Clone, Copy)]
pub enum What<'a> {
    UnknownTable,
    UnknownIndex,
    /// Of a table; of rows at hand if there is none.
    UnknownColumn,
    /// A column that no source of a scope has.
    OfNone(Scope<'a>),
    /// One that several have.
    Ambiguous,
    /// All rows of the source of this number are read.
    FullScan(Scope<'a>, usize),
    /// The same, because the text fixes the inputs of the computed column of this name, and not the column.
    MissingHash(Scope<'a>, usize),
    /// The same, because the text names no bucket.
    MissingBuckets(Scope<'a>),
    /// The rows that are written have the inputs of the hash of this name, and not the hash.
    RowsWithoutHash,
    /// The rows that are written lack a column; whether it is one of the key.
    Missing(bool),
    /// An UPDATE sets a column of the key, its hash included; or else one that is computed from it for an index.
    Set(bool),
    /// The text writes a computed column itself.
    Given,
    /// Only the program computes the hash of this name, and the server makes the rows.
    MadeByServer,
    /// The parameter that begins here has two types: in the uses of these numbers.
    TwoTypes(usize, usize, usize),
    /// A value that the column certainly does not take.
    Mismatch(Mismatch),
    /// Several values, where LIMIT or OFFSET takes a number.
    NotACount(Kind),
    /// NULL is written into a column that is NOT NULL.
    Null,
    /// The column of this name, which may be NULL, is written into a column that is NOT NULL.
    NullColumn(&'a str),
    /// A parameter has a type that the column of this name and type does not take; whether it is written and not
    /// compared.
    Parameter(&'a str, YdbType, YdbType, bool),
    /// A parameter that may be NULL is written into the column of this name, which is NOT NULL.
    Optional(&'a str, YdbType),
    /// The row of this name has a field that the result does not have, cannot give, or gives as NULL.
    NoField(&'a str),
    OtherField(&'a str, YdbType),
    NullField(&'a str),
}

/// A column and a value of another kind.
#[derive(Clone, Copy)]
pub struct Mismatch {
    /// The type of the column, and its kind.
    pub(super) ty: YdbType,
    pub(super) own: Kind,
    /// That of the value.
    pub(super) kind: Kind,
    /// `true` if a CAST gives it its type.
    pub(super) is_cast: bool,
    /// `true` if it is written and not compared.
    pub is_written: bool,
}

impl Mismatch {
    /// Returns `true` if the value is several ones.
    pub const fn is_of_several(&self) -> bool {
        self.kind.is_several()
    }
}

impl<'a> Fault<'a> {
    /// One at a name.
    pub(super) const fn new(at: usize, name: &'a str, what: What<'a>) -> Self {
        Fault { at, width: name.len(), name, table: None, what }
    }

    /// The same of a table.
    pub(super) const fn of(self, table: &'a Table<'a>) -> Self {
        Fault { table: Some(table), ..self }
    }

    /// The path of its table, even of one that does not exist.
    pub const fn path(&self) -> Option<&'a str> {
        match (self.what, self.table) {
            (What::UnknownTable, _) => Some(self.name),
            (_, Some(table)) => Some(table.name),
            (_, None) => None,
        }
    }

    /// The same, where another word is at fault.
    pub(super) const fn at_word(self, word: &str) -> Self {
        Fault { width: word.len(), ..self }
    }
}

/// Who adds the conditions on computed columns, and the columns themselves to rows, before a query runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Adds {
    /// This library: where it can.
    Library,
    /// Something else: wherever the inputs are.
    Others,
    Nobody,
}

/// The search for the faults of a query. The compiler makes it too, so it keeps only as many as the caller has room for.
pub(super) struct Search<'a, 'r> {
    /// The first faults.
    pub(super) room: &'r mut [Option<Fault<'a>>],
    /// How many there are, those without room too.
    pub(super) count: usize,
}

impl<'a> Search<'a, '_> {
    /// Takes a fault, if there is one.
    pub(super) const fn put(&mut self, fault: Option<Fault<'a>>) {
        if fault.is_none() {
            return;
        }
        if self.count < self.room.len() {
            self.room[self.count] = fault;
        }
        self.count += 1;
    }
}

/// The kind of the values of a type; `None` for types of which nothing is said.
pub(super) const fn kind(ty: YdbType) -> Option<Kind> {
    Some(match ty {
        YdbType::Bool => Kind::Bool,
        YdbType::Utf8 | YdbType::String => Kind::Text,
        YdbType::Uuid => Kind::Uuid,
        YdbType::Float | YdbType::Double | YdbType::Decimal { .. } => Kind::Number,
        _ if ty.is_integer() => Kind::Number,
        _ if ty.is_time() => Kind::Time,
        _ => return None,
    })
}
