//! Parser of settings, `KEY = value`, in every form that CREATE TABLE and ALTER TABLE take.

use super::cursor::Parser;
use crate::ast::{Expr, ExprKind, FamilySpec, Ident, Setting, SettingValue, TtlTier};
use crate::error::Result;
use crate::keyword::NameRule;
use crate::lexer::Kind;

impl Parser<'_> {
    /// Parses the `WITH (..)` of a table; returns an empty list if there is none.
    pub(super) fn table_settings(&mut self) -> Result<Vec<Setting>> {
        if !self.eat("WITH") {
            return Ok(Vec::new());
        }
        self.setting_list(true, |parser, key| parser.table_setting(key))
    }

    /// Parses `(key = value, ..)`; `value` parses the value of a key.
    pub(super) fn setting_list(
        &mut self,
        trailing_comma: bool,
        value: impl Fn(&mut Self, &Ident) -> Result<SettingValue>,
    ) -> Result<Vec<Setting>> {
        let settings = self.in_parentheses(|parser| parser.list(trailing_comma, |parser| parser.setting(&value)))?;
        Ok(settings.into_iter().flatten().collect())
    }

    /// Takes `()` if it is next; returns `true` if it was.
    fn eat_empty(&mut self) -> bool {
        let empty = self.kind() == Kind::LeftParen && self.kind_at(1) == Kind::RightParen;
        if empty {
            self.skip(2);
        }
        empty
    }

    /// Parses the value of a table's setting.
    pub(super) fn table_setting(&mut self, key: &Ident) -> Result<SettingValue> {
        let ttl = key.name.eq_ignore_ascii_case("TTL");
        if self.kind() == Kind::LeftParen && !ttl {
            return self.split_points().map(SettingValue::Keys);
        }
        let alone = self.is_printed() && !ttl
            || matches!(self.kind_at(1), Kind::Comma | Kind::RightParen | Kind::Semicolon | Kind::End);
        if alone && self.begins_plain_literal() {
            return self.literal().map(SettingValue::Expr);
        }
        if alone && self.is_name(NameRule::Any) {
            return self.name(NameRule::Any).map(SettingValue::Word);
        }
        self.ttl()
    }

    fn begins_plain_literal(&self) -> bool {
        matches!(self.kind(), Kind::String | Kind::Integer | Kind::Real) || self.is("TRUE") || self.is("FALSE")
    }

    /// Parses `(1, 2)` or `((1, "a"), (2))`: split points, each with the first values of a key.
    fn split_points(&mut self) -> Result<Vec<Vec<Expr>>> {
        if self.is_printed() {
            return self.in_parentheses(|parser| parser.list(false, |parser| Ok(vec![parser.printed_value()?])));
        }
        let lists = self.kind_at(1) == Kind::LeftParen;
        let point = |parser: &mut Self| match lists {
            true => parser.in_parentheses(|parser| parser.list(false, Self::literal)),
            false => parser.literal().map(|value| vec![value]),
        };
        self.in_parentheses(|parser| parser.list(false, point))
    }

    /// Parses a TTL: `interval [action, interval action ..] ON column [AS unit]`.
    fn ttl(&mut self) -> Result<SettingValue> {
        let mut tiers = vec![TtlTier { interval: self.expr()?, storage: None }];
        if self.is_printed() || self.is("TO") || self.is("DELETE") {
            self.tier_action(&mut tiers)?;
            while self.eat_kind(Kind::Comma) {
                tiers.push(TtlTier { interval: self.expr()?, storage: None });
                self.tier_action(&mut tiers)?;
            }
        }
        self.expect("ON")?;
        let column = if self.is_printed() { self.printed_name()? } else { self.name(NameRule::Any)? };
        let unit = if self.eat("AS") { Some(self.ttl_unit()?) } else { None };
        Ok(SettingValue::Ttl { tiers, column, unit })
    }

    fn tier_action(&mut self, tiers: &mut [TtlTier]) -> Result<()> {
        let (at, start) = (self.position(), self.start());
        let is_known = !self.is_printed() || self.are("TO EXTERNAL DATA SOURCE");
        let mut storage = if self.eat("DELETE") || !is_known { None } else { Some(self.external_source()?) };
        if self.is_printed() && self.pass(|parser| parser.is("ON"))? {
            let span = self.since(start);
            storage = Some(Ident { span, ..Ident::new(self.text_of(span), at) });
        }
        if let Some(tier) = tiers.last_mut() {
            tier.storage = storage;
        }
        Ok(())
    }

    fn external_source(&mut self) -> Result<Ident> {
        self.expect("TO")?;
        self.expect("EXTERNAL")?;
        self.expect("DATA")?;
        self.expect("SOURCE")?;
        let storage = self.name(NameRule::Any)?;
        self.unsupported_if("a key prefix of an external data source", self.kind() == Kind::Dot)?;
        Ok(storage)
    }

    fn ttl_unit(&mut self) -> Result<Ident> {
        const UNITS: [&str; 4] = ["MICROSECONDS", "MILLISECONDS", "NANOSECONDS", "SECONDS"];
        if UNITS.iter().any(|unit| self.is(unit)) { self.any_name() } else { Err(self.none_of(&UNITS)) }
    }

    /// Parses the value of an index's setting: a word or a literal.
    pub(super) fn index_setting(&mut self) -> Result<SettingValue> {
        if self.begins_plain_literal() {
            return self.literal().map(SettingValue::Expr);
        }
        self.name(NameRule::AnyOrType).map(SettingValue::Word)
    }

    /// Parses the value of a family's setting: a string or an integer.
    pub(super) fn family_setting(&mut self) -> Result<SettingValue> {
        if matches!(self.kind(), Kind::String | Kind::Integer) {
            return self.literal().map(SettingValue::Expr);
        }
        Err(self.none_of(&["STRING_VALUE", "INTEGER_VALUE"]))
    }

    /// Parses the value of a changefeed's setting: an expression or a bare word.
    pub(super) fn changefeed_setting(&mut self) -> Result<SettingValue> {
        let expr = self.expr()?;
        Ok(match expr.kind {
            ExprKind::Column { qualifier: None, name } => SettingValue::Word(name),
            _ => SettingValue::Expr(expr),
        })
    }

    /// Parses `FAMILY name (..)`.
    pub(super) fn family(&mut self) -> Result<FamilySpec> {
        self.advance();
        let (name, before) = (self.name(NameRule::Any)?, self.unread.len());
        let settings = match self.eat_empty() {
            true => Vec::new(),
            false => self.setting_list(false, |parser, _| parser.family_setting())?,
        };
        self.belong(before, &format!("FAMILY {} (", self.text_of(name.span)), ")");
        Ok(FamilySpec { name, settings })
    }

    /// Parses the settings `(..)` after the keyword COMPRESSION.
    pub(super) fn compression(&mut self) -> Result<Vec<Setting>> {
        if self.eat_empty() {
            return Ok(Vec::new());
        }
        self.setting_list(true, |parser, _| {
            if parser.kind() == Kind::Integer {
                return parser.literal().map(SettingValue::Expr);
            }
            parser.name(NameRule::Any).map(SettingValue::Word)
        })
    }
}
