//! Queries written by hand, judged by the keys of the tables that they read: where rows are found, and what that costs.
//!
//! The facts of a query come from its text, without a table: the macro `yql!` writes them as numbers, and the program
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
mod order;
mod parameters;
mod resolved;
mod said;
pub mod value;

use crate::schema::any::Table;
use crate::types::YdbType;

pub use access::Access;
pub use check::{check, check_combinations, check_permission, check_permissions, check_sources, faults};
pub use facts::{Scope, SourceKind, position};
pub use fault::{Adds, Fault, What};
pub use order::{Choice, accesses, certain_accesses, choices, extent};
pub use resolved::{check_row, check_rows};

/// A query in the text of a program, or in a file.
#[derive(Clone, Copy, Debug)]
pub struct Query<'a> {
    /// As it is written.
    pub text: &'a str,
    /// The same as YQL: instead of each model there is its name, with spaces after it, so that all places are the same.
    pub plain: &'a str,
    /// The models in it, in the order of `tables`; none for a file.
    pub holes: &'a [Hole<'a>],
    /// The path of the file that has the text; `None` for a literal.
    pub file: Option<&'a str>,
    /// What the text says, in the format of `ydb_yql::facts::code`.
    pub code: &'a [u32],
    /// The names in it.
    pub names: &'a [&'a str],
    /// The tables in it.
    pub tables: &'a [&'a Table<'a>],
    /// The types of parameters that the program chooses, or a text declares; whether each may be NULL.
    pub chosen: &'a [(&'a str, YdbType, bool)],
    pub full_scans: &'a [FullScan<'a>],
    /// The name of the combination of optional pieces that it is, such as "without `since` and with `status`": empty for the one
    /// that has all of them, `None` for a text without pieces.
    pub combination: Option<&'a str>,
}

/// One of the queries that a text with optional pieces stands for; the first one of a list has all pieces.
#[derive(Clone, Copy, Debug)]
pub struct Combination<'a> {
    /// A bit for each condition whose pieces are sent, and from bit [`CHOSEN`](Self::CHOSEN) on the number of the parts that
    /// are chosen.
    pub id: u64,
    /// The models of the whole text that it has, by their numbers.
    pub holes: &'a [usize],
    /// The names before a dot that none of its sources has, as for [`check_sources`].
    pub unknown: &'a [(usize, &'a str, &'a str)],
    pub query: Query<'a>,
}

impl Combination<'_> {
    /// Where the number of the chosen parts begins in an id: the number of the part of each choice, the last choice first.
    pub const CHOSEN: u32 = 8;
}

/// A model in a text: its bytes, and the index that it names.
#[derive(Clone, Copy, Debug)]
pub struct Hole<'a>(pub u32, pub u32, pub Option<&'a str>);

/// A table whose rows may all be read, and why.
#[derive(Clone, Copy, Debug)]
pub struct FullScan<'a> {
    pub table: &'a Table<'a>,
    pub reason: &'a str,
}

/// A list in the numbers: how many items are left, and where the next one is.
#[derive(Clone, Copy)]
struct List {
    left: usize,
    at: usize,
}

impl List {
    /// What is left after an item that ends here.
    const fn after(self, end: usize) -> Self {
        List { left: self.left - 1, at: end }
    }
}

impl<'a> Query<'a> {
    /// One of which nothing is known.
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

    /// A number.
    const fn number(&self, at: usize) -> usize {
        self.code[at] as usize
    }

    /// The list whose offset is a number of the head.
    const fn list(&self, head: usize) -> List {
        let at = self.code[head] as usize;
        List { left: self.code[at] as usize, at: at + 1 }
    }
}
