//! A whole query: statements with semicolons between.

use super::cursor::Parser;
use crate::error::{Error, Position, Result};
use crate::yql::ast::{Query, Statement};
use crate::yql::lexer::{self, Kind};

/// Parses the text of a query.
pub fn parse(text: &str) -> Result<Query> {
    check_mode(text)?;
    let tokens = lexer::tokens(text)?;
    Parser::new(text, &tokens).query()
}

/// Checks the syntax version that a first comment may choose: only `--!syntax_v1` is supported.
fn check_mode(text: &str) -> Result<()> {
    for (index, line) in (1..).zip(text.lines()) {
        let Some(mode) = line.trim().strip_prefix("--!") else { break };
        if !matches!(mode.trim(), "syntax_v1" | "") {
            return Err(Error::unsupported(
                Position { line: index, column: 1 },
                format!("the mode --!{}", mode.trim()),
            ));
        }
    }
    Ok(())
}

impl Parser<'_> {
    fn query(mut self) -> Result<Query> {
        let mut statements = Vec::new();
        loop {
            while self.eat_kind(Kind::Semicolon) {}
            if self.eat_kind(Kind::End) {
                return Ok(Query { statements });
            }
            let at = self.position();
            let kind = self.statement()?;
            statements.push(Statement { at, kind });
            self.end_of_statement()?;
        }
    }

    fn end_of_statement(&mut self) -> Result<()> {
        if matches!(self.kind(), Kind::Semicolon | Kind::End) {
            return Ok(());
        }
        // After a complete statement, YDB's message does not list what could have continued it.
        self.only_expected(&["<EOF>", "';'"]);
        let extra = matches!(self.kind_at(1), Kind::Semicolon | Kind::End);
        Err(self.unexpected_unless(extra))
    }
}
