//! A column as statements and requests declare it: its name, and the type of its values.

use std::fmt;

use super::{ColumnDef, HashDef, Table};
use crate::types::YdbType;

/// One member of the struct of a [`ParamType::Rows`](crate::statements::ParamType::Rows).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Member {
    /// The column's SQL name.
    pub name: &'static str,
    /// The type of the value.
    pub ty: YdbType,
    /// Whether the declared type is `ty?`.
    pub optional: bool,
}

impl Member {
    pub(crate) fn hash(hash: &HashDef) -> Self {
        Member { name: hash.name, ty: hash.ty(), optional: false }
    }

    #[inline]
    pub(crate) fn column(column: &ColumnDef) -> Self {
        Member { name: column.name, ty: column.ty, optional: column.is_nullable() }
    }

    /// The hash columns and then the columns for which `take` is true.
    pub(crate) fn of(table: &'static Table, take: impl Fn(usize) -> bool) -> Vec<Member> {
        let columns =
            table.columns.iter().enumerate().filter(|(i, _)| take(*i)).map(|(_, column)| Member::column(column));
        table.computed().map(|hash| Member::hash(&hash)).chain(columns).collect()
    }

    /// The primary key in key order, the hash column first.
    pub(crate) fn key(table: &'static Table) -> Vec<Member> {
        table.hash.map(|hash| Member::hash(&hash)).into_iter().chain(table.key_columns().map(Member::column)).collect()
    }
}

impl fmt::Display for Member {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.ty, if self.optional { "?" } else { "" })
    }
}
