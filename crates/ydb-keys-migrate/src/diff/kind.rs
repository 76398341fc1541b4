//! What the statement of a step changes, as data for programs; people read its text.

use serde::Serialize;
use ydb_keys_core::ddl::Change;

/// What the statement of a step changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[non_exhaustive]
#[allow(missing_docs, reason = "the fields are the names of what changes")]
pub enum StatementKind {
    /// `CREATE TABLE`
    CreateTable,
    /// `ADD COLUMN`
    AddColumn { column: String },
    /// `DROP COLUMN`
    DropColumn { column: String },
    /// `ALTER COLUMN`: NOT NULL, the default or the family.
    AlterColumn { column: String },
    /// `ADD FAMILY`
    AddFamily { family: String },
    /// `ALTER FAMILY`
    AlterFamily { family: String },
    /// `ADD INDEX`: starts to build the index, which must be ready before the next step.
    AddIndex { index: String },
    /// `DROP INDEX`
    DropIndex { index: String },
    /// `ALTER INDEX .. SET`: how the index is partitioned.
    AlterIndex { index: String },
    /// `RENAME INDEX`
    RenameIndex { from: String, to: String },
    /// `SET`: settings such as TTL and partitioning, as `KEY = value`.
    Set { settings: Vec<String> },
    /// `RESET (TTL)`
    ResetTtl,
    /// `ADD CHANGEFEED`
    AddChangefeed { changefeed: String },
    /// `DROP CHANGEFEED`
    DropChangefeed { changefeed: String },
}

impl StatementKind {
    pub(super) fn of(change: &Change<'_>) -> Self {
        match *change {
            Change::AddColumn(column) => StatementKind::AddColumn { column: column.name.to_owned() },
            Change::AddComputed(hash) => StatementKind::AddColumn { column: hash.name.to_owned() },
            Change::DropColumn(column) => StatementKind::DropColumn { column: column.to_owned() },
            Change::DropNotNull(column)
            | Change::SetDefault(column, ..)
            | Change::DropDefault(column)
            | Change::SetFamily { column, .. } => StatementKind::AlterColumn { column: column.to_owned() },
            Change::AddFamily(family) => StatementKind::AddFamily { family: family.name.to_owned() },
            Change::AlterFamily(family) => StatementKind::AlterFamily { family: family.name.to_owned() },
            Change::AddIndex(ref index) => StatementKind::AddIndex { index: index.name.to_owned() },
            Change::DropIndex(index) => StatementKind::DropIndex { index: index.to_owned() },
            Change::AlterIndex { index, .. } => StatementKind::AlterIndex { index: index.to_owned() },
            Change::RenameIndex { from, to } => StatementKind::RenameIndex { from: from.to_owned(), to: to.to_owned() },
            Change::Set(settings) => StatementKind::Set { settings: settings.to_vec() },
            Change::ResetTtl => StatementKind::ResetTtl,
            Change::AddChangefeed(feed) => StatementKind::AddChangefeed { changefeed: feed.name.to_owned() },
            Change::DropChangefeed(name) => StatementKind::DropChangefeed { changefeed: name.to_owned() },
        }
    }
}
