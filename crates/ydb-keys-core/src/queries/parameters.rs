//! Parameters and literals: the types that columns give them.

use ydb_yql::facts::code;

use super::facts::{Named, Scope, SourceKind, column};
use super::fault::{Fault, Kind, Mismatch, What, kind};
use super::{List, Query};
use crate::schema::any::Table;
use crate::types::YdbType;
use crate::types::const_text::{Message, each, same};

/// A parameter of a query.
#[derive(Clone, Copy)]
pub struct Parameter<'a> {
    pub(super) query: &'a Query<'a>,
    /// Name without its `$`.
    pub name: &'a str,
    /// Type that the program chooses; `true` if the parameter may be NULL.
    chosen: Option<(YdbType, bool)>,
    pub(super) uses: List,
    /// Offset at which its numbers end.
    pub(super) end: usize,
}

/// A place where a parameter is used.
#[derive(Clone, Copy)]
pub(super) struct Use<'a> {
    pub(super) at: usize,
    pub(super) role: Role<'a>,
}

impl Use<'_> {
    /// Count of the numbers that encode a use.
    pub(super) const LENGTH: usize = 4;

    /// Adds the column of the use and its type to a message: `order_id`, a Uint64.
    const fn shown(&self, message: Message) -> Message {
        let message = match self.role {
            Role::Rows => message.text("a number of rows"),
            Role::Written(..) | Role::Compared(..) => message.name(self.role.named().0),
        };
        match self.role.ty() {
            Some(ty) => message.text(", ").a_type(ty),
            None => message,
        }
    }
}

/// Purpose for which a parameter is used.
#[derive(Clone, Copy)]
pub(super) enum Role<'a> {
    /// Comparison with a column of a scope, given by its number.
    Compared(Scope<'a>, usize),
    /// The parameter is written into the column of this name of this table.
    Written(&'a Table<'a>, &'a str),
    /// Number of rows: LIMIT, OFFSET.
    Rows,
}

impl<'a> Role<'a> {
    /// Returns the type that the role demands.
    const fn ty(&self) -> Option<YdbType> {
        match (self, self.column()) {
            (Role::Rows, _) => Some(YdbType::Uint64),
            (_, Some(column)) => Some(column.ty),
            (_, None) => None,
        }
    }

    /// Returns the name of the column; `true` if it is written.
    pub(super) const fn named(&self) -> (&'a str, bool) {
        match self {
            Role::Rows => ("", false),
            Role::Written(_, name) => (name, true),
            Role::Compared(scope, named) => (scope.column(*named).name, false),
        }
    }

    /// Returns the column, if it is certain which one it is.
    pub(super) const fn column(&self) -> Option<Named<'a>> {
        match self {
            Role::Rows => None,
            Role::Written(table, name) => column(table, name),
            Role::Compared(scope, named) => compared(scope, *named),
        }
    }
}

/// Returns a column of a scope, if it is certain which one it is.
pub(super) const fn compared<'a>(scope: &Scope<'a>, named: usize) -> Option<Named<'a>> {
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
    /// Returns the parameters of the query, in the order of the program's values.
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
        let chosen = self.chosen_type(name);
        Parameter { query: self, name, chosen, uses, end: uses.at + uses.left * Use::LENGTH }
    }

    /// Returns the type of a parameter that the program chooses or the text declares; `true` if the parameter may be
    /// NULL.
    pub(super) const fn chosen_type(&self, name: &str) -> Option<(YdbType, bool)> {
        let mut chosen = self.chosen;
        while let [(other, ty, optional), rest @ ..] = chosen {
            if same(other, name) {
                return Some((*ty, *optional));
            }
            chosen = rest;
        }
        None
    }

    /// Returns the use of a parameter or a literal whose numbers begin here.
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
    /// Returns the offset at which its numbers begin.
    const fn at(&self) -> usize {
        self.uses.at - 2
    }

    const fn usage(&self, number: usize) -> Use<'a> {
        self.query.usage(self.uses.at + number * Use::LENGTH)
    }

    /// Returns the type of the parameter, if the program or a use decides it.
    pub const fn ty(&self) -> Option<YdbType> {
        if let Some((chosen, _)) = self.chosen {
            return Some(chosen);
        }
        each!(i < self.uses.left, {
            let found = self.usage(i).role.ty();
            if found.is_some() {
                return found;
            }
        });
        None
    }
}

/// Returns the fault of a parameter whose chosen type a column does not take.
const fn of_chosen<'a>(parameter: &Parameter<'a>, chosen: YdbType, optional: bool) -> Option<Fault<'a>> {
    each!(i < parameter.uses.left, {
        let one = parameter.usage(i);
        if let Some(column) = one.role.column() {
            let (name, is_written) = one.role.named();
            let what = match (kind(column.ty), kind(chosen)) {
                (Some(own), Some(other)) if own.refuses(other) => {
                    Some(What::Parameter(name, column.ty, chosen, is_written))
                }
                _ if is_written && optional && !column.nullable && chosen.same(column.ty) => {
                    Some(What::Optional(name, column.ty))
                }
                _ => None,
            };
            if let Some(what) = what {
                return Some(Fault::new(one.at, parameter.name, what).of(column.table));
            }
        }
    });
    None
}

