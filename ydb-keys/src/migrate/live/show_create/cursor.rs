//! A place among the tokens, and how it moves on.

use super::lexer::{Kind, Token, tokens};
use super::unquote::unquoted_text;

/// A place among the tokens of a text.
pub(super) struct Cursor<'t> {
    text: &'t str,
    tokens: Vec<Token>,
    at: usize,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(text: &'t str) -> Result<Self, String> {
        let open = |place| format!("line {}: a quote is not closed", line(text, place));
        Ok(Cursor { text, tokens: tokens(text).map_err(open)?, at: 0 })
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.at == self.tokens.len()
    }

    pub(super) fn kind(&self) -> Option<Kind> {
        self.tokens.get(self.at).map(|token| token.kind)
    }

    /// Whether this word comes next; case does not matter.
    pub(super) fn is_word(&self, word: &str) -> bool {
        self.is_word_at(0, word)
    }

    /// Whether these words come next.
    pub(super) fn are_words(&self, words: &[&str]) -> bool {
        words.iter().enumerate().all(|(ahead, word)| self.is_word_at(ahead, word))
    }

    fn is_word_at(&self, ahead: usize, word: &str) -> bool {
        let token = self.tokens.get(self.at + ahead);
        token.is_some_and(|token| token.kind == Kind::Word && self.slice(*token).eq_ignore_ascii_case(word))
    }

    pub(super) fn is_symbol(&self, symbol: char) -> bool {
        self.kind() == Some(Kind::Symbol(symbol))
    }

    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        self.eat_words(&[word])
    }

    /// Takes all of these words, or none.
    pub(super) fn eat_words(&mut self, words: &[&str]) -> bool {
        let found = self.are_words(words);
        self.at += if found { words.len() } else { 0 };
        found
    }

    pub(super) fn eat_symbol(&mut self, symbol: char) -> bool {
        let found = self.is_symbol(symbol);
        self.at += usize::from(found);
        found
    }

    pub(super) fn expect_word(&mut self, word: &str) -> Result<(), String> {
        if self.eat_word(word) { Ok(()) } else { Err(self.unexpected(word)) }
    }

    pub(super) fn expect_symbol(&mut self, symbol: char) -> Result<(), String> {
        if self.eat_symbol(symbol) { Ok(()) } else { Err(self.unexpected(&format!("`{symbol}`"))) }
    }

    /// Any word.
    pub(super) fn word(&mut self, what: &str) -> Result<&'t str, String> {
        self.take(Kind::Word).ok_or_else(|| self.unexpected(what))
    }

    /// A name, in backticks or bare.
    pub(super) fn name(&mut self) -> Result<String, String> {
        match self.take(Kind::Name) {
            Some(quoted) => Ok(unquoted_text(quoted)),
            None => self.word("a name").map(str::to_owned),
        }
    }

    /// A string in quotes.
    pub(super) fn text(&mut self) -> Result<String, String> {
        self.take(Kind::Text).map(unquoted_text).ok_or_else(|| self.unexpected("a text in quotes"))
    }

    /// A number without a suffix.
    pub(super) fn number(&mut self) -> Result<u64, String> {
        let unexpected = self.unexpected("a number");
        self.take(Kind::Number).and_then(|number| number.parse().ok()).ok_or(unexpected)
    }

    /// A whole number, with a minus perhaps.
    pub(super) fn signed(&mut self) -> Result<i64, String> {
        let unexpected = self.unexpected("a whole number");
        let sign = if self.eat_symbol('-') { "-" } else { "" };
        let number = self.take(Kind::Number).and_then(|number| format!("{sign}{number}").parse().ok());
        number.ok_or(unexpected)
    }

    /// Names in parentheses, and whether that is all: no direction, no expression.
    pub(super) fn names(&mut self) -> Result<(Vec<String>, bool), String> {
        self.expect_symbol('(')?;
        let (mut names, mut is_all) = (Vec::new(), true);
        while !self.eat_symbol(')') {
            if matches!(self.kind(), Some(Kind::Name | Kind::Word)) {
                names.push(self.name()?);
            }
            is_all &= self.skip_until(|_| false)?.is_empty();
            self.expect_comma_or(')')?;
        }
        Ok((names, is_all))
    }

    /// The word before an equals sign, in capitals; takes nothing where there is none.
    pub(super) fn key(&mut self) -> Option<String> {
        let key = if self.next_is('=') { self.take(Kind::Word) } else { None };
        self.at += usize::from(key.is_some());
        key.map(str::to_ascii_uppercase)
    }

    /// The expression of one value: it ends where a word follows a value.
    pub(super) fn value(&mut self) -> Result<&'t str, String> {
        let first = self.place();
        self.skip_until(|at| {
            at.place() > first && at.kind() == Some(Kind::Word) && at.is_apart() && at.is_after_value()
        })
    }

    fn is_after_value(&self) -> bool {
        let before = self.at.checked_sub(1).and_then(|before| self.tokens.get(before));
        before.is_some_and(|token| !matches!(token.kind, Kind::Symbol(symbol) if symbol != ')'))
    }

    /// Whether white space lies before the next token.
    fn is_apart(&self) -> bool {
        let before = self.at.checked_sub(1).and_then(|before| self.tokens.get(before));
        before.is_some_and(|token| token.end < self.place())
    }

    /// Tokens without white space between them, up to a comma or a closing parenthesis.
    pub(super) fn run(&mut self) -> &'t str {
        let start = self.place();
        while let Some(kind) = self.kind() {
            if matches!(kind, Kind::Symbol(',' | ')' | ';')) || self.place() > start && self.is_apart() {
                break;
            }
            self.at += 1;
        }
        self.between(start)
    }

    /// Whether settings come next: `WITH (`.
    pub(super) fn is_with(&self) -> bool {
        self.is_word("WITH") && self.next_is('(')
    }

    /// Moves on to a name in backticks that a parenthesis follows, and gives what lies before it; stays where it is if there is none.
    pub(super) fn skip_to_path(&mut self) -> &'t str {
        let (start, first) = (self.place(), self.at);
        let is_path = |at: &Self| at.kind() == Some(Kind::Name) && at.next_is('(');
        if self.skip_until(is_path).is_ok() && is_path(self) {
            return self.between(start);
        }
        self.at = first;
        ""
    }

    /// Whether this symbol comes after the next token.
    fn next_is(&self, symbol: char) -> bool {
        self.tokens.get(self.at + 1).is_some_and(|token| token.kind == Kind::Symbol(symbol))
    }

    /// A comma, or a look at what ends the list.
    pub(super) fn expect_comma_or(&mut self, end: char) -> Result<(), String> {
        if self.eat_symbol(',') || self.is_symbol(end) {
            return Ok(());
        }
        Err(self.unexpected(&format!("`,` or `{end}`")))
    }

    /// What stands between balanced parentheses.
    pub(super) fn group(&mut self) -> Result<&'t str, String> {
        self.expect_symbol('(')?;
        let start = self.place();
        self.skip_until(|_| false)?;
        while self.eat_symbol(',') || self.eat_symbol(';') {
            self.skip_until(|_| false)?;
        }
        let inside = self.between(start);
        self.expect_symbol(')')?;
        Ok(inside)
    }

    /// All tokens until a comma, a closing parenthesis or a semicolon outside of parentheses, or until `stop` says so.
    pub(super) fn skip_until(&mut self, stop: impl Fn(&Self) -> bool) -> Result<&'t str, String> {
        let start = self.place();
        let mut depth = 0_usize;
        while let Some(kind) = self.kind() {
            match kind {
                Kind::Symbol('(') => depth += 1,
                Kind::Symbol(')' | ',' | ';') if depth == 0 => break,
                Kind::Symbol(')') => depth -= 1,
                _ if depth == 0 && stop(self) => break,
                _ => {}
            }
            self.at += 1;
        }
        if depth > 0 { Err(self.unexpected("`)`")) } else { Ok(self.between(start)) }
    }

    /// Where the next token begins.
    pub(super) fn place(&self) -> usize {
        self.tokens.get(self.at).map_or(self.text.len(), |token| token.start)
    }

    /// The text from a place to the end of the last token that was taken.
    pub(super) fn between(&self, start: usize) -> &'t str {
        let end = self.at.checked_sub(1).and_then(|last| self.tokens.get(last)).map_or(0, |token| token.end);
        self.text.get(start..end).unwrap_or_default()
    }

    /// A sentence that says what was expected where.
    pub(super) fn unexpected(&self, expected: &str) -> String {
        let found = match self.tokens.get(self.at) {
            Some(token) => format!("`{}`", self.slice(*token)),
            None => "the end".to_owned(),
        };
        format!("line {}: expected {expected}, found {found}", line(self.text, self.place()))
    }

    fn take(&mut self, kind: Kind) -> Option<&'t str> {
        let token = self.tokens.get(self.at).filter(|token| token.kind == kind)?;
        self.at += 1;
        Some(self.slice(*token))
    }

    fn slice(&self, token: Token) -> &'t str {
        &self.text[token.start..token.end]
    }
}

fn line(text: &str, place: usize) -> usize {
    1 + text[..place].matches('\n').count()
}
