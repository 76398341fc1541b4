//! Parser of YQL from the crate `ydb-yql`. Its errors become YDB's errors, and it stops when nobody waits for it any
//! more.

pub use ydb_yql::ast;
use ydb_yql::{ErrorKind, Position, parse_while};

use crate::error::{Error, Result};
use crate::work::tick;

pub fn parse(text: &str) -> Result<ast::Query> {
    let mut end = Ok(());
    let mut go_on = || {
        end = tick(1);
        end.is_ok()
    };
    let parsed = parse_while(text, &mut go_on);
    end?;
    let parsed = parsed.map_err(|ydb_yql::Error { kind, at, message }| match kind {
        ErrorKind::Unsupported => Error::unsupported(at, message),
        // YDB counts the columns of syntax errors from 0.
        ErrorKind::Syntax => Error::translation(Position { column: at.column.saturating_sub(1), ..at }, message),
        ErrorKind::Refused | ErrorKind::Stopped => Error::translation(at, message),
    })?;
    match parsed.unsupported.first() {
        Some((at, construct)) => Err(Error::unsupported(*at, construct.as_str())),
        None => Ok(parsed),
    }
}
