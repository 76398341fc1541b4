//! `ALTER TABLE`, one change a statement.

use std::fmt;

use super::changefeed::ChangefeedText;
use super::create_table::{Column, Family, IndexText};
use super::literal::DefaultLiteral;
use super::quote::{Name, Text};
use crate::schema::{ChangefeedDef, ColumnDef, DefaultValue, FamilyDef, HashDef};
use crate::types::YdbType;

/// One `ALTER TABLE` statement, without a closing semicolon.
///
/// Syntax: [ALTER TABLE](https://ydb.tech/docs/en/yql/reference/syntax/alter_table/).
#[doc(hidden)]
pub struct AlterTable<'a> {
    /// The path of the table.
    pub path: &'a str,
    pub change: Change<'a>,
}

/// What an `ALTER TABLE` changes.
#[doc(hidden)]
pub enum Change<'a> {
    AddColumn(&'a ColumnDef),
    /// The computed column of an index. YDB adds a NOT NULL column only with a default, which would be a wrong value.
    AddComputed(HashDef),
    DropColumn(&'a str),
    DropNotNull(&'a str),
    SetDefault(&'a str, DefaultValue, YdbType),
    DropDefault(&'a str),
    SetFamily {
        column: &'a str,
        family: &'a str,
    },
    AddFamily(&'a FamilyDef),
    /// Sets what the definition has; everything else stays as it is.
    AlterFamily(&'a FamilyDef),
    AddIndex(IndexText<'a>),
    DropIndex(&'a str),
    AlterIndex {
        index: &'a str,
        /// `KEY = value` each.
        settings: &'a [String],
    },
    RenameIndex {
        from: &'a str,
        to: &'a str,
    },
    /// `KEY = value` each.
    Set(&'a [String]),
    ResetTtl,
    AddChangefeed(&'a ChangefeedDef),
    DropChangefeed(&'a str),
}

impl fmt::Display for AlterTable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ALTER TABLE {} {}", Name(self.path), self.change)
    }
}

impl fmt::Display for Change<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Change::AddColumn(column) => write!(f, "ADD COLUMN {}", Column::of(column)),
            Change::AddComputed(hash) => write!(f, "ADD COLUMN {} {}", Name(hash.name), hash.ty()),
            Change::DropColumn(name) => write!(f, "DROP COLUMN {}", Name(name)),
            Change::DropNotNull(name) => write!(f, "ALTER COLUMN {} DROP NOT NULL", Name(name)),
            Change::SetDefault(name, value, ty) => {
                write!(f, "ALTER COLUMN {} SET DEFAULT {}", Name(name), DefaultLiteral(*value, *ty))
            }
            Change::DropDefault(name) => write!(f, "ALTER COLUMN {} DROP DEFAULT", Name(name)),
            Change::SetFamily { column, family } => {
                write!(f, "ALTER COLUMN {} SET FAMILY {}", Name(column), Name(family))
            }
            Change::AddFamily(family) => write!(f, "ADD {}", Family(family)),
            Change::AlterFamily(family) => alter_family(f, family),
            Change::AddIndex(index) => write!(f, "ADD {index}"),
            Change::DropIndex(name) => write!(f, "DROP INDEX {}", Name(name)),
            Change::AlterIndex { index, settings } => {
                write!(f, "ALTER INDEX {} SET ({})", Name(index), settings.join(", "))
            }
            Change::RenameIndex { from, to } => write!(f, "RENAME INDEX {} TO {}", Name(from), Name(to)),
            Change::Set(settings) => write!(f, "SET ({})", settings.join(", ")),
            Change::ResetTtl => f.write_str("RESET (TTL)"),
            Change::AddChangefeed(feed) => write!(f, "ADD {}", ChangefeedText(feed)),
            Change::DropChangefeed(name) => write!(f, "DROP CHANGEFEED {}", Name(name)),
        }
    }
}

/// One action sets one setting.
fn alter_family(f: &mut fmt::Formatter<'_>, family: &FamilyDef) -> fmt::Result {
    let name = Name(family.name);
    let data = family.data.map(|data| ("DATA", data));
    let compression = family.compression.map(|compression| ("COMPRESSION", compression.yql()));
    for (i, (setting, value)) in data.into_iter().chain(compression).enumerate() {
        let comma = if i > 0 { ", " } else { "" };
        write!(f, "{comma}ALTER FAMILY {name} SET {setting} {}", Text(value, '"'))?;
    }
    Ok(())
}
