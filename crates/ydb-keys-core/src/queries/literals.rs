//! Values in a text that are of another kind than their column.

use ydb_yql::facts::code;

use super::fault::{Fault, Mismatch, What};
use super::kinds::{Kind, kind};
use super::parameters::{Role, Use};
use super::query::Query;

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
pub(super) const fn fault<'a>(literal: &Literal<'a>) -> Option<Fault<'a>> {
    if let (Role::Rows, Some(kind)) = (literal.role, literal.kind)
        && kind.is_several()
    {
        return Some(Fault::new(literal.at, "", What::NotACount(kind)).at_word("x"));
    }
    let Some(column) = literal.role.column() else { return None };
    let (name, is_written) = literal.role.named();
    let Some(found) = literal.kind else {
        return match is_written && !column.nullable {
            true => Some(Fault::new(literal.at, name, What::Null).of(column.table).at_word("NULL")),
            false => None,
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
