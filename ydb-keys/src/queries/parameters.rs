//! Parameters: the types that their columns give them.

use ydb_yql::facts::code;

use super::facts::{Named, Scope, SourceKind, column};
use super::fault::Fault;
use super::query::{List, Query};
use crate::schema::any::Table;
use crate::types::YdbType;
use crate::types::const_text::{Message, same};

/// A parameter of a query.
#[derive(Clone, Copy)]
pub struct Parameter<'a> {
    pub(super) query: &'a Query<'a>,
    /// Without its `$`.
    pub name: &'a str,
    /// The type that the program chooses.
    pub chosen: Option<YdbType>,
    pub(super) uses: List,
    /// Where its numbers end.
    pub(super) end: usize,
}

/// A place where a parameter is used.
#[derive(Clone, Copy)]
pub(super) struct Use<'a> {
    pub(super) at: usize,
    pub(super) role: Role<'a>,
}

impl Use<'_> {
    /// How many numbers it has.
    pub(super) const LENGTH: usize = 4;
}

/// What a parameter is used for.
#[derive(Clone, Copy)]
pub(super) enum Role<'a> {
    /// A column of a scope, by its number.
    Compared(Scope<'a>, usize),
    /// A column of a table that it is written into.
    Written(&'a Table<'a>, &'a str),
    /// A number of rows: LIMIT, OFFSET.
    Rows,
}

impl Role<'_> {
    /// The type that it says.
    const fn ty(&self) -> Option<YdbType> {
        match (self, self.column()) {
            (Role::Rows, _) => Some(YdbType::Uint64),
            (_, Some(column)) => Some(column.ty),
            (_, None) => None,
        }
    }

    /// The column, if it is certain.
    pub(super) const fn column(&self) -> Option<Named> {
        match self {
            Role::Rows => None,
            Role::Written(table, name) => column(table, name),
            Role::Compared(scope, named) => compared(scope, *named),
        }
    }

    const fn shown(&self, message: Message) -> Message {
        match self {
            Role::Rows => message.text("a number of rows"),
            Role::Written(_, name) => message.name(name),
            Role::Compared(scope, named) => message.name(scope.column(*named).name),
        }
    }
}

/// A column in a scope, if it is certain which one it is.
const fn compared(scope: &Scope<'_>, named: usize) -> Option<Named> {
    let (named, mut found, mut i) = (scope.column(named), None, 0);
    while i < scope.sources {
        let may_be = match named.source {
            Some(source) => source == i,
            None => true,
        };
        if may_be {
            match scope.source(i).kind {
                SourceKind::Rows(None) => return None,
                SourceKind::Rows(Some(_)) => {
                    if let Some(true) = scope.has(i, named.name) {
                        return None;
                    }
                }
                SourceKind::Table(table, _) => {
                    if let Some(column) = column(table, named.name) {
                        found = Some(column);
                    }
                }
            }
        }
        i += 1;
    }
    found
}

impl<'a> Query<'a> {
    /// Its parameters, in the order of the program's values.
    pub fn parameters(&'a self) -> impl Iterator<Item = Parameter<'a>> {
        let list = self.list(1);
        (0..list.left).scan(list.at, |at, _| {
            let parameter = self.parameter(*at);
            *at = parameter.end;
            Some(parameter)
        })
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

impl<'a> Parameter<'a> {
    const fn usage(&self, number: usize) -> Use<'a> {
        self.query.usage(self.uses.at + number * Use::LENGTH)
    }

    /// The type, if something says it.
    pub(crate) const fn ty(&self) -> Option<YdbType> {
        if self.chosen.is_some() {
            return self.chosen;
        }
        let mut i = 0;
        while i < self.uses.left {
            let found = self.usage(i).role.ty();
            if found.is_some() {
                return found;
            }
            i += 1;
        }
        None
    }
}

/// The fault of a parameter for columns of two types.
pub(super) const fn fault(parameter: &Parameter<'_>) -> Option<Fault> {
    if parameter.chosen.is_some() || parameter.uses.left < 2 {
        return None;
    }
    let (mut first, mut i) = (0, 1);
    while i < parameter.uses.left {
        let (one_use, other_use) = (parameter.usage(first), parameter.usage(i));
        match (one_use.role.ty(), other_use.role.ty()) {
            (None, _) => first = i,
            (Some(one), Some(other)) if !one.same(other) => {
                let message = Message::rule("parameter")
                    .text("`$")
                    .text(parameter.name)
                    .text("` is compared with or written into ");
                let message = one_use.role.shown(message).text(", a ").ydb_type(one);
                let message = other_use.role.shown(message.text(", and ")).text(", a ").ydb_type(other);
                let cure = Message::EMPTY
                    .text("give it two names, or choose its type: `")
                    .text(parameter.name)
                    .text(" = .. as ")
                    .ydb_type(one)
                    .text("`");
                return Some(Fault::new(other_use.at, parameter.name).says(message).cured(cure));
            }
            _ => {}
        }
        i += 1;
    }
    None
}
