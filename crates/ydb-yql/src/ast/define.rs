//! CREATE TABLE and ALTER TABLE.

use super::expr::{Expr, TypeExpr};
use super::name::{Ident, TableName};
use crate::error::{Position, Span};

/// CREATE TABLE.
#[derive(Clone, Debug, PartialEq)]
pub struct CreateTable {
    /// The table.
    pub table: TableName,
    /// `IF NOT EXISTS`.
    pub if_not_exists: bool,
    /// Columns, in the order of the text.
    pub columns: Vec<ColumnSpec>,
    /// PRIMARY KEY, if the text has one.
    pub primary_key: Option<Vec<Ident>>,
    /// Indexes.
    pub indexes: Vec<IndexSpec>,
    /// Families.
    pub families: Vec<FamilySpec>,
    /// `CHANGEFEED` entries: parsed, and refused by the rules of CREATE TABLE.
    pub changefeeds: Vec<ChangefeedSpec>,
    /// `PARTITION BY HASH (..)`.
    pub partition_by_hash: Option<Vec<Ident>>,
    /// `WITH (..)`.
    pub settings: Vec<Setting>,
}

/// A column's definition.
#[derive(Clone, Debug, PartialEq)]
pub struct ColumnSpec {
    /// Its name.
    pub name: Ident,
    /// Its type; serial types are names like others here.
    pub ty: TypeExpr,
    /// FAMILY.
    pub family: Option<Ident>,
    /// `NOT NULL` (true), `NULL` (false), or neither.
    pub not_null: Option<bool>,
    /// DEFAULT.
    pub default: Option<Expr>,
    /// COMPRESSION(..).
    pub compression: Option<Vec<Setting>>,
    /// `true` if the server computes it: only in [definitions](crate::definitions), with the clause as its text.
    pub generated: bool,
}

/// An index's definition.
#[derive(Clone, Debug, PartialEq)]
pub struct IndexSpec {
    /// Its name.
    pub name: Ident,
    /// `LOCAL` instead of `GLOBAL`.
    pub local: bool,
    /// `UNIQUE`.
    pub unique: bool,
    /// `ASYNC` (true), `SYNC` (false), or neither.
    pub is_async: Option<bool>,
    /// `USING subtype`.
    pub using: Option<Ident>,
    /// ON.
    pub columns: Vec<Ident>,
    /// COVER.
    pub cover: Vec<Ident>,
    /// WITH.
    pub settings: Vec<Setting>,
    /// All of it.
    pub span: Span,
    /// What of it is not understood.
    pub unread: Option<IndexPart>,
}

/// A part of an index's definition, the larger one last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum IndexPart {
    /// Something after its columns.
    Rest,
    /// Its kind, or something among its columns.
    Kind,
}

/// A family's definition.
#[derive(Clone, Debug, PartialEq)]
pub struct FamilySpec {
    /// Its name.
    pub name: Ident,
    /// Its settings.
    pub settings: Vec<Setting>,
}

/// A changefeed's definition.
#[derive(Clone, Debug, PartialEq)]
pub struct ChangefeedSpec {
    /// Its name.
    pub name: Ident,
    /// Its settings.
    pub settings: Vec<Setting>,
    /// Their list, in its parentheses.
    pub list: Span,
}

/// `KEY = value`.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// The key, as written.
    pub key: Ident,
    /// The value.
    pub value: SettingValue,
    /// All of it.
    pub span: Span,
    /// `true` if more is said than the value: only in [definitions](crate::definitions).
    pub has_more: bool,
}

/// The value of a [`Setting`].
#[derive(Clone, Debug, PartialEq)]
pub enum SettingValue {
    /// A bare word: `ENABLED`, `COLUMN`.
    Word(Ident),
    /// A literal or another expression: `4`, `'zstd'`, `Interval("PT1H")`.
    Expr(Expr),
    /// `PARTITION_AT_KEYS = (1, 2)` or `((1), (2, "a"))`: split points, each a prefix of the key.
    Keys(Vec<Vec<Expr>>),
    /// `TTL = interval ON column [AS unit]`, or with tiers.
    Ttl { tiers: Vec<TtlTier>, column: Ident, unit: Option<Ident> },
    /// A flag without value (`VIRTUAL_TIMESTAMPS`), or one that is not understood.
    None,
}

/// One tier of a TTL: after how long, and what happens.
#[derive(Clone, Debug, PartialEq)]
pub struct TtlTier {
    /// After how long.
    pub interval: Expr,
    /// `TO EXTERNAL DATA SOURCE path`, or the text of an action that is not understood; `None` is DELETE.
    pub storage: Option<Ident>,
}

/// One action of ALTER TABLE.
#[derive(Clone, Debug, PartialEq)]
pub struct AlterAction {
    /// Where it begins.
    pub at: Position,
    /// All of it.
    pub span: Span,
    /// What it is.
    pub kind: AlterKind,
}

/// The actions of ALTER TABLE.
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

/// A change of a topic.
#[derive(Clone, Debug, PartialEq)]
pub enum TopicAction {
    /// `ADD CONSUMER name [WITH (..)]`.
    AddConsumer { name: Ident, settings: Vec<Setting> },
    /// `DROP CONSUMER name`.
    DropConsumer(Ident),
}
