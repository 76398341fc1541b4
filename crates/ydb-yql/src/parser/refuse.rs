//! Errors of the parser: a token that the grammar does not allow, an unknown construct, and a tree that is too high.
//!
//! A rule that looks for a token and does not find it adds the token to `expected`; moving on clears the list. When no
//! rule fits, the message prints the list as ANTLR does: `mismatched input 'x' expecting {',', ')'}`.
//!
//! The parser recurses, and so does all code that walks the tree later: the planner, evaluation, even dropping the
//! tree. A text such as 100,000 parentheses must not overflow the stack. Two limits prevent that:
//!
//! - `cost` estimates the stack that the open rules use. [`Parser::enter`] adds to it, and refuses the text above
//!   [`MAX_COST`]. This protects the parser.
//! - `height` is the height of the tree that was built so far. `a.b.c..` and `a = b = c ..` open no rule, but each link
//!   adds a node on top. [`Parser::link`] counts these nodes, and refuses the text above [`MAX_HEIGHT`]. This protects
//!   all code that walks the tree. A chain of one operator, of UNIONs or of JOINs is one node, and may have any length.

use super::cursor::Parser;
use crate::error::{Error, Position, Result, expecting, quote};
use crate::lexer::Kind;

/// Greatest height of a tree. Code that walks the tree recurses, and a thread's stack is small.
const MAX_HEIGHT: usize = 200;

/// Greatest sum of the costs of open rules: about a megabyte of stack in debug builds, measured by the tests.
const MAX_COST: usize = 200;

/// Cost of an expression in brackets.
pub(super) const EXPRESSION: usize = 2;

/// Cost of a call, in addition to the cost of its arguments.
pub(super) const CALL: usize = 1;

/// Cost of a query in brackets.
pub(super) const QUERY: usize = 3;

/// Cost of a type in brackets.
pub(super) const TYPE: usize = 1;

impl Parser<'_> {
    /// Runs a rule that may contain itself, one level deeper in the text and in the tree. `cost` estimates the stack
    /// that the rule uses.
    pub(super) fn nested<T>(&mut self, cost: usize, rule: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let around = self.enter(cost)?;
        let result = rule(self);
        self.leave(cost, around)?;
        result
    }

    /// Opens a nested rule, which [`Self::leave`] closes. Returns the height around the rule. An error may leave the
    /// rule open, because it ends the parse.
    pub(super) fn enter(&mut self, cost: usize) -> Result<usize> {
        self.cost += cost;
        if self.cost > MAX_COST {
            return Err(self.too_deep());
        }
        Ok(std::mem::take(&mut self.height))
    }

    /// Closes a nested rule that [`Self::enter`] opened; `around` is the height that it returned.
    pub(super) fn leave(&mut self, cost: usize, around: usize) -> Result<()> {
        self.cost -= cost;
        self.link()?;
        self.higher_of(around);
        Ok(())
    }

    /// Resets the height, for a rule whose result later operators wrap. Returns the height so far.
    pub(super) fn fresh_height(&mut self) -> usize {
        std::mem::take(&mut self.height)
    }

    /// Restores the height that [`Self::fresh_height`] returned, if it is greater than the current one.
    pub(super) fn higher_of(&mut self, around: usize) {
        self.height = self.height.max(around);
    }

    /// Adds one to the height: a new node is on top of the tree.
    pub(super) fn link(&mut self) -> Result<()> {
        self.height += 1;
        if self.height > MAX_HEIGHT { Err(self.too_deep()) } else { Ok(()) }
    }

    fn too_deep(&self) -> Error {
        Error::refused(self.position(), "The query is nested too deeply")
    }
}

/// Most alternatives that a message names.
const MAX_EXPECTED: usize = 16;

impl Parser<'_> {
    /// Adds a token that the grammar allows here, for error messages.
    pub(super) fn missed(&mut self, what: &'static str) {
        if self.expected.len() < MAX_EXPECTED && !self.expected.contains(&what) {
            self.expected.push(what);
        }
    }

    /// Replaces the expected tokens by these.
    pub(super) fn only_expected(&mut self, expected: &[&'static str]) {
        self.expected = expected.to_vec();
    }

    /// Returns the error for a token that the grammar does not allow here.
    pub(super) fn unexpected(&self) -> Error {
        self.unexpected_unless(false)
    }

    /// Returns the error for a token that the grammar does not allow here. `extra` means that the text would be correct
    /// without the token.
    pub(super) fn unexpected_unless(&self, extra: bool) -> Error {
        let what = if extra { "extraneous" } else { "mismatched" };
        let found = if self.kind() == Kind::End { String::from("'<EOF>'") } else { quote(self.slice()) };
        let expected = expecting(&self.expected);
        Error::syntax(self.position(), format!("{what} input {found} expecting {expected}"))
    }

    /// Returns the error for a token that is none of these; they are added to the expected tokens.
    pub(super) fn none_of(&mut self, expected: &[&'static str]) -> Error {
        expected.iter().for_each(|what| self.missed(what));
        self.unexpected()
    }

    /// Refuses a construct that begins at the current token.
    pub(super) fn unsupported<T>(&self, construct: &str) -> Result<T> {
        Err(Error::unsupported(self.position(), construct))
    }

    /// Refuses a construct that begins at the current token, if `begins` is `true`.
    pub(super) fn unsupported_if(&self, construct: &str, begins: bool) -> Result<()> {
        if begins { self.unsupported(construct) } else { Ok(()) }
    }

    /// Reports a construct at the current token as unsupported. The parser continues.
    pub(super) fn note(&mut self, construct: &str) {
        self.note_at(self.position(), construct);
    }

    /// Takes these keywords if they are next, and reports a construct there as unsupported; returns `true` if they were.
    pub(super) fn eat_noted(&mut self, keywords: &str, construct: &str) -> bool {
        let found = self.are(keywords);
        if found {
            self.note(construct);
            self.skip(keywords.split(' ').count());
        }
        found
    }

    /// Reports a construct at a place as unsupported. The parser continues.
    pub(super) fn note_at(&mut self, at: Position, construct: &str) {
        self.noted.push((at, construct.to_owned()));
    }
}
