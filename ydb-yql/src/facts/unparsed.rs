//! The tables of a text that has no tree, as its words show them: what follows FROM and JOIN.

use std::sync::Arc;

use crate::ast::{Ident, TableName};
use crate::lexer::{Kind, Token, tokens};
use crate::literal;

/// The tables, in the order of the text. Nothing is known of how they are read.
pub fn tables(text: &str) -> Vec<TableName> {
    let Ok(tokens) = tokens(text, false, &mut || true) else { return Vec::new() };
    let word = |token: Option<&Token>| {
        token.filter(|token| token.kind == Kind::Word).map(|token| &text[token.start..token.end])
    };
    let is = |at: usize, keyword: &str| word(tokens.get(at)).is_some_and(|word| word.eq_ignore_ascii_case(keyword));
    let mut found = Vec::new();
    for mut at in 0..tokens.len() {
        // `DELETE FROM` and `IS DISTINCT FROM` have no source after them.
        let begins = is(at, "JOIN") || is(at, "FROM") && (at == 0 || !is(at - 1, "DISTINCT"));
        at += usize::from(begins && is(at + 1, "ANY"));
        let Some(path) = begins.then(|| name(text, tokens.get(at + 1)?)).flatten() else { continue };
        // A function, or a cluster before a table.
        if tokens.get(at + 2).is_some_and(|next| matches!(next.kind, Kind::LeftParen | Kind::Dot | Kind::Colon)) {
            continue;
        }
        let view = if is(at + 2, "VIEW") { tokens.get(at + 3).and_then(|token| name(text, token)) } else { None };
        found.push(TableName { path, view, elsewhere: false });
    }
    found
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
