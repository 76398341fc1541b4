//! Parser of ALTER TABLE, ALTER SEQUENCE and ALTER TOPIC.

use super::cursor::Parser;
use crate::ast::{
    AlterAction, AlterKind, ChangefeedSpec, Expr, ExprKind, FamilySpec, Ident, Literal, Setting, SettingValue,
    StatementKind, TopicAction,
};
use crate::error::{Position, Result, Span};
use crate::keyword::NameRule;
use crate::lexer::Kind;

impl Parser<'_> {
    /// Parses the rest of ALTER TABLE, after the two keywords.
    pub(super) fn alter_table(&mut self) -> Result<StatementKind> {
        let table = self.plain_table()?;
        let before = self.unread.len();
        let actions = self.list(false, Self::measured_action)?;
        self.belong(before, &format!("ALTER TABLE {} ", self.text_of(table.path.span)), "");
        Ok(StatementKind::AlterTable { table, actions: actions.into_iter().flatten().collect() })
    }

    /// Parses an action. If a part of it is not understood, the whole action is kept as text.
    fn measured_action(&mut self) -> Result<Option<AlterAction>> {
        let (at, start, before) = (self.position(), self.start(), self.unread.len());
        let kind = self.or_pass(Self::action)?;
        let span = self.since(start);
        let has_more = (kind.is_none() || self.is_printed()) && self.pass(|_| false)?;
        if has_more || self.unread.len() > before {
            self.unread.truncate(before);
            self.keep(self.since(start), false);
        }
        Ok(kind.map(|kind| AlterAction { at, span, kind }))
    }

    fn action(&mut self) -> Result<AlterKind> {
        if self.eat("ADD") {
            self.add()
        } else if self.eat("DROP") {
            self.drop_action()
        } else if self.eat("ALTER") {
            self.alter_part()
        } else if self.eat("SET") {
            self.settings().map(AlterKind::Set)
        } else if self.eat("RESET") {
            self.names(NameRule::Any, false).map(AlterKind::Reset)
        } else if self.eat("RENAME") {
            self.rename()
        } else if self.eat("COMPACT") {
            self.unsupported_if("COMPACT WITH", self.is("WITH"))?;
            Ok(AlterKind::Compact)
        } else {
            self.unsupported_if("REBUILD INDEX", self.are("REBUILD INDEX"))?;
            Err(self.unexpected())
        }
    }

    fn add(&mut self) -> Result<AlterKind> {
        if self.begins_index() {
            self.index().map(AlterKind::AddIndex)
        } else if self.begins_family() {
            self.family().map(AlterKind::AddFamily)
        } else if self.begins_changefeed() {
            self.changefeed().map(AlterKind::AddChangefeed)
        } else {
            self.unsupported_if("STATISTICS", self.begins_statistics())?;
            self.eat("COLUMN");
            self.column().map(AlterKind::AddColumn)
        }
    }

    /// Parses `DROP x`. It drops a column unless `x` is a word such as INDEX; a column may also have such a word as its
    /// name.
    fn drop_action(&mut self) -> Result<AlterKind> {
        let more = matches!(self.kind_at(1), Kind::Word | Kind::Quoted);
        if more && self.eat("INDEX") {
            return self.name(NameRule::Any).map(AlterKind::DropIndex);
        }
        if more && self.eat("CHANGEFEED") {
            return self.name(NameRule::Any).map(AlterKind::DropChangefeed);
        }
        self.unsupported_if("STATISTICS", more && self.is("STATISTICS"))?;
        if more {
            self.eat("COLUMN");
        }
        self.name(NameRule::Any).map(AlterKind::DropColumn)
    }

    fn alter_part(&mut self) -> Result<AlterKind> {
        if self.eat("COLUMN") {
            let column = self.name(NameRule::Any)?;
            return self.alter_column(column);
        }
        if self.eat("FAMILY") {
            let name = self.name(NameRule::Any)?;
            self.expect("SET")?;
            let key = self.name(NameRule::Any)?;
            let (start, value) = (key.span.start, self.family_setting()?);
            let setting = Setting { key, value, span: self.since(start), has_more: false };
            return Ok(AlterKind::AlterFamily(FamilySpec { name, settings: vec![setting] }));
        }
        if self.eat("INDEX") {
            let index = self.name(NameRule::Any)?;
            if self.eat("RESET") {
                return Ok(AlterKind::AlterIndexReset { index, settings: self.names(NameRule::Any, false)? });
            }
            self.expect("SET")?;
            let (start, settings) = (self.start(), self.settings()?);
            return Ok(AlterKind::AlterIndexSet { index, settings, list: self.since(start) });
        }
        self.expect("CHANGEFEED")?;
        let name = self.name(NameRule::Any)?;
        if self.is("DISABLE") {
            let (key, list) = (self.any_name()?, Span::default());
            let setting = Setting { span: key.span, key, value: SettingValue::None, has_more: false };
            return Ok(AlterKind::AlterChangefeed(ChangefeedSpec { name, settings: vec![setting], list }));
        }
        self.expect("SET")?;
        let (start, settings) = (self.start(), self.setting_list(true, |parser, _| parser.changefeed_setting())?);
        Ok(AlterKind::AlterChangefeed(ChangefeedSpec { name, settings, list: self.since(start) }))
    }

    fn alter_column(&mut self, column: Ident) -> Result<AlterKind> {
        if self.eat("DROP") {
            if self.eat("DEFAULT") {
                return Ok(AlterKind::DropDefault(column));
            }
            self.expect("NOT")?;
            self.expect("NULL")?;
            return Ok(AlterKind::DropNotNull(column));
        }
        self.expect("SET")?;
        let at = self.position();
        if self.eat("FAMILY") {
            return Ok(AlterKind::SetFamily { column, family: self.name(NameRule::Any)? });
        }
        if self.eat_all("NOT NULL") {
            return Ok(AlterKind::SetNotNull(column));
        }
        if self.eat("DEFAULT") {
            return Ok(AlterKind::SetDefault { column, value: self.default_value(at)? });
        }
        self.unsupported_if("SET ENCODING", self.is("ENCODING"))?;
        self.expect("COMPRESSION")?;
        Ok(AlterKind::SetCompression { column, settings: self.compression()? })
    }

    /// Parses `(key = value, ..)` or `key value`, after the keyword SET.
    fn settings(&mut self) -> Result<Vec<Setting>> {
        if self.kind() == Kind::LeftParen {
            return self.setting_list(false, |parser, key| parser.table_setting(key));
        }
        let key = self.name(NameRule::Any)?;
        let (start, value) = (key.span.start, self.table_setting(&key)?);
        Ok(vec![Setting { key, value, span: self.since(start), has_more: false }])
    }

    fn rename(&mut self) -> Result<AlterKind> {
        if self.eat("INDEX") {
            let from = self.name(NameRule::Any)?;
            self.expect("TO")?;
            return Ok(AlterKind::RenameIndex { from, to: self.name(NameRule::Any)? });
        }
        if self.eat("COLUMN") {
            let from = self.name(NameRule::Any)?;
            self.expect("TO")?;
            return Ok(AlterKind::RenameColumn { from, to: self.name(NameRule::Schema)? });
        }
        self.expect("TO")?;
        self.name(NameRule::Table).map(AlterKind::RenameTo)
    }
}

