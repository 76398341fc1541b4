//! A position among the tokens, with methods that look at the next tokens or consume them.

use super::lexer::{Kind, Token, tokens};
use super::unquote::unquoted_text;

/// A position among the tokens of a text.
pub(super) struct Cursor<'t> {
    text: &'t str,
    tokens: Vec<Token>,
    at: usize,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(text: &'t str) -> Result<Self, String> {
        let open = |start| format!("line {}: a quote is not closed", line(text, start));
        Ok(Cursor { text, tokens: tokens(text).map_err(open)?, at: 0 })
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.at == self.tokens.len()
    }

    pub(super) fn kind(&self) -> Option<Kind> {
        self.tokens.get(self.at).map(|token| token.kind)
    }

    /// Whether this word comes next, in any case.
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

    /// Consumes these words if all of them come next.
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

    /// Consumes any word; `what` names it in the error.
    pub(super) fn word(&mut self, what: &str) -> Result<&'t str, String> {
        self.take(Kind::Word).ok_or_else(|| self.unexpected(what))
    }

    /// Consumes a name, in backticks or bare.
    pub(super) fn name(&mut self) -> Result<String, String> {
        match self.take(Kind::Name) {
            Some(quoted) => Ok(unquoted_text(quoted)),
            None => self.word("a name").map(str::to_owned),
        }
    }

    /// Consumes a string in quotes.
    pub(super) fn text(&mut self) -> Result<String, String> {
        self.take(Kind::Text).map(unquoted_text).ok_or_else(|| self.unexpected("a string in quotes"))
    }

    /// Consumes a number without a suffix.
    pub(super) fn number(&mut self) -> Result<u64, String> {
        let unexpected = self.unexpected("a number");
        self.take(Kind::Number).and_then(|number| number.parse().ok()).ok_or(unexpected)
    }

    /// Consumes an integer, which may be negative.
    pub(super) fn signed(&mut self) -> Result<i64, String> {
        let unexpected = self.unexpected("an integer");
        let sign = if self.eat_symbol('-') { "-" } else { "" };
        let number = self.take(Kind::Number).and_then(|number| format!("{sign}{number}").parse().ok());
        number.ok_or(unexpected)
    }

    /// Consumes names in parentheses, and says whether there was nothing else, such as a sort direction or an
    /// expression.
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

    /// Consumes `WORD =` and returns the word in upper case; consumes nothing if no such pair comes next.
    pub(super) fn key(&mut self) -> Option<String> {
        let key = if self.next_is('=') { self.take(Kind::Word) } else { None };
        self.at += usize::from(key.is_some());
        key.map(str::to_ascii_uppercase)
    }

    /// Consumes the expression of one value. It ends where a word follows a value.
    pub(super) fn value(&mut self) -> Result<&'t str, String> {
        let first = self.position();
        self.skip_until(|at| {
            at.position() > first && at.kind() == Some(Kind::Word) && at.is_apart() && at.is_after_value()
        })
    }

    fn is_after_value(&self) -> bool {
        let before = self.at.checked_sub(1).and_then(|before| self.tokens.get(before));
        before.is_some_and(|token| !matches!(token.kind, Kind::Symbol(symbol) if symbol != ')'))
    }

    /// Whether there is white space before the next token.
    fn is_apart(&self) -> bool {
        let before = self.at.checked_sub(1).and_then(|before| self.tokens.get(before));
        before.is_some_and(|token| token.end < self.position())
    }

    /// Consumes tokens without white space between them, up to a comma, a closing parenthesis or a semicolon.
    pub(super) fn run(&mut self) -> &'t str {
        let start = self.position();
        while let Some(kind) = self.kind() {
            if matches!(kind, Kind::Symbol(',' | ')' | ';')) || self.position() > start && self.is_apart() {
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

    /// Moves to a name in backticks that is followed by a parenthesis, and returns what comes before it. Without such a
    /// name, it does not move.
    pub(super) fn skip_to_path(&mut self) -> &'t str {
        let (start, first) = (self.position(), self.at);
        let is_path = |at: &Self| at.kind() == Some(Kind::Name) && at.next_is('(');
        if self.skip_until(is_path).is_ok() && is_path(self) {
            return self.between(start);
        }
        self.at = first;
        ""
    }

    /// Whether this symbol follows the next token.
    fn next_is(&self, symbol: char) -> bool {
        self.tokens.get(self.at + 1).is_some_and(|token| token.kind == Kind::Symbol(symbol))
    }

    /// Consumes a comma, or checks that the end of the list comes next without consuming it.
    pub(super) fn expect_comma_or(&mut self, end: char) -> Result<(), String> {
        if self.eat_symbol(',') || self.is_symbol(end) {
            return Ok(());
        }
        Err(self.unexpected(&format!("`,` or `{end}`")))
    }

    /// Consumes balanced parentheses, and returns the text between them.
    pub(super) fn group(&mut self) -> Result<&'t str, String> {
        self.expect_symbol('(')?;
        let start = self.position();
        self.skip_until(|_| false)?;
        while self.eat_symbol(',') || self.eat_symbol(';') {
            self.skip_until(|_| false)?;
        }
        let inside = self.between(start);
        self.expect_symbol(')')?;
        Ok(inside)
    }

    /// Consumes all tokens up to a comma, closing parenthesis or semicolon outside of parentheses, or until `stop` is
    /// true.
    pub(super) fn skip_until(&mut self, stop: impl Fn(&Self) -> bool) -> Result<&'t str, String> {
        let start = self.position();
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

    /// Where the next token starts.
    pub(super) fn position(&self) -> usize {
        self.tokens.get(self.at).map_or(self.text.len(), |token| token.start)
    }

    /// The text from a position to the end of the last consumed token.
    pub(super) fn between(&self, start: usize) -> &'t str {
        let end = self.at.checked_sub(1).and_then(|last| self.tokens.get(last)).map_or(0, |token| token.end);
        self.text.get(start..end).unwrap_or_default()
    }

    /// An error that says what was expected, what was found, and in which line.
    pub(super) fn unexpected(&self, expected: &str) -> String {
        let found = match self.tokens.get(self.at) {
            Some(token) => format!("`{}`", self.slice(*token)),
            None => "the end".to_owned(),
        };
        format!("line {}: expected {expected}, found {found}", line(self.text, self.position()))
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

fn line(text: &str, position: usize) -> usize {
    1 + text[..position].matches('\n').count()
}
