//! Hand-written queries, judged by the keys of the tables that they read: how YDB finds the rows, and at what cost.
//!
//! The facts of a query come from its text, without a table. The macro `yql!` writes them as numbers, and the program
//! `ydb-keys queries` makes them when it reads a file. All functions here can run at compile time.

#![allow(missing_docs, reason = "public for the code of the macro and for the program only")]

mod access;
pub mod added;
mod addition;
mod check;
mod choice;
pub mod edits;
mod facts;
mod fault;
mod key;
mod message;
mod order;
mod parameters;
mod reads;
mod resolved;
pub mod value;

use crate::schema::any::Table;
use crate::types::YdbType;

pub use access::Access;
pub use check::{check, check_combinations, check_permission, check_permissions, check_sources, faults};
pub use facts::{Scope, SourceKind, position};
pub use fault::{Adds, Fault, What};
pub use order::{Choice, accesses, certain_accesses, choices, extent};
pub use reads::{SourceRead, reads};
pub use resolved::{check_row, check_rows};

/// A query in the text of a program, or in a file.
#[derive(Clone, Copy, Debug)]
pub struct Query<'a> {
    /// Text as it is written.
    pub text: &'a str,
    /// Text as YQL. Each model is replaced by its name, with spaces after it, so that all places are the same.
    pub plain: &'a str,
    /// Models in the text, in the order of `tables`; none for a file.
    pub holes: &'a [Hole<'a>],
    /// The path of the file that has the text; `None` for a literal.
    pub file: Option<&'a str>,
    /// Facts of the text, in the format of `ydb_yql::facts::code`.
    pub code: &'a [u32],
    /// Names in the facts.
    pub names: &'a [&'a str],
    /// Tables in the facts.
    pub tables: &'a [&'a Table<'a>],
    /// Types of parameters that the program chooses or the text declares; `true` if the parameter may be NULL.
    pub chosen: &'a [(&'a str, YdbType, bool)],
    pub full_scans: &'a [FullScan<'a>],
    /// Name of the combination of optional pieces that the query has, such as "without `since` and with `status`":
    /// empty for the combination of all pieces, `None` for a text without pieces.
    pub combination: Option<&'a str>,
}

/// Query that a text with optional pieces stands for, with one combination of the pieces. The first one of a list has
/// all pieces.
#[derive(Clone, Copy, Debug)]
pub struct Combination<'a> {
    /// Number of the combination: a bit for each condition whose pieces are sent, and from bit [`CHOSEN`](Self::CHOSEN)
    /// on the number of the parts that are chosen.
    pub id: u64,
    /// Chosen parts, as in "ordered by `amount`"; empty without a choice.
    pub order: &'a str,
    /// Models that the query has, by their numbers in the whole text.
    pub holes: &'a [usize],
    /// Names before a dot that none of the query's sources has, as for [`check_sources`].
    pub unknown: &'a [(usize, &'a str, &'a str)],
    pub query: Query<'a>,
}

impl Combination<'_> {
    /// First bit of the number of the chosen parts in an id. It is made of the part of each choice, the last choice
    /// first.
    pub const CHOSEN: u32 = ydb_yql::pieces::CHOSEN;
}

/// Model in a text: the bytes at which it begins and ends, and the index that it names.
#[derive(Clone, Copy, Debug)]
pub struct Hole<'a>(pub u32, pub u32, pub Option<&'a str>);

/// Table whose rows may all be read, with the reason.
#[derive(Clone, Copy, Debug)]
pub struct FullScan<'a> {
    pub table: &'a Table<'a>,
    pub reason: &'a str,
}

/// List in the numbers of a query: the number of items left, and the offset of the next one.
#[derive(Clone, Copy)]
struct List {
    left: usize,
    at: usize,
}

impl List {
    /// Returns the rest of the list after an item that ends here.
    const fn after(self, end: usize) -> Self {
        List { left: self.left - 1, at: end }
    }
}

impl<'a> Query<'a> {
    /// Query about which nothing is known.
    pub const NOTHING: Query<'static> = Query {
        text: "",
        plain: "",
        holes: &[],
        file: None,
        code: &[5, 6, 7, 8, 9, 0, 0, 0, 0, 0],
        names: &[],
        tables: &[],
        chosen: &[],
        full_scans: &[],
        combination: None,
    };

    /// Returns the number at an offset.
    const fn number(&self, at: usize) -> usize {
        self.code[at] as usize
    }

    /// Returns the list whose offset is at this place of the head.
    const fn list(&self, head: usize) -> List {
        let at = self.code[head] as usize;
        List { left: self.code[at] as usize, at: at + 1 }
    }
}
