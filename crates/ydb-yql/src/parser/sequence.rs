//! ALTER SEQUENCE.

use super::cursor::Parser;
use crate::ast::{Expr, ExprKind, Literal, Setting, SettingValue, StatementKind};
use crate::error::{Position, Result};
use crate::keyword::NameRule;
use crate::lexer::Kind;

impl Parser<'_> {
    /// ALTER SEQUENCE, after the two keywords. Of YDB's actions the engine supports only RESTART, once.
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

    /// `START WITH -5 INCREMENT BY 2 RESTART [WITH 9]`, as YDB prints it.
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
