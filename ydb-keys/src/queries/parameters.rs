//! Parameters: the types that their columns give them.

use super::facts::{Column, Named, Place, Scope, SourceKind, column};
use super::fault::Fault;
use crate::schema::any::Table;
use crate::types::YdbType;
use crate::types::const_text::Message;

/// A parameter of a query.
#[derive(Clone, Copy, Debug)]
pub struct Parameter<'a> {
    /// Without its `$`.
    pub name: &'a str,
    /// The type that the program chooses.
    pub chosen: Option<YdbType>,
    pub uses: &'a [Use<'a>],
}

/// A place where a parameter is used.
#[derive(Clone, Copy, Debug)]
pub struct Use<'a> {
    pub at: Place,
    pub role: Role<'a>,
}

/// What a parameter is used for.
#[derive(Clone, Copy, Debug)]
pub enum Role<'a> {
    /// A column, by its place, of the scope of this number.
    Compared(usize, u16),
    /// A column of a table that it is written into.
    Written(&'a Table<'a>, &'a str),
    /// A number of rows: LIMIT, OFFSET.
    Rows,
}

impl Role<'_> {
    /// The type that it says.
    const fn ty(&self, scopes: &[Scope<'_>]) -> Option<YdbType> {
        match (self, self.column(scopes)) {
            (Role::Rows, _) => Some(YdbType::Uint64),
            (_, Some(column)) => Some(column.ty),
            (_, None) => None,
        }
    }

    /// The column, if it is certain.
    pub(super) const fn column(&self, scopes: &[Scope<'_>]) -> Option<Named> {
        match self {
            Role::Rows => None,
            Role::Written(table, name) => column(table, name),
            Role::Compared(scope, named) => compared(&scopes[*scope], &scopes[*scope].columns[*named as usize]),
        }
    }

    const fn shown(&self, scopes: &[Scope<'_>], message: Message) -> Message {
        match self {
            Role::Rows => message.text("a number of rows"),
            Role::Written(_, name) => message.name(name),
            Role::Compared(scope, named) => message.name(scopes[*scope].columns[*named as usize].name),
        }
    }
}

/// A column in a scope, if it is certain which one it is.
const fn compared(scope: &Scope<'_>, named: &Column<'_>) -> Option<Named> {
    let (mut found, mut i) = (None, 0);
    while i < scope.sources.len() {
        let may_be = match named.source {
            Some(source) => source == i,
            None => true,
        };
        if may_be {
            match scope.sources[i].kind {
                SourceKind::Rows(None) => return None,
                SourceKind::Rows(Some(_)) => {
                    if let Some(true) = scope.sources[i].has(named.name) {
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

/// The type of a parameter, if something says it.
pub(crate) const fn ty(scopes: &[Scope<'_>], parameter: &Parameter<'_>) -> Option<YdbType> {
    if parameter.chosen.is_some() {
        return parameter.chosen;
    }
    let mut i = 0;
    while i < parameter.uses.len() {
        let found = parameter.uses[i].role.ty(scopes);
        if found.is_some() {
            return found;
        }
        i += 1;
    }
    None
}

/// The fault of a parameter for columns of two types.
pub(super) const fn fault(scopes: &[Scope<'_>], parameter: &Parameter<'_>) -> Option<Fault> {
    if parameter.chosen.is_some() {
        return None;
    }
    let (mut first, mut i) = (0, 0);
    while i < parameter.uses.len() {
        match (parameter.uses[first].role.ty(scopes), parameter.uses[i].role.ty(scopes)) {
            (None, _) => first = i,
            (Some(one), Some(other)) if !one.same(other) => {
                let (one_use, other_use) = (&parameter.uses[first], &parameter.uses[i]);
                let message = Message::rule("parameter")
                    .text("`$")
                    .text(parameter.name)
                    .text("` is compared with or written into ");
                let message = one_use.role.shown(scopes, message).text(", a ").ydb_type(one);
                let message = other_use.role.shown(scopes, message.text(", and ")).text(", a ").ydb_type(other);
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
