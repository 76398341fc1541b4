//! ALTER TOPIC.

use super::cursor::Parser;
use crate::ast::{Setting, StatementKind, TopicAction};
use crate::error::Result;
use crate::keyword::NameRule;

impl Parser<'_> {
    /// ALTER TOPIC, after the two keywords. Of YDB's actions the engine supports those that a changefeed's topic has.
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
