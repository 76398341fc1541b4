//! CREATE TABLE and the definitions it shares with ALTER TABLE.

use super::cursor::Parser;
use crate::ast::{ChangefeedSpec, ColumnSpec, CreateTable, Ident, IndexSpec};
use crate::error::{Error, Position, Result};
use crate::keyword::NameRule;
use crate::lexer::Kind;

impl Parser<'_> {
    /// The rest of CREATE TABLE, after the two keywords.
    pub(super) fn create_table(&mut self) -> Result<CreateTable> {
        let if_not_exists = self.eat_all("IF NOT EXISTS");
        let mut create = CreateTable {
            table: self.plain_table()?,
            if_not_exists,
            columns: Vec::new(),
            primary_key: None,
            indexes: Vec::new(),
            families: Vec::new(),
            changefeeds: Vec::new(),
            partition_by_hash: None,
            settings: Vec::new(),
        };
        self.in_parentheses(|parser| parser.list(true, |parser| parser.entry(&mut create)))?;
        self.unsupported_if("INHERITS", self.is("INHERITS"))?;
        if self.eat_all("PARTITION BY") {
            self.expect("HASH")?;
            create.partition_by_hash = Some(self.names(NameRule::Any, true)?);
        }
        create.settings = self.table_settings()?;
        self.unsupported_if("TABLESTORE", self.is("TABLESTORE"))?;
        self.unsupported_if("CREATE TABLE .. AS", self.is("AS"))?;
        Ok(create)
    }

    fn entry(&mut self, create: &mut CreateTable) -> Result<()> {
        let at = self.position();
        self.unsupported_if("PARTITION BY in the list of columns", self.are("PARTITION BY"))?;
        self.unsupported_if("ORDER BY in the list of columns", self.are("ORDER BY"))?;
        self.unsupported_if("STATISTICS", self.begins_statistics())?;
        if self.are("PRIMARY KEY") {
            self.eat_all("PRIMARY KEY");
            let key = self.names(NameRule::Any, false)?;
            if create.primary_key.replace(key).is_some() {
                return Err(Error::refused(at, "PRIMARY KEY statement must be specified only once"));
            }
        } else if self.begins_index() {
            create.indexes.push(self.index()?);
        } else if self.begins_family() {
            create.families.push(self.family()?);
        } else if self.begins_changefeed() {
            create.changefeeds.push(self.changefeed()?);
        } else {
            create.columns.push(self.column()?);
        }
        Ok(())
    }

    // A column may be called like the words that begin these entries, so what follows the word decides.

    /// Whether an index is defined here.
    pub(super) fn begins_index(&self) -> bool {
        self.is("INDEX") && (self.is_at(2, "GLOBAL") || self.is_at(2, "LOCAL"))
    }

    /// Whether a family is defined here; `family Decimal(22, 9)` is a column.
    pub(super) fn begins_family(&self) -> bool {
        let settings = self.kind_at(3) == Kind::RightParen || self.kind_at(4) == Kind::Equals;
        self.is("FAMILY") && self.is_name_at(1, NameRule::Any) && self.kind_at(2) == Kind::LeftParen && settings
    }

    /// Whether a changefeed is defined here.
    pub(super) fn begins_changefeed(&self) -> bool {
        self.is("CHANGEFEED") && self.is_at(2, "WITH")
    }

    /// Whether statistics are defined here.
    pub(super) fn begins_statistics(&self) -> bool {
        self.is("STATISTICS") && self.is_at(2, "ON")
    }

    /// `name type option ..`.
    pub(super) fn column(&mut self) -> Result<ColumnSpec> {
        let name = self.name(NameRule::Schema)?;
        self.unsupported_if("a column without a type", matches!(self.kind(), Kind::Comma | Kind::RightParen))?;
        let ty = self.type_name()?;
        let mut column = ColumnSpec { name, ty, family: None, not_null: None, default: None, compression: None };
        if self.eat_kind(Kind::LeftParen) {
            self.list(false, |parser| match parser.column_option(&mut column)? {
                true => Ok(()),
                false => Err(parser.none_of(&["FAMILY", "NOT", "NULL", "DEFAULT", "COMPRESSION"])),
            })?;
            self.expect_kind(Kind::RightParen)?;
            return Ok(column);
        }
        while self.column_option(&mut column)? {}
        Ok(column)
    }

    /// One option of a column; false if there is none.
    fn column_option(&mut self, column: &mut ColumnSpec) -> Result<bool> {
        let at = self.position();
        if self.eat("FAMILY") {
            let family = self.name(NameRule::Any)?;
            once(at, "FAMILY", column.family.replace(family).is_some())?;
        } else if self.eat_all("NOT NULL") {
            once(at, "NULL/NOT NULL", column.not_null.replace(true).is_some())?;
        } else if self.eat("NULL") {
            once(at, "NULL/NOT NULL", column.not_null.replace(false).is_some())?;
        } else if self.eat("DEFAULT") {
            let default = self.default_value(at)?;
            once(at, "DEFAULT", column.default.replace(default).is_some())?;
        } else if self.eat("COMPRESSION") {
            let compression = self.compression()?;
            once(at, "COMPRESSION", column.compression.replace(compression).is_some())?;
        } else {
            self.unsupported_if("ENCODING", self.is("ENCODING"))?;
            self.unsupported_if("a generated column", self.is("GENERATED") || self.is("AS"))?;
            return Ok(false);
        }
        Ok(true)
    }

    /// The expression after DEFAULT.
    pub(super) fn default_value(&mut self, at: Position) -> Result<crate::ast::Expr> {
        let before = std::mem::take(&mut self.bare_not_null);
        let value = self.expr()?;
        if std::mem::replace(&mut self.bare_not_null, before) {
            let message = "'DEFAULT' option can not use expr which contains literall 'NOT NULL'. If you wanted to \
                           use two different options 'DEFAULT' and 'NOT NULL', it is recommended to use the syntax \
                           '(DEFAULT value, NOT NULL, ...)'";
            return Err(Error::refused(at, message));
        }
        Ok(value)
    }

    /// An index's definition.
    pub(super) fn index(&mut self) -> Result<IndexSpec> {
        self.advance();
        let name = self.name(NameRule::Any)?;
        let local = self.eat("LOCAL");
        let (mut unique, mut is_async) = (false, None);
        if !local {
            self.expect("GLOBAL")?;
            unique = self.eat("UNIQUE");
            is_async = if self.eat("SYNC") { Some(false) } else { self.eat("ASYNC").then_some(true) };
        }
        let using = if self.eat("USING") { Some(self.name(NameRule::Any)?) } else { None };
        self.expect("ON")?;
        let columns = self.names(NameRule::Schema, false)?;
        let cover = if self.eat("COVER") { self.names(NameRule::Schema, false)? } else { Vec::new() };
        let settings =
            if self.eat("WITH") { self.setting_list(true, |parser, _| parser.index_setting())? } else { Vec::new() };
        Ok(IndexSpec { name, local, unique, is_async, using, columns, cover, settings })
    }

    /// A changefeed's definition.
    pub(super) fn changefeed(&mut self) -> Result<ChangefeedSpec> {
        self.advance();
        let name: Ident = self.name(NameRule::Any)?;
        self.expect("WITH")?;
        let settings = self.setting_list(true, |parser, _| parser.changefeed_setting())?;
        Ok(ChangefeedSpec { name, settings })
    }
}

fn once(at: Position, option: &str, twice: bool) -> Result<()> {
    if twice {
        return Err(Error::refused(at, format!("'{option}' option can be specified only once")));
    }
    Ok(())
}
