//! Kinds of values that YDB never compares with each other, and the literals of a query that are of another kind than
//! their column.

use ydb_yql::facts::LiteralKind;

use super::fault::Fault;
use super::parameters::{Role, Use};
use super::query::Query;
use crate::types::YdbType;
use crate::types::const_text::Message;

/// Types that YDB converts into each other, or compares, at least sometimes. It never does so between two kinds but
/// those of numbers and times, of which nothing is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Number,
    Text,
    Bool,
    Time,
    Uuid,
}

impl Kind {
    /// `None` for types of which nothing is said.
    pub const fn of(ty: YdbType) -> Option<Self> {
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

    /// That of a literal, as the numbers have it.
    pub(super) const fn written(number: u32) -> Option<Self> {
        match number {
            0 => None,
            number if number == LiteralKind::Number as u32 + 1 => Some(Kind::Number),
            number if number == LiteralKind::Text as u32 + 1 => Some(Kind::Text),
            _ => Some(Kind::Bool),
        }
    }

    /// Whether YDB certainly refuses a value of the other kind.
    pub const fn refuses(self, other: Self) -> bool {
        !matches!((self, other), (Kind::Number, Kind::Time) | (Kind::Time, Kind::Number)) && self as u8 != other as u8
    }

    /// With its article.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Number => "a number",
            Kind::Text => "a string",
            Kind::Bool => "a bool",
            Kind::Time => "a time",
            Kind::Uuid => "a UUID",
        }
    }

    /// What to write for a column of this kind.
    pub const fn cure(self, ty: YdbType) -> Message {
        let message = Message::EMPTY;
        match self {
            Kind::Number => message.text("write a number without quotes"),
            Kind::Text => message.text("write a string in quotes"),
            Kind::Bool => message.text("write true or false"),
            Kind::Time | Kind::Uuid => message.text("write `").text(ty.name()).text("('..')`"),
        }
    }
}

/// A literal that is compared with a column, or written into one.
#[derive(Clone, Copy)]
pub(super) struct Literal<'a> {
    pub(super) role: Role<'a>,
    /// `None` for NULL.
    pub(super) kind: Option<Kind>,
    /// The place of the column that it is compared with, or its own.
    pub(super) at: usize,
}

impl<'a> Query<'a> {
    /// The literal whose numbers begin here.
    pub(super) const fn literal(&'a self, at: usize) -> Literal<'a> {
        let Use { at: place, role } = self.usage(at);
        Literal { at: place, role, kind: Kind::written(self.code[at + Use::LENGTH]) }
    }
}

impl Literal<'_> {
    /// How many numbers it has.
    pub(super) const LENGTH: usize = Use::LENGTH + 1;
}

/// The fault of a literal that its column certainly does not take.
pub(super) const fn fault(literal: &Literal<'_>) -> Option<Fault> {
    let Some(column) = literal.role.column() else { return None };
    let (name, written) = match literal.role {
        Role::Written(_, name) => (name, true),
        Role::Compared(scope, column) => (scope.column(column).name, false),
        Role::Rows => return None,
    };
    let Some(kind) = literal.kind else {
        if !written || column.nullable {
            return None;
        }
        let message = Message::rule("type_mismatch").name(name).text(" is NOT NULL, and NULL is written");
        let cure = Message::EMPTY.text("write a value");
        return Some(Fault::new(literal.at, "NULL").says(message).cured(cure));
    };
    let own = match Kind::of(column.ty) {
        Some(own) if own.refuses(kind) => own,
        _ => return None,
    };
    let done = if written { " is written into it" } else { " is compared with it" };
    let message = Message::rule("type_mismatch").name(name).text(" is a ").ydb_type(column.ty).text(", and ");
    let message = message.text(kind.name()).text(done);
    let word = if written { "x" } else { name };
    Some(Fault::new(literal.at, word).says(message).cured(own.cure(column.ty)))
}
