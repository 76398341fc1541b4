//! Parser of CREATE TABLE and of the definitions that it shares with ALTER TABLE.

use super::cursor::Parser;
use crate::ast::{ChangefeedSpec, ColumnSpec, CreateTable, Ident, IndexPart, IndexSpec};
use crate::error::{Error, Position, Result, Span};
use crate::keyword::NameRule;
use crate::lexer::Kind;

/// First words of a column's options. An option that is not understood ends before the next of these words.
const OPTIONS: [&str; 7] = ["FAMILY", "NOT", "NULL", "DEFAULT", "COMPRESSION", "ENCODING", "GENERATED"];

impl Parser<'_> {
    /// Parses the rest of CREATE TABLE, after the two keywords.
    pub(super) fn create_table(&mut self) -> Result<CreateTable> {
        let if_not_exists = self.eat_all("IF NOT EXISTS");
        self.pass_to_path()?;
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
        self.in_parentheses(|parser| parser.list(true, |parser| parser.measured_entry(&mut create)))?;
        self.unsupported_if("INHERITS", self.is("INHERITS"))?;
        self.table_clause()?;
        let start = self.start();
        if self.eat_all("PARTITION BY") {
            self.expect("HASH")?;
            let (names, is_all) = match self.is_printed() {
                true => self.names_only(NameRule::Any)?,
                false => (self.names(NameRule::Any, true)?, true),
            };
            create.partition_by_hash = Some(names);
            if !is_all {
                self.keep(self.since(start), false);
            }
        }
        self.table_clause()?;
        create.settings = self.table_settings()?;
        self.table_clause()?;
        self.unsupported_if("CREATE TABLE .. AS", self.is("AS"))?;
        Ok(create)
    }

    /// Keeps the text that a later release of YDB prints before the path. The path is in backticks.
    fn pass_to_path(&mut self) -> Result<()> {
        if !self.is_printed() {
            return Ok(());
        }
        let is_path = |parser: &Self| parser.kind() == Kind::Quoted && parser.kind_at(1) == Kind::LeftParen;
        let (mark, before) = (self.mark(), self.unread.len());
        let found = self.or_pass(|parser| parser.other_clause(is_path))?.is_some();
        match found && is_path(self) {
            true => self.belong(before, "CREATE TABLE ", ""),
            false => self.go_back(mark),
        }
        Ok(())
    }

    /// Passes over unknown clauses of a table, and keeps them as text.
    fn table_clause(&mut self) -> Result<()> {
        let is_known = |parser: &Self| {
            parser.are("PARTITION BY HASH") || parser.is("WITH") && parser.kind_at(1) == Kind::LeftParen
        };
        let start = self.start();
        let mark = self.mark();
        if self.is_printed() {
            let mut found = self.pass(is_known)?;
            while found && self.eat_kind(Kind::Comma) {
                found = self.pass(is_known)?;
            }
        } else if self.or_pass(|parser| parser.unsupported_if("TABLESTORE", parser.is("TABLESTORE")))?.is_none() {
            self.pass(is_known)?;
        }
        if self.taken() > mark.taken() {
            self.keep(self.since(start), false);
        }
        Ok(())
    }

    /// Parses an entry of the list of columns. If a part of it is not understood, the whole entry is kept as text.
    fn measured_entry(&mut self, create: &mut CreateTable) -> Result<()> {
        let (start, before) = (self.start(), self.unread.len());
        let is_known = match self.is_printed() && !self.begins_printed_entry() {
            true => false,
            false => self.entry(create)?,
        };
        if is_known && !self.is_printed() {
            return Ok(());
        }
        if self.pass(|_| false)? || !is_known {
            self.unread.truncate(before);
            self.keep(self.since(start), false);
        }
        Ok(())
    }

    /// Returns `true` if a known entry of a printed list begins here. Column names are printed in backticks, so an
    /// unknown bare word begins an unknown entry.
    fn begins_printed_entry(&self) -> bool {
        self.kind() == Kind::Quoted
            || self.closes()
            || ["INDEX", "FAMILY"].iter().any(|word| self.is(word))
            || self.are("PRIMARY KEY")
    }

    /// Parses an entry of the list of columns; returns `false` if it is not understood.
    fn entry(&mut self, create: &mut CreateTable) -> Result<bool> {
        let at = self.position();
        let other = self.or_pass(|parser| {
            parser.unsupported_if("PARTITION BY in the list of columns", parser.are("PARTITION BY"))?;
            parser.unsupported_if("ORDER BY in the list of columns", parser.are("ORDER BY"))?;
            parser.unsupported_if("STATISTICS", parser.begins_statistics())
        })?;
        if other.is_none() {
            return Ok(false);
        }
        if self.are("PRIMARY KEY") {
            self.eat_all("PRIMARY KEY");
            let (key, is_all) = self.names_only(NameRule::Any)?;
            if create.primary_key.replace(key).is_some() {
                return Err(Error::refused(at, "PRIMARY KEY statement must be specified only once"));
            }
            return Ok(is_all);
        } else if self.begins_index() {
            create.indexes.push(self.index()?);
        } else if self.begins_family() {
            create.families.push(self.family()?);
        } else if self.begins_changefeed() {
            create.changefeeds.push(self.changefeed()?);
        } else {
            create.columns.push(self.column()?);
        }
        Ok(true)
    }

    // A column may have INDEX, FAMILY, CHANGEFEED or STATISTICS as its name: the tokens after the word decide.

    /// Returns `true` if the definition of an index begins here.
    pub(super) fn begins_index(&self) -> bool {
        self.is("INDEX") && (self.is_at(2, "GLOBAL") || self.is_at(2, "LOCAL") || self.is_printed())
    }

    /// Returns `true` if the definition of a family begins here; `family Decimal(22, 9)` defines a column.
    pub(super) fn begins_family(&self) -> bool {
        let settings = self.kind_at(3) == Kind::RightParen || self.kind_at(4) == Kind::Equals || self.is_printed();
        self.is("FAMILY") && self.is_name_at(1, NameRule::Any) && self.kind_at(2) == Kind::LeftParen && settings
    }

    /// Returns `true` if the definition of a changefeed begins here.
    pub(super) fn begins_changefeed(&self) -> bool {
        self.is("CHANGEFEED") && (self.is_at(2, "WITH") || self.is_printed())
    }

    /// Returns `true` if the definition of statistics begins here.
    pub(super) fn begins_statistics(&self) -> bool {
        self.is("STATISTICS") && self.is_at(2, "ON")
    }

    /// Parses a column: `name type option ..`.
    pub(super) fn column(&mut self) -> Result<ColumnSpec> {
        let name = self.name(NameRule::Schema)?;
        self.unsupported_if("a column without a type", matches!(self.kind(), Kind::Comma | Kind::RightParen))?;
        let ty = self.type_name()?;
        let mut column =
            ColumnSpec { name, ty, family: None, not_null: None, default: None, compression: None, generated: false };
        if !self.is_printed() && self.eat_kind(Kind::LeftParen) {
            self.list(false, |parser| match parser.measured_option(&mut column)? {
                true => Ok(()),
                false => Err(parser.none_of(&["FAMILY", "NOT", "NULL", "DEFAULT", "COMPRESSION"])),
            })?;
            self.expect_kind(Kind::RightParen)?;
            return Ok(column);
        }
        while self.measured_option(&mut column)? {}
        Ok(column)
    }

    /// Parses an option of a column, or keeps an unknown option as text; returns `false` if there is none.
    fn measured_option(&mut self, column: &mut ColumnSpec) -> Result<bool> {
        let begin = self.taken();
        let generated = self.are("GENERATED ALWAYS") || self.is("AS");
        match self.or_pass(|parser| parser.column_option(column))? {
            Some(found) if found || !self.is_printed() => return Ok(found),
            _ => {}
        }
        let is_next = |parser: &Self| parser.taken() > begin && OPTIONS.iter().any(|word| parser.is(word));
        let before = self.unread.len();
        let found = self.other_clause(is_next)?;
        self.belong(before, &format!("{} ", self.text_of(column.name.span)), "");
        column.generated |= generated;
        Ok(found)
    }

    /// Parses an option of a column; returns `false` if there is none.
    fn column_option(&mut self, column: &mut ColumnSpec) -> Result<bool> {
        let at = self.position();
        if self.eat("FAMILY") {
            let family = self.name(NameRule::Any)?;
            once(at, "FAMILY", column.family.replace(family).is_some())?;
        } else if self.eat_all("NOT NULL") {
            once(at, "NULL/NOT NULL", column.not_null.is_some())?;
            column.not_null = Some(true);
        } else if self.eat("NULL") {
            once(at, "NULL/NOT NULL", column.not_null.is_some() && !self.is_printed())?;
            column.not_null.get_or_insert(false);
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

    /// Parses the expression after DEFAULT.
    pub(super) fn default_value(&mut self, at: Position) -> Result<crate::ast::Expr> {
        if self.is_printed() {
            return self.printed_value();
        }
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

    /// Parses the definition of an index, from the word INDEX on.
    pub(super) fn index(&mut self) -> Result<IndexSpec> {
        let (start, mut unread) = (self.start(), None);
        self.advance();
        let name = self.name(NameRule::Any)?;
        let local = self.eat("LOCAL");
        let (mut unique, mut is_async) = (false, None);
        if self.is_printed() && !local && !self.is("GLOBAL") {
            unread = Some(IndexPart::Kind);
        } else if !local {
            self.expect("GLOBAL")?;
            unique = self.eat("UNIQUE");
            is_async = if self.eat("SYNC") { Some(false) } else { self.eat("ASYNC").then_some(true) };
        }
        let using = if self.eat("USING") { Some(self.name(NameRule::Any)?) } else { None };
        if self.is_printed() && self.pass(|parser| parser.is("ON"))? {
            unread = Some(IndexPart::Kind);
        }
        self.expect("ON")?;
        let (columns, is_all) = self.names_only(NameRule::Schema)?;
        unread = if is_all { unread } else { Some(IndexPart::Kind) };
        unread = unread.max(self.other_part("COVER, WITH")?);
        let (cover, is_all) = if self.eat("COVER") { self.names_only(NameRule::Schema)? } else { (Vec::new(), true) };
        unread = unread.max((!is_all).then_some(IndexPart::Rest));
        unread = unread.max(self.other_part("WITH")?);
        let settings =
            if self.eat("WITH") { self.setting_list(true, |parser, _| parser.index_setting())? } else { Vec::new() };
        unread = unread.max(self.other_part("")?);
        let span = self.since(start);
        Ok(IndexSpec { name, local, unique, is_async, using, columns, cover, settings, span, unread })
    }

    /// Passes over an unknown part of a printed index, up to one of these words.
    fn other_part(&mut self, words: &'static str) -> Result<Option<IndexPart>> {
        let found = self.is_printed() && self.pass(|parser| !words.is_empty() && parser.phrase(words).is_some())?;
        Ok(found.then_some(IndexPart::Rest))
    }

    /// Parses the definition of a changefeed, from the word CHANGEFEED on.
    pub(super) fn changefeed(&mut self) -> Result<ChangefeedSpec> {
        self.advance();
        let name: Ident = self.name(NameRule::Any)?;
        if self.is_printed() {
            self.other_clause(|parser| parser.is("WITH") && parser.kind_at(1) == Kind::LeftParen)?;
        }
        if self.is_printed() && self.closes() {
            return Ok(ChangefeedSpec { name, settings: Vec::new(), list: Span::default() });
        }
        self.expect("WITH")?;
        let (start, settings) = (self.start(), self.setting_list(true, |parser, _| parser.changefeed_setting())?);
        Ok(ChangefeedSpec { name, settings, list: self.since(start) })
    }
}

fn once(at: Position, option: &str, twice: bool) -> Result<()> {
    if twice {
        return Err(Error::refused(at, format!("'{option}' option can be specified only once")));
    }
    Ok(())
}
