//! Parser of `JSON_VALUE`, `JSON_EXISTS` and `JSON_QUERY` with their clauses.

use super::cursor::Parser;
use crate::ast::{Expr, ExprKind, Ident, JsonCall, JsonCase, JsonFunction, JsonWrapper, Literal, TypeExprKind};
use crate::error::{Error, Result};
use crate::keyword::NameRule;
use crate::lexer::Kind;

impl Parser<'_> {
    /// Parses a call of a JSON function. The current token is its keyword, and a parenthesis follows.
    pub(super) fn json(&mut self) -> Result<Expr> {
        let at = self.position();
        let function = match self.slice().to_ascii_uppercase().as_str() {
            "JSON_EXISTS" => JsonFunction::Exists,
            "JSON_QUERY" => JsonFunction::Query,
            _ => JsonFunction::Value,
        };
        self.advance();
        self.expect_kind(Kind::LeftParen)?;
        let json = self.expr()?;
        self.expect_kind(Kind::Comma)?;
        let path = self.json_string()?;
        let passing = if self.eat("PASSING") { self.list(false, Self::json_variable)? } else { Vec::new() };
        let mut call = JsonCall {
            function,
            json,
            path,
            passing,
            returning: None,
            wrapper: JsonWrapper::Without,
            on_empty: None,
            on_error: None,
        };
        match function {
            JsonFunction::Value => self.json_value(&mut call)?,
            JsonFunction::Exists => self.json_exists(&mut call)?,
            JsonFunction::Query => self.json_query(&mut call)?,
        }
        self.expect_kind(Kind::RightParen)?;
        Ok(Expr::new(at, ExprKind::Json(Box::new(call))))
    }

    fn json_string(&mut self) -> Result<Expr> {
        if self.kind() != Kind::String {
            return Err(self.unexpected());
        }
        self.literal()
    }

    /// Parses `value AS name`, where the name may be a string.
    fn json_variable(&mut self) -> Result<(Ident, Expr)> {
        let value = self.expr()?;
        self.expect("AS")?;
        if self.kind() != Kind::String {
            return Ok((self.name(NameRule::Expr)?, value));
        }
        let at = self.position();
        let name = match self.json_string()?.kind {
            ExprKind::Literal(Literal::String { bytes, .. }) => String::from_utf8_lossy(&bytes).into_owned(),
            _ => String::new(),
        };
        Ok((Ident::new(name, at), value))
    }

    /// Parses the clauses of JSON_VALUE: `[RETURNING type] [case ON EMPTY] [case ON ERROR]`.
    fn json_value(&mut self, call: &mut JsonCall) -> Result<()> {
        if self.eat("RETURNING") {
            // RETURNING takes only the name of a type.
            let unexpected = self.unexpected();
            let returning = self.type_name()?;
            if !matches!(returning.kind, TypeExprKind::Name(_)) {
                return Err(unexpected);
            }
            call.returning = Some(returning);
        }
        while self.kind() == Kind::Word {
            let at = self.position();
            let case = if self.eat("ERROR") {
                JsonCase::Error
            } else if self.eat("NULL") {
                JsonCase::Null
            } else {
                self.expect("DEFAULT")?;
                JsonCase::Default(Box::new(self.expr()?))
            };
            self.expect("ON")?;
            let is_empty = self.eat("EMPTY");
            if !is_empty {
                self.expect("ERROR")?;
            }
            let refused = match (is_empty, &call.on_empty, &call.on_error) {
                (true, _, Some(_)) => Some("ON EMPTY clause must be before ON ERROR clause"),
                (true, Some(_), _) => Some("Only 1 ON EMPTY clause is expected"),
                (false, _, Some(_)) => Some("Only 1 ON ERROR clause is expected"),
                _ => None,
            };
            if let Some(refused) = refused {
                return Err(Error::refused(at, refused));
            }
            *(if is_empty { &mut call.on_empty } else { &mut call.on_error }) = Some(case);
        }
        Ok(())
    }

    /// Parses the clause of JSON_EXISTS: `[case ON ERROR]`.
    fn json_exists(&mut self, call: &mut JsonCall) -> Result<()> {
        if self.kind() != Kind::Word {
            return Ok(());
        }
        let cases = [
            ("TRUE", JsonCase::Bool(true)),
            ("FALSE", JsonCase::Bool(false)),
            ("UNKNOWN", JsonCase::Unknown),
            ("ERROR", JsonCase::Error),
        ];
        let Some((_, case)) = cases.into_iter().find(|(word, _)| self.is(word)) else { return Err(self.unexpected()) };
        self.advance();
        self.expect("ON")?;
        self.expect("ERROR")?;
        call.on_error = Some(case);
        Ok(())
    }

    /// Parses the clauses of JSON_QUERY: `[wrapper WRAPPER] [case ON EMPTY] [case ON ERROR]`.
    fn json_query(&mut self, call: &mut JsonCall) -> Result<()> {
        let at = self.position();
        let has_wrapper = self.is("WITHOUT") || self.is("WITH");
        if self.eat("WITH") {
            call.wrapper = match self.eat("CONDITIONAL") {
                true => JsonWrapper::Conditional,
                false => JsonWrapper::Unconditional,
            };
            if call.wrapper == JsonWrapper::Unconditional {
                self.eat("UNCONDITIONAL");
            }
        } else {
            self.eat("WITHOUT");
        }
        if has_wrapper {
            self.eat("ARRAY");
            self.expect("WRAPPER")?;
        }
        while self.kind() == Kind::Word && call.on_error.is_none() {
            let case = if self.eat("ERROR") {
                JsonCase::Error
            } else if self.eat("NULL") {
                JsonCase::Null
            } else {
                self.expect("EMPTY")?;
                if self.eat("ARRAY") {
                    JsonCase::EmptyArray
                } else {
                    self.expect("OBJECT")?;
                    JsonCase::EmptyObject
                }
            };
            self.expect("ON")?;
            if call.on_empty.is_none() && self.eat("EMPTY") {
                if call.wrapper != JsonWrapper::Without {
                    return Err(Error::refused(at, "ON EMPTY is prohibited because WRAPPER clause is specified"));
                }
                call.on_empty = Some(case);
            } else {
                self.expect("ERROR")?;
                call.on_error = Some(case);
            }
        }
        Ok(())
    }
}
