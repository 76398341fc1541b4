//! Parameters and literals: the types that their columns give them.

use ydb_yql::facts::code;

use super::facts::{Named, Scope, SourceKind, column};
use super::fault::{Fault, Kind, Mismatch, What, kind};
use super::{List, Query};
use crate::schema::any::Table;
use crate::types::YdbType;
use crate::types::const_text::{Message, same};

/// A parameter of a query.
#[derive(Clone, Copy)]
pub struct Parameter<'a> {
    pub(super) query: &'a Query<'a>,
    /// Without its `$`.
    pub name: &'a str,
    /// The type that the program chooses, and whether it may be NULL.
    chosen: Option<(YdbType, bool)>,
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

    /// `order_id`, a Uint64.
    const fn shown(&self, message: Message) -> Message {
        let message = match self.role {
            Role::Rows => message.text("a number of rows"),
            Role::Written(..) | Role::Compared(..) => message.name(self.role.named().0),
        };
        match self.role.ty() {
            Some(ty) => message.text(", a ").ydb_type(ty),
            None => message,
        }
    }
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

impl<'a> Role<'a> {
    /// The type that it says.
    const fn ty(&self) -> Option<YdbType> {
        match (self, self.column()) {
            (Role::Rows, _) => Some(YdbType::Uint64),
            (_, Some(column)) => Some(column.ty),
            (_, None) => None,
        }
    }

    /// The name of the column, and whether it is written.
    pub(super) const fn named(&self) -> (&'a str, bool) {
        match self {
            Role::Rows => ("", false),
            Role::Written(_, name) => (name, true),
            Role::Compared(scope, named) => (scope.column(*named).name, false),
        }
    }

    /// The column, if it is certain.
    pub(super) const fn column(&self) -> Option<Named<'a>> {
        match self {
            Role::Rows => None,
            Role::Written(table, name) => column(table, name),
            Role::Compared(scope, named) => compared(scope, *named),
        }
    }
}

/// A column in a scope, if it is certain which one it is.
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
        let chosen = self.chosen_type(name);
        Parameter { query: self, name, chosen, uses, end: uses.at + uses.left * Use::LENGTH }
    }

    /// The type of a parameter that the program chooses or the text declares, and whether it may be NULL.
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
    /// Where its numbers begin.
    const fn at(&self) -> usize {
        self.uses.at - 2
    }

    const fn usage(&self, number: usize) -> Use<'a> {
        self.query.usage(self.uses.at + number * Use::LENGTH)
    }

    /// The type, if something says it.
    pub const fn ty(&self) -> Option<YdbType> {
        if let Some((chosen, _)) = self.chosen {
            return Some(chosen);
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

/// The fault of a parameter whose type a column does not take.
const fn of_chosen<'a>(parameter: &Parameter<'a>, chosen: YdbType, optional: bool) -> Option<Fault<'a>> {
    let mut i = 0;
    while i < parameter.uses.left {
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
        i += 1;
    }
    None
}

/// The fault of a parameter of a wrong type, or for columns of two types.
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

/// The integer type with the greater range; the first type of others.
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
    /// What is said of columns of two types, and the cure.
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

    /// The type that is right for each use: the same one wherever it is written or a number of rows, and an integer
    /// wherever it is only compared, because YDB compares integers of all types.
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
    /// `None` for NULL.
    pub(super) kind: Option<Kind>,
    /// `true` if it is the result of a CAST.
    is_cast: bool,
    /// The place of the column that it is compared with, or its own.
    pub(super) at: usize,
}

impl<'a> Query<'a> {
    /// The literal whose numbers begin here.
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
    /// How many numbers it has.
    pub(super) const LENGTH: usize = Use::LENGTH + 1;
}

/// The fault of a literal that its column certainly does not take.
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
