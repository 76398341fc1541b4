//! Facts from the words of a text that has no tree: the tables after FROM and JOIN, and the table that a statement
//! creates. Also reads `PRAGMA TablePathPrefix`, which puts a directory in front of all paths that are not absolute.

use std::sync::Arc;

use super::{Facts, Scope, Source, SourceKind};
use crate::ast::{Expr, ExprKind, Ident, Literal, StatementKind, TableName};
use crate::error::Position;
use crate::lexer::{Kind, Token, tokens};
use crate::literal;

/// Returns the facts of a text that is not understood: its tables, each in its own scope. Nothing is known about how
/// they are read.
pub fn unparsed(text: &str) -> Facts {
    let scope = |table: TableName| {
        let source =
            Source { at: table.path.at, label: None, unnamed: None, kind: SourceKind::Altered(table), is_outer: false };
        Scope { sources: vec![source], ..Scope::default() }
    };
    Facts { scopes: tables(text).into_iter().map(scope).collect(), ..Facts::default() }
}

/// Returns the tables after FROM and JOIN, in the order of the text.
fn tables(text: &str) -> Vec<TableName> {
    let Ok(tokens) = tokens(text, false, &mut || true) else { return Vec::new() };
    let is = |at: usize, keyword: &str| is(text, tokens.get(at), keyword);
    let mut found = Vec::new();
    for mut at in 0..tokens.len() {
        // `IS DISTINCT FROM` has no source after FROM.
        let begins = is(at, "JOIN") || is(at, "FROM") && (at == 0 || !is(at - 1, "DISTINCT"));
        at += usize::from(begins && is(at + 1, "ANY"));
        let Some(path) = begins.then(|| name(text, tokens.get(at + 1)?)).flatten() else { continue };
        // The name is a function, or a cluster before a table.
        if tokens.get(at + 2).is_some_and(|next| matches!(next.kind, Kind::LeftParen | Kind::Dot | Kind::Colon)) {
            continue;
        }
        let view = if is(at + 2, "VIEW") { tokens.get(at + 3).and_then(|token| name(text, token)) } else { None };
        found.push(TableName { path, view, is_by_key: false, elsewhere: false });
    }
    found
}

/// Returns the first words of a statement, which say what it does: `CREATE TOPIC t`, `GRANT SELECT ON a TO b`.
pub fn head(statement: &str) -> &str {
    const MOST: usize = 12;
    let Ok(tokens) = tokens(statement, false, &mut || true) else { return statement };
    let ends = |at: &usize| {
        let is_clause = ["WITH", "AS", "SET", "VALUES"].iter().any(|word| is(statement, tokens.get(*at), word));
        *at > 0 && is_clause || matches!(tokens[*at].kind, Kind::LeftParen | Kind::Semicolon | Kind::End)
    };
    let count = (0..tokens.len()).find(ends).unwrap_or_default().min(MOST);
    let last = count.checked_sub(1).map_or(0, |last| tokens[last].end);
    &statement[tokens[0].start.min(last)..last]
}

/// Returns the name of the table or view that a statement creates.
pub fn created(statement: &str) -> Option<Ident> {
    let tokens = tokens(statement, false, &mut || true).ok()?;
    let is = |at: usize, keyword: &str| is(statement, tokens.get(at), keyword);
    let word = (1..tokens.len()).find(|&at| is(at, "TABLE") || is(at, "VIEW")).filter(|_| is(0, "CREATE"))?;
    let skipped = if is(word + 1, "IF") && is(word + 2, "NOT") { 3 } else { 0 };
    name(statement, tokens.get(word + 1 + skipped)?)
}

fn is(text: &str, token: Option<&Token>, keyword: &str) -> bool {
    let word = token.filter(|token| token.kind == Kind::Word).map(|token| &text[token.start..token.end]);
    word.is_some_and(|word| word.eq_ignore_ascii_case(keyword))
}

fn name(text: &str, token: &Token) -> Option<Ident> {
    let slice = &text[token.start..token.end];
    let name: Arc<str> = match token.kind {
        Kind::Word => slice.into(),
        Kind::Quoted => literal::name(slice).ok()?,
        _ => return None,
    };
    Some(Ident::new(name, token.at))
}

/// `PRAGMA TablePathPrefix`: sets the directory of the tables after it.
#[derive(Clone, Debug, PartialEq)]
pub struct PathPrefix {
    /// Line and column of the pragma's name.
    pub at: Position,
    /// Directory; `None` if the pragma removes an earlier directory, or computes the new one.
    pub directory: Option<Arc<str>>,
}

impl PathPrefix {
    /// Returns a path below the directory. An absolute path stays as it is.
    pub fn place(directory: Option<&Arc<str>>, path: &Arc<str>) -> Arc<str> {
        match directory {
            Some(directory) if !path.starts_with('/') => format!("{}/{path}", directory.trim_end_matches('/')).into(),
            _ => Arc::clone(path),
        }
    }
}

/// Returns the directory that a statement sets, if the statement is `PRAGMA TablePathPrefix`.
pub fn path_prefix(statement: &StatementKind) -> Option<PathPrefix> {
    match statement {
        StatementKind::Pragma { name, values } => of_pragma(name, values),
        _ => None,
    }
}

/// Reads the directory from the last value. A cluster may stand before it: `TablePathPrefix("cluster", "/local/dir")`.
fn of_pragma(name: &[Ident], values: &[Expr]) -> Option<PathPrefix> {
    let [name] = name else { return None };
    let directory = match values.last().map(|value| &value.kind) {
        Some(ExprKind::Literal(Literal::String { bytes, .. })) => Some(String::from_utf8_lossy(bytes).into()),
        _ => None,
    };
    name.name.eq_ignore_ascii_case("TablePathPrefix").then_some(PathPrefix { at: name.at, directory })
}
