//! Kinds of values that YDB never compares with each other, and the literals of a query that are of another kind than
//! their column.

use ydb_yql::facts::{LiteralKind, code};

use super::fault::{Fault, Mismatch, What};
use super::parameters::{Role, Use};
use super::query::Query;
use crate::types::YdbType;

/// Types that YDB converts into each other, or compares, at least sometimes. It never does so between two kinds but
/// those of numbers and times, of which nothing is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Number,
    Text,
    Bool,
    Time,
    Uuid,
}

impl Kind {
    /// `None` for types of which nothing is said.
    pub(super) const fn of(ty: YdbType) -> Option<Self> {
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

    /// That of a value of the text, as the numbers have it.
    const fn written(number: u32) -> Option<Self> {
        const NUMBER: u32 = LiteralKind::Number as u32;
        const TEXT: u32 = LiteralKind::Text as u32;
        const BOOL: u32 = LiteralKind::Bool as u32;
        const TIME: u32 = LiteralKind::Time as u32;
        match number.checked_sub(1) {
            None => None,
            Some(NUMBER) => Some(Kind::Number),
            Some(TEXT) => Some(Kind::Text),
            Some(BOOL) => Some(Kind::Bool),
            Some(TIME) => Some(Kind::Time),
            Some(_) => Some(Kind::Uuid),
        }
    }

    /// Whether YDB certainly refuses a value of the other kind.
    pub(super) const fn refuses(self, other: Self) -> bool {
        !matches!((self, other), (Kind::Number, Kind::Time) | (Kind::Time, Kind::Number)) && self as u8 != other as u8
    }

    /// With its article.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Kind::Number => "a number",
            Kind::Text => "a string",
            Kind::Bool => "a bool",
            Kind::Time => "a time",
            Kind::Uuid => "a UUID",
        }
    }
}

/// A literal that is compared with a column, or written into one.
#[derive(Clone, Copy)]
pub(super) struct Literal<'a> {
    pub(super) role: Role<'a>,
    /// `None` for NULL.
    pub(super) kind: Option<Kind>,
    /// Whether it is the result of a CAST.
    is_cast: bool,
    /// The place of the column that it is compared with, or its own.
    pub(super) at: usize,
}

impl<'a> Query<'a> {
    /// The literal whose numbers begin here.
    pub(super) const fn literal(&'a self, at: usize) -> Literal<'a> {
        let Use { at: place, role } = self.usage(at);
        let kind = self.code[at + Use::LENGTH];
        let is_cast = kind >= code::CAST;
        Literal { at: place, role, kind: Kind::written(if is_cast { kind - code::CAST } else { kind }), is_cast }
    }
}

impl Literal<'_> {
    /// How many numbers it has.
    pub(super) const LENGTH: usize = Use::LENGTH + 1;
}

/// The fault of a literal that its column certainly does not take.
pub(super) const fn fault<'a>(literal: &Literal<'a>) -> Option<Fault<'a>> {
    let Some(column) = literal.role.column() else { return None };
    let (name, is_written) = match literal.role {
        Role::Written(_, name) => (name, true),
        Role::Compared(scope, column) => (scope.column(column).name, false),
        Role::Rows => return None,
    };
    let Some(kind) = literal.kind else {
        return match is_written && !column.nullable {
            true => Some(Fault::new(literal.at, name, What::Null).of(column.table).at_word("NULL")),
            false => None,
        };
    };
    let own = match Kind::of(column.ty) {
        Some(own) if own.refuses(kind) => own,
        _ => return None,
    };
    let mismatch = Mismatch { ty: column.ty, own, kind, is_cast: literal.is_cast, is_written };
    let fault = Fault::new(literal.at, name, What::Mismatch(mismatch)).of(column.table);
    Some(if is_written { fault.at_word("x") } else { fault })
}
