//! ALTER TOPIC.

use super::cursor::Parser;
use crate::error::Result;
use crate::yql::ast::{Setting, StatementKind, TopicAction};
use crate::yql::keyword::NameRule;
use crate::yql::lexer::Kind;

impl Parser<'_> {
    /// ALTER TOPIC, after the two keywords. Of YDB's actions the engine supports those that a changefeed's topic has.
    pub(super) fn alter_topic(&mut self) -> Result<StatementKind> {
        let if_exists = self.eat_all(&["IF", "EXISTS"]);
        let path = self.name(NameRule::AnyOrType)?;
        let mut actions = vec![self.topic_action()?];
        while self.eat_kind(Kind::Comma) {
            actions.push(self.topic_action()?);
        }
        Ok(StatementKind::AlterTopic { path, if_exists, actions })
    }

    fn topic_action(&mut self) -> Result<TopicAction> {
        if self.is("SET") {
            return self.unsupported("ALTER TOPIC SET");
        }
        if self.is("RESET") {
            return self.unsupported("ALTER TOPIC RESET");
        }
        if self.is("ALTER") {
            return self.unsupported("ALTER TOPIC ALTER CONSUMER");
        }
        if self.eat_all(&["DROP", "CONSUMER"]) {
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
