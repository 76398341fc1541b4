//! Columns as statements and requests declare them: the name, and the type of the values.

use std::fmt;

use super::{ColumnDef, HashDef, Table};
use crate::types::YdbType;

/// Member of the struct type of a parameter that is a list of rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Member {
    /// The column's SQL name.
    pub name: &'static str,
    /// The type of the value.
    pub ty: YdbType,
    /// `true` if the declared type is `ty?`.
    pub optional: bool,
    /// `true` if rows may have NULL in the column, even if no statement sends NULL.
    pub may_be_null: bool,
}

impl Member {
    /// Returns the member for a hash column, which has a value in every row.
    pub fn hash(hash: &HashDef) -> Self {
        Member { name: hash.name, ty: hash.ty(), optional: false, may_be_null: false }
    }

    /// Returns the member for a column of the model's struct.
    #[inline]
    pub fn column(column: &ColumnDef) -> Self {
        let nullable = column.is_nullable();
        Member { name: column.name, ty: column.ty, optional: nullable, may_be_null: nullable }
    }

    /// Returns the member for a column of a table's rows.
    #[inline]
    pub fn at(table: &Table, column: usize) -> Self {
        Member { may_be_null: table.may_be_null(column), ..Member::column(&table.columns[column]) }
    }

    /// Returns the member for the hash that leads the key of a table.
    pub fn leading(table: &Table, hash: &HashDef) -> Self {
        Member { may_be_null: table.hash_may_be_null(), ..Member::hash(hash) }
    }

    /// Returns the members for the hash columns and then for the columns for which `take` returns `true`.
    pub fn of(table: &'static Table, take: impl Fn(usize) -> bool) -> Vec<Member> {
        let columns =
            table.columns.iter().enumerate().filter(|(i, _)| take(*i)).map(|(_, column)| Member::column(column));
        table.computed().map(|hash| Member::hash(&hash)).chain(columns).collect()
    }

    /// Returns the members of the primary key in key order, the hash column first.
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