/// Returns the fault of a parameter that has a wrong type, or that is used for columns of two types.
pub(super) const fn fault<'a>(parameter: &Parameter<'a>) -> Option<Fault<'a>> {
    if let Some((chosen, optional)) = parameter.chosen {
        return of_chosen(parameter, chosen, optional);
    }
    if parameter.uses.left < 2 {
        return None;
    }
    let (mut first, mut i) = (0, 1);
    while i < parameter.uses.left {
        let other = parameter.usage(i);
        match (parameter.usage(first).role.ty(), other.role.ty()) {
            (None, _) => first = i,
            (Some(one), Some(second)) if !one.same(second) => {
                return Some(Fault::new(other.at, parameter.name, What::TwoTypes(parameter.at(), first, i)));
            }
            _ => {}
        }
        i += 1;
    }
    None
}

/// Returns the integer type with the greater range; for other types the first one.
const fn wider(one: Option<YdbType>, other: YdbType) -> Option<YdbType> {
    match (one, other.integer()) {
        (None, _) => Some(other),
        (Some(one), Some(range)) => match one.integer() {
            Some(own) if range.greatest > own.greatest => Some(other),
            _ => Some(one),
        },
        (Some(one), None) => Some(one),
    }
}

impl Parameter<'_> {
    /// Adds the fault of a parameter with two types to a message, and what to write instead to the cure.
    pub(super) const fn of_two_types(
        &self,
        said: Message,
        cure: Message,
        first: usize,
        other: usize,
    ) -> (Message, Message) {
        let said = said.text("`$").text(self.name).text("` is compared with or written into ");
        let said = self.usage(other).shown(self.usage(first).shown(said).text(", and "));
        let cure = cure.text("give it two names");
        match self.common_type() {
            Some(ty) => {
                (said, cure.text(", or choose its type: `").text(self.name).text(" = .. as ").ydb_type(ty).text("`"))
            }
            None => (said, cure),
        }
    }

    /// Returns the type that is right for each use. Uses that write the parameter or take it as a number of rows must
    /// have the same type. A use that only compares may have any integer type, because YDB compares integers of all
    /// types.
    const fn common_type(&self) -> Option<YdbType> {
        let (mut demanded, mut widest, mut i) = (None, None, 0);
        while i < self.uses.left {
            let role = self.usage(i).role;
            let Some(ty) = role.ty() else { return None };
            match (role, demanded) {
                (Role::Compared(..), _) => widest = wider(widest, ty),
                (_, None) => demanded = Some(ty),
                (_, Some(other)) if ty.same(other) => {}
                _ => return None,
            }
            i += 1;
        }
        let (Some(ty), mut i) = (if demanded.is_some() { demanded } else { widest }, 0) else { return None };
        while i < self.uses.left {
            match self.usage(i).role.ty() {
                Some(other) if other.same(ty) || other.is_integer() && ty.is_integer() => {}
                _ => return None,
            }
            i += 1;
        }
        Some(ty)
    }
}

/// A literal that is compared with a column, or written into one.
#[derive(Clone, Copy)]
pub(super) struct Literal<'a> {
    pub(super) role: Role<'a>,
    /// Kind of the literal; `None` for NULL.
    pub(super) kind: Option<Kind>,
    /// `true` if the literal is the result of a CAST.
    is_cast: bool,
    /// Place of the column that the literal is compared with, or else of the literal.
    pub(super) at: usize,
}

impl<'a> Query<'a> {
    /// Returns the literal whose numbers begin here.
    pub(super) const fn literal(&'a self, at: usize) -> Literal<'a> {
        let Use { at: place, role } = self.usage(at);
        let number = self.code[at + Use::LENGTH];
        let is_cast = number >= code::CAST;
        let kind = match if is_cast { number - code::CAST } else { number } {
            0 => None,
            number => Some(Kind::ALL[number as usize - 1]),
        };
        Literal { at: place, role, kind, is_cast }
    }
}

impl Literal<'_> {
    /// Count of the numbers that encode a literal.
    pub(super) const LENGTH: usize = Use::LENGTH + 1;
}

/// Returns the fault of a literal that its column certainly does not take.
pub(super) const fn literal_fault<'a>(literal: &Literal<'a>) -> Option<Fault<'a>> {
    if let (Role::Rows, Some(kind)) = (literal.role, literal.kind)
        && kind.is_several()
    {
        return Some(Fault::new(literal.at, "", What::NotACount(kind)).at_word("x"));
    }
    let Some(column) = literal.role.column() else { return None };
    let (name, is_written) = literal.role.named();
    let Some(found) = literal.kind else {
        return if is_written && !column.nullable {
            Some(Fault::new(literal.at, name, What::Null).of(column.table).at_word("NULL"))
        } else {
            None
        };
    };
    let own = match kind(column.ty) {
        Some(own) if own.refuses(found) => own,
        _ => return None,
    };
    let mismatch = Mismatch { ty: column.ty, own, kind: found, is_cast: literal.is_cast, is_written };
    let fault = Fault::new(literal.at, name, What::Mismatch(mismatch)).of(column.table);
    Some(if is_written || found.is_several() { fault.at_word("x") } else { fault })
}
