//! A column as statements and requests declare it: its name, and the type of its values.

use std::fmt;

use super::{ColumnDef, HashDef, Table};
use crate::types::YdbType;

/// One member of the struct of a parameter that is a list of rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Member {
    /// The column's SQL name.
    pub name: &'static str,
    /// The type of the value.
    pub ty: YdbType,
    /// `true` if the declared type is `ty?`.
    pub optional: bool,
    /// `true` if rows may have NULL in the column, also where no statement sends it.
    pub may_be_null: bool,
}

impl Member {
    /// The column of a hash, which has a value in every row.
    pub fn hash(hash: &HashDef) -> Self {
        Member { name: hash.name, ty: hash.ty(), optional: false, may_be_null: false }
    }

    /// A column that the struct has.
    #[inline]
    pub fn column(column: &ColumnDef) -> Self {
        let nullable = column.is_nullable();
        Member { name: column.name, ty: column.ty, optional: nullable, may_be_null: nullable }
    }

    /// The column of a table's rows.
    #[inline]
    pub fn at(table: &Table, column: usize) -> Self {
        Member { may_be_null: table.may_be_null(column), ..Member::column(&table.columns[column]) }
    }

    /// The hash that leads the key of a table.
    pub fn leading(table: &Table, hash: &HashDef) -> Self {
        Member { may_be_null: table.hash_may_be_null(), ..Member::hash(hash) }
    }

    /// The hash columns and then the columns for which `take` is true.
    pub fn of(table: &'static Table, take: impl Fn(usize) -> bool) -> Vec<Member> {
        let columns =
            table.columns.iter().enumerate().filter(|(i, _)| take(*i)).map(|(_, column)| Member::column(column));
        table.computed().map(|hash| Member::hash(&hash)).chain(columns).collect()
    }

    /// The primary key in key order, the hash column first.
    pub fn key(table: &'static Table) -> Vec<Member> {
        let hash = table.hash.map(|hash| Member::leading(table, &hash));
        hash.into_iter().chain(table.key.iter().map(|&column| Member::at(table, column))).collect()
    }
}

impl fmt::Display for Member {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.ty, if self.optional { "?" } else { "" })
    }
}
