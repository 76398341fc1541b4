//! Faults of a query as names and numbers: what is wrong, and where. `message.rs` makes a text of a fault when it is
//! shown.

use super::facts::Scope;
use crate::schema::any::Table;
use crate::types::YdbType;

pub(super) use ydb_yql::facts::LiteralKind as Kind;

/// A fault of a query.
#[derive(Clone, Copy)]
pub struct Fault<'a> {
    /// Byte of the text where the fault is.
    pub at: usize,
    /// Number of bytes that are at fault.
    pub(super) width: usize,
    /// Name that the fault is about: of a column, an index, a parameter or a table.
    pub name: &'a str,
    pub table: Option<&'a Table<'a>>,
    pub what: What<'a>,
}

/// Kind of a fault.
#[derive(Clone, Copy)]
pub enum What<'a> {
    UnknownTable,
    UnknownIndex,
    /// A column that the table does not have, or the rows at hand if there is no table.
    UnknownColumn,
    /// A column that no source of a scope has.
    OfNone(Scope<'a>),
    /// A column that several sources have.
    Ambiguous,
    /// All rows of the source of this number are read.
    FullScan(Scope<'a>, usize),
    /// All rows of the source of this number are read, because the text fixes the inputs of the computed column with
    /// the fault's name, and not the column.
    MissingHash(Scope<'a>, usize),
    /// All rows of a source are read, because the text names no bucket.
    MissingBuckets(Scope<'a>),
    /// The rows that are written have the inputs of the hash with the fault's name, and not the hash.
    RowsWithoutHash,
    /// The rows that are written lack a column; `true` if it belongs to the key.
    Missing(bool),
    /// An UPDATE sets a column: `true` for a column of the key, its hash included; `false` for a column that is
    /// computed from the key for an index.
    Set(bool),
    /// The text writes a computed column itself.
    Given,
    /// Only the program computes the hash with the fault's name, and the server makes the rows.
    MadeByServer,
    /// A parameter has two types. The numbers are the offset of the parameter, and the numbers of its two uses.
    TwoTypes(usize, usize, usize),
    /// A value that the column certainly does not take.
    Mismatch(Mismatch),
    /// Several values, where LIMIT or OFFSET takes a number.
    NotACount(Kind),
    /// NULL is written into a column that is NOT NULL.
    Null,
    /// The column of this name may be NULL, and is written into a column that is NOT NULL.
    NullColumn(&'a str),
    /// A parameter has a type that the column of this name and type does not take; `true` if it is written into the
    /// column, `false` if it is compared with it.
    Parameter(&'a str, YdbType, YdbType, bool),
    /// A parameter that may be NULL is written into the column of this name, which is NOT NULL.
    Optional(&'a str, YdbType),
    /// The row of this name has a field for which the result has no column.
    NoField(&'a str),
    OtherField(&'a str, YdbType),
    NullField(&'a str),
}

/// Column with a value of another kind.
#[derive(Clone, Copy)]
pub struct Mismatch {
    /// Type of the column; `own` is its kind.
    pub(super) ty: YdbType,
    pub(super) own: Kind,
    /// Kind of the value.
    pub(super) kind: Kind,
    /// `true` if a CAST gives the value its type.
    pub(super) is_cast: bool,
    /// `true` if the value is written into the column, `false` if it is compared with it.
    pub is_written: bool,
}

impl Mismatch {
    /// Returns `true` if the value consists of several values.
    pub const fn is_of_several(&self) -> bool {
        self.kind.is_several()
    }
}

impl<'a> Fault<'a> {
    /// Creates a fault at a name.
    pub(super) const fn new(at: usize, name: &'a str, what: What<'a>) -> Self {
        Fault { at, width: name.len(), name, table: None, what }
    }

    /// Returns the fault with the table that it concerns.
    pub(super) const fn of(self, table: &'a Table<'a>) -> Self {
        Fault { table: Some(table), ..self }
    }

    /// Returns the path of the fault's table, even of a table that does not exist.
    pub const fn path(&self) -> Option<&'a str> {
        match (self.what, self.table) {
            (What::UnknownTable, _) => Some(self.name),
            (_, Some(table)) => Some(table.name),
            (_, None) => None,
        }
    }

    /// Returns the fault with the width of another word, which is at fault.
    pub(super) const fn at_word(self, word: &str) -> Self {
        Fault { width: word.len(), ..self }
    }
}

/// Writer that adds the conditions on computed columns, and the computed columns of rows, before a query runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Adds {
    /// The library itself, where it can.
    Library,
    /// Another writer, wherever the inputs have values.
    Others,
    Nobody,
}

/// Search for the faults of a query. The compiler runs it, too, so it keeps only as many faults as the caller has room
/// for.
pub(super) struct Search<'a, 'r> {
    /// First faults that were found.
    pub(super) room: &'r mut [Option<Fault<'a>>],
    /// Number of all faults, including those without room.
    pub(super) count: usize,
}

impl<'a> Search<'a, '_> {
    /// Counts a fault, if there is one, and keeps it if there is room.
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

/// Returns the kind of the values of a type; `None` for a type about which nothing is known.
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
