//! A query as the macro writes it: its text, its facts as numbers, and what the program says of it.

use ydb_yql::facts::code;

use super::facts::{Scope, Target};
use super::kinds::{Kind, Literal};
use super::parameters::{Parameter, Role, Use};
use crate::schema::any::Table;
use crate::types::YdbType;
use crate::types::const_text::same;

/// A query in the text of a program, or in a file.
#[derive(Clone, Copy, Debug)]
pub struct Query<'a> {
    /// As it is written.
    pub text: &'a str,
    /// The path of the file that has the text; `None` for a literal.
    pub file: Option<&'a str>,
    /// What the text says, in the format of [`ydb_yql::facts::code`].
    pub code: &'a [u32],
    /// The names in it.
    pub names: &'a [&'a str],
    /// The tables in it.
    pub tables: &'a [&'a Table<'a>],
    /// The types of parameters that the program chooses.
    pub chosen: &'a [(&'a str, YdbType)],
    pub full_scans: &'a [FullScan<'a>],
}

/// A table whose rows may all be read, and why.
#[derive(Clone, Copy, Debug)]
pub struct FullScan<'a> {
    pub table: &'a Table<'a>,
    pub reason: &'a str,
}

/// A list in the numbers: how many items are left, and where the next one is.
#[derive(Clone, Copy)]
pub(super) struct List {
    pub(super) left: usize,
    pub(super) at: usize,
}

impl List {
    /// What is left after an item that ends here.
    pub(super) const fn after(self, end: usize) -> Self {
        List { left: self.left - 1, at: end }
    }
}

impl<'a> Query<'a> {
    /// One of which nothing is known.
    pub const NOTHING: Query<'static> = Query {
        text: "",
        file: None,
        code: &[4, 5, 6, 7, 0, 0, 0, 0],
        names: &[],
        tables: &[],
        chosen: &[],
        full_scans: &[],
    };

    /// Its first scope.
    pub const fn first(&'a self) -> Option<Scope<'a>> {
        Scope::at(self, code::HEAD)
    }

    /// Its scopes.
    pub fn scopes(&'a self) -> impl Iterator<Item = Scope<'a>> {
        std::iter::successors(self.first(), Scope::next)
    }

    /// Its parameters, in the order of the program's values.
    pub fn parameters(&'a self) -> impl Iterator<Item = Parameter<'a>> {
        let list = self.list(1);
        (0..list.left).scan(list.at, |at, _| {
            let parameter = self.parameter(*at);
            *at = parameter.end;
            Some(parameter)
        })
    }

    /// A number.
    pub(super) const fn number(&self, at: usize) -> usize {
        self.code[at] as usize
    }

    /// The list whose offset is a number of the head.
    pub(super) const fn list(&self, head: usize) -> List {
        let at = self.code[head] as usize;
        List { left: self.code[at] as usize, at: at + 1 }
    }

    pub(super) const fn target(&'a self, at: usize) -> Target<'a> {
        let (table, columns) = (self.tables[self.number(at + 1)], self.number(at + 3));
        let list = List { left: columns.saturating_sub(1), at: at + 4 };
        let end = list.at + list.left * code::COLUMN;
        let columns = if columns == 0 { None } else { Some(list) };
        Target { query: self, table, at: self.number(at), inserts: self.number(at + 2) == 1, columns, end }
    }

    pub(super) const fn parameter(&'a self, at: usize) -> Parameter<'a> {
        let (name, uses) = (self.names[self.number(at)], List { left: self.number(at + 1), at: at + 2 });
        let (mut chosen, mut i) = (None, 0);
        while i < self.chosen.len() {
            if same(self.chosen[i].0, name) {
                chosen = Some(self.chosen[i].1);
            }
            i += 1;
        }
        Parameter { query: self, name, chosen, uses, end: uses.at + uses.left * Use::LENGTH }
    }

    pub(super) const fn literal(&'a self, at: usize) -> Literal<'a> {
        let Use { at: place, role } = self.usage(at);
        Literal { at: place, role, kind: Kind::written(self.code[at + Use::LENGTH]) }
    }

    /// The use of a parameter or a literal.
    pub(super) const fn usage(&'a self, at: usize) -> Use<'a> {
        let (of, what) = (self.number(at + 2), self.number(at + 3));
        let role = match self.code[at + 1] {
            code::COMPARED => Role::Compared(Scope::of(self, of), what),
            code::WRITTEN => Role::Written(self.tables[of], self.names[what]),
            _ => Role::Rows,
        };
        Use { at: self.number(at), role }
    }
}
