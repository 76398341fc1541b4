//! Syntax tree of CREATE TABLE, ALTER TABLE and ALTER TOPIC.

use super::expr::{Expr, TypeExpr};
use super::name::{Ident, TableName};
use crate::error::{Position, Span};

/// A CREATE TABLE statement.
#[derive(Clone, Debug, PartialEq)]
pub struct CreateTable {
    /// Name of the new table.
    pub table: TableName,
    /// `true` if the text says `IF NOT EXISTS`.
    pub if_not_exists: bool,
    /// Column definitions, in the order of the text.
    pub columns: Vec<ColumnSpec>,
    /// Columns of PRIMARY KEY; `None` if the text has no PRIMARY KEY.
    pub primary_key: Option<Vec<Ident>>,
    /// `INDEX` entries.
    pub indexes: Vec<IndexSpec>,
    /// `FAMILY` entries.
    pub families: Vec<FamilySpec>,
    /// `CHANGEFEED` entries. They are parsed, and the rules of CREATE TABLE refuse them.
    pub changefeeds: Vec<ChangefeedSpec>,
    /// Columns of `PARTITION BY HASH (..)`.
    pub partition_by_hash: Option<Vec<Ident>>,
    /// Settings in `WITH (..)`.
    pub settings: Vec<Setting>,
}

/// Definition of a column.
#[derive(Clone, Debug, PartialEq)]
pub struct ColumnSpec {
    /// Name of the column.
    pub name: Ident,
    /// Type of the column; a serial type is a name like any other here.
    pub ty: TypeExpr,
    /// Name after FAMILY.
    pub family: Option<Ident>,
    /// `Some(true)` for `NOT NULL`, `Some(false)` for `NULL`, `None` for neither.
    pub not_null: Option<bool>,
    /// Value after DEFAULT.
    pub default: Option<Expr>,
    /// Settings in `COMPRESSION(..)`.
    pub compression: Option<Vec<Setting>>,
    /// `true` if the server computes the column's value. Only [definitions](crate::definitions) set it; `default` then
    /// has the text of the clause.
    pub generated: bool,
}

/// Definition of an index.
#[derive(Clone, Debug, PartialEq)]
pub struct IndexSpec {
    /// Name of the index.
    pub name: Ident,
    /// `true` for `LOCAL`, `false` for `GLOBAL`.
    pub local: bool,
    /// `true` if the text says `UNIQUE`.
    pub unique: bool,
    /// `Some(true)` for `ASYNC`, `Some(false)` for `SYNC`, `None` for neither.
    pub is_async: Option<bool>,
    /// Index type after `USING`.
    pub using: Option<Ident>,
    /// Columns after ON.
    pub columns: Vec<Ident>,
    /// Columns after COVER.
    pub cover: Vec<Ident>,
    /// Settings in `WITH (..)`.
    pub settings: Vec<Setting>,
    /// Range of the whole definition.
    pub span: Span,
    /// The part of the definition that was not understood; `None` if all of it was.
    pub unread: Option<IndexPart>,
}

/// Part of an index's definition that was not understood. The larger part is the last variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum IndexPart {
    /// Clause of CREATE TABLE after the list of columns, such as `WITH (..)`.
    Rest,
    /// The kind of the index, or a part among its columns.
    Kind,
}

/// Definition of a column family.
#[derive(Clone, Debug, PartialEq)]
pub struct FamilySpec {
    /// Name of the family.
    pub name: Ident,
    /// Settings of the family.
    pub settings: Vec<Setting>,
}

/// Definition of a changefeed.
#[derive(Clone, Debug, PartialEq)]
pub struct ChangefeedSpec {
    /// Name of the changefeed.
    pub name: Ident,
    /// Settings of the changefeed.
    pub settings: Vec<Setting>,
    /// Range of the list of settings, with its parentheses.
    pub list: Span,
}

/// A setting: `KEY = value`.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// Key of the setting, as written.
    pub key: Ident,
    /// Value of the setting.
    pub value: SettingValue,
    /// Range of the whole setting.
    pub span: Span,
    /// `true` if the text says more than the value. Only [definitions](crate::definitions) set it.
    pub has_more: bool,
}