impl Parser<'_> {
    /// Parses ALTER SEQUENCE, after the two keywords. The engine supports only one of YDB's actions: a single RESTART.
    pub(super) fn alter_sequence(&mut self) -> Result<StatementKind> {
        let if_exists = self.eat_all("IF EXISTS");
        let path = self.name(NameRule::AnyOrType)?;
        if self.is_printed() {
            let printed = self.printed_sequence()?;
            return Ok(StatementKind::AlterSequence { path, if_exists, restart: None, printed });
        }
        self.refuse_sequence_settings()?;
        self.expect("RESTART")?;
        let restart = self.restart_value()?;
        self.refuse_sequence_settings()?;
        self.unsupported_if("a second RESTART of ALTER SEQUENCE", self.is("RESTART"))?;
        Ok(StatementKind::AlterSequence { path, if_exists, restart, printed: Vec::new() })
    }

    /// Parses the settings as YDB prints them: `START WITH -5 INCREMENT BY 2 RESTART [WITH 9]`.
    fn printed_sequence(&mut self) -> Result<Vec<Setting>> {
        let mut settings = Vec::new();
        while ["START", "INCREMENT", "RESTART"].iter().any(|word| self.is(word)) {
            let (start, key) = (self.start(), self.any_name()?);
            let value = match self.eat("WITH") || self.eat("BY") {
                true => SettingValue::Expr(self.printed_value()?),
                false => SettingValue::None,
            };
            settings.push(Setting { key, value, span: self.since(start), has_more: false });
        }
        Ok(settings)
    }

    fn refuse_sequence_settings(&mut self) -> Result<()> {
        for word in ["START", "INCREMENT"] {
            self.unsupported_if(&format!("ALTER SEQUENCE {word}"), self.is(word))?;
            self.missed(word);
        }
        Ok(())
    }

    fn restart_value(&mut self) -> Result<Option<(Position, u64)>> {
        let with = self.eat("WITH");
        if !with && self.kind() != Kind::Integer {
            return Ok(None);
        }
        if self.kind() != Kind::Integer {
            return Err(self.none_of(&["INTEGER_VALUE"]));
        }
        Ok(match self.literal()? {
            Expr { at, kind: ExprKind::Literal(Literal::Integer { value, .. }), .. } => Some((at, value)),
            _ => None,
        })
    }
}

impl Parser<'_> {
    /// Parses ALTER TOPIC, after the two keywords. The engine supports only the actions for the topic of a changefeed.
    pub(super) fn alter_topic(&mut self) -> Result<StatementKind> {
        let if_exists = self.eat_all("IF EXISTS");
        let path = self.name(NameRule::AnyOrType)?;
        let actions = self.list(false, Self::topic_action)?;
        Ok(StatementKind::AlterTopic { path, if_exists, actions })
    }

    fn topic_action(&mut self) -> Result<TopicAction> {
        self.unsupported_if("ALTER TOPIC SET", self.is("SET"))?;
        self.unsupported_if("ALTER TOPIC RESET", self.is("RESET"))?;
        self.unsupported_if("ALTER TOPIC ALTER CONSUMER", self.is("ALTER"))?;
        if self.eat_all("DROP CONSUMER") {
            return self.name(NameRule::Any).map(TopicAction::DropConsumer);
        }
        self.missed("DROP");
        self.expect("ADD")?;
        self.expect("CONSUMER")?;
        let name = self.name(NameRule::Any)?;
        let settings: Vec<Setting> = match self.eat("WITH") {
            true => self.setting_list(false, |parser, _| parser.changefeed_setting())?,
            false => Vec::new(),
        };
        Ok(TopicAction::AddConsumer { name, settings })
    }
}