/// Value of a [`Setting`].
#[derive(Clone, Debug, PartialEq)]
pub enum SettingValue {
    /// A bare word: `ENABLED`, `COLUMN`.
    Word(Ident),
    /// A literal or another expression: `4`, `'zstd'`, `Interval("PT1H")`.
    Expr(Expr),
    /// `PARTITION_AT_KEYS = (1, 2)` or `((1), (2, "a"))`: split points, each with the first values of a key.
    Keys(Vec<Vec<Expr>>),
    /// `TTL = interval ON column [AS unit]`, or a list of tiers before ON.
    Ttl { tiers: Vec<TtlTier>, column: Ident, unit: Option<Ident> },
    /// A flag without a value (`VIRTUAL_TIMESTAMPS`), or a value that is not understood.
    None,
}

/// A tier of a TTL: an interval, and the action after it.
#[derive(Clone, Debug, PartialEq)]
pub struct TtlTier {
    /// Age at which the action is taken.
    pub interval: Expr,
    /// `TO EXTERNAL DATA SOURCE path`, or the text of an action that is not understood; `None` means DELETE.
    pub storage: Option<Ident>,
}

/// An action of ALTER TABLE.
#[derive(Clone, Debug, PartialEq)]
pub struct AlterAction {
    /// Line and column of the first token.
    pub at: Position,
    /// Range of the whole action.
    pub span: Span,
    /// Kind of the action, with its contents.
    pub kind: AlterKind,
}

/// Kinds of actions of ALTER TABLE.
#[derive(Clone, Debug, PartialEq)]
pub enum AlterKind {
    /// `ADD [COLUMN] ..`.
    AddColumn(ColumnSpec),
    /// `DROP [COLUMN] ..`.
    DropColumn(Ident),
    /// `RENAME COLUMN a TO b`.
    RenameColumn { from: Ident, to: Ident },
    /// `ALTER COLUMN c SET FAMILY f`.
    SetFamily { column: Ident, family: Ident },
    /// `ALTER COLUMN c DROP NOT NULL`.
    DropNotNull(Ident),
    /// `ALTER COLUMN c SET NOT NULL`.
    SetNotNull(Ident),
    /// `ALTER COLUMN c SET DEFAULT e`.
    SetDefault { column: Ident, value: Expr },
    /// `ALTER COLUMN c DROP DEFAULT`.
    DropDefault(Ident),
    /// `ALTER COLUMN c SET COMPRESSION(..)`.
    SetCompression { column: Ident, settings: Vec<Setting> },
    /// `ADD FAMILY f (..)`.
    AddFamily(FamilySpec),
    /// `ALTER FAMILY f SET key value`.
    AlterFamily(FamilySpec),
    /// `SET (..)`.
    Set(Vec<Setting>),
    /// `RESET (..)`.
    Reset(Vec<Ident>),
    /// `ADD INDEX ..`.
    AddIndex(IndexSpec),
    /// `DROP INDEX i`.
    DropIndex(Ident),
    /// `RENAME INDEX a TO b`.
    RenameIndex { from: Ident, to: Ident },
    /// `ALTER INDEX i SET (..)`.
    AlterIndexSet { index: Ident, settings: Vec<Setting>, list: Span },
    /// `ALTER INDEX i RESET (..)`.
    AlterIndexReset { index: Ident, settings: Vec<Ident> },
    /// `RENAME TO path`.
    RenameTo(Ident),
    /// `ADD CHANGEFEED ..`.
    AddChangefeed(ChangefeedSpec),
    /// `ALTER CHANGEFEED f SET (..)` / `DISABLE`.
    AlterChangefeed(ChangefeedSpec),
    /// `DROP CHANGEFEED f`.
    DropChangefeed(Ident),
    /// `COMPACT`.
    Compact,
}

/// An action of ALTER TOPIC.
#[derive(Clone, Debug, PartialEq)]
pub enum TopicAction {
    /// `ADD CONSUMER name [WITH (..)]`.
    AddConsumer { name: Ident, settings: Vec<Setting> },
    /// `DROP CONSUMER name`.
    DropConsumer(Ident),
}
