//! Refusals: a token that the grammar does not allow, a construct that is not known, and a tree that is too high.
//!
//! A rule that looks for a token and does not find it notes it in `expected`; moving on clears the list. When no rule
//! fits, the list is what ANTLR would print: `mismatched input 'x' expecting {',', ')'}`.
//!
//! The parser recurses, and so does whatever walks the tree later: the planner, evaluation, even dropping it. A text
//! such as 100,000 parentheses must not overflow the stack. Two limits prevent that:
//!
//! - `cost` is what the rules that are open now take of the stack. [`Parser::enter`] adds to it and refuses the text
//!   above [`MAX_COST`]. This protects the parser.
//! - `height` is the height of the tree built so far. `a.b.c..` and `a = b = c ..` open no rule, yet each link puts
//!   another node on top; [`Parser::link`] counts it and refuses the text above [`MAX_HEIGHT`]. This protects what walks
//!   the tree. Chains of one operator, of UNIONs and of JOINs are one node each, and may have any length.

use super::cursor::Parser;
use crate::error::{Error, Position, Result, expecting, quote};
use crate::lexer::Kind;

/// How high a tree may be: what walks it later recurses, and a thread's stack is small.
const MAX_HEIGHT: usize = 200;

/// What open rules may cost together: about a megabyte of stack in debug builds, measured by the tests.
const MAX_COST: usize = 200;

/// The cost of an expression in brackets.
pub(super) const EXPRESSION: usize = 2;

/// What a call adds to the cost of its arguments.
pub(super) const CALL: usize = 1;

/// The cost of a query in brackets.
pub(super) const QUERY: usize = 3;

/// The cost of a type in brackets.
pub(super) const TYPE: usize = 1;

impl Parser<'_> {
    /// Runs a rule that may hold itself, one level deeper in the text and in the tree; `cost` is what it takes of the
    /// stack.
    pub(super) fn nested<T>(&mut self, cost: usize, rule: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let around = self.enter(cost)?;
        let result = rule(self);
        self.leave(cost, around)?;
        result
    }

    /// Opens what [`Self::leave`] closes; a result that is an error may leave it open, for it ends the parse.
    pub(super) fn enter(&mut self, cost: usize) -> Result<usize> {
        self.cost += cost;
        if self.cost > MAX_COST {
            return Err(self.too_deep());
        }
        Ok(std::mem::take(&mut self.height))
    }

    /// Closes what [`Self::enter`] opened.
    pub(super) fn leave(&mut self, cost: usize, around: usize) -> Result<()> {
        self.cost -= cost;
        self.link()?;
        self.higher_of(around);
        Ok(())
    }

    /// Forgets the height built so far, for a rule whose result later operators wrap.
    pub(super) fn fresh_height(&mut self) -> usize {
        std::mem::take(&mut self.height)
    }

    /// Takes back what [`Self::fresh_height`] gave, where it is more.
    pub(super) fn higher_of(&mut self, around: usize) {
        self.height = self.height.max(around);
    }

    /// Notes that the tree built so far went one level down under a new node.
    pub(super) fn link(&mut self) -> Result<()> {
        self.height += 1;
        if self.height > MAX_HEIGHT { Err(self.too_deep()) } else { Ok(()) }
    }

    fn too_deep(&self) -> Error {
        Error::refused(self.position(), "The query is nested too deeply")
    }
}

/// The most alternatives that a message names.
const MAX_EXPECTED: usize = 16;

impl Parser<'_> {
    /// Notes what the grammar allows here, for messages.
    pub(super) fn missed(&mut self, what: &'static str) {
        if self.expected.len() < MAX_EXPECTED && !self.expected.contains(&what) {
            self.expected.push(what);
        }
    }

    /// Forgets what was looked for, except these.
    pub(super) fn only_expected(&mut self, expected: &[&'static str]) {
        self.expected = expected.to_vec();
    }

    /// The error for a token that the grammar does not allow here.
    pub(super) fn unexpected(&self) -> Error {
        self.unexpected_unless(false)
    }

    /// The same; `extra` means that the text would be correct without the token.
    pub(super) fn unexpected_unless(&self, extra: bool) -> Error {
        let what = if extra { "extraneous" } else { "mismatched" };
        let found = if self.kind() == Kind::End { String::from("'<EOF>'") } else { quote(self.slice()) };
        let expected = expecting(&self.expected);
        Error::syntax(self.position(), format!("{what} input {found} expecting {expected}"))
    }

    /// The error for a token that is none of these.
    pub(super) fn none_of(&mut self, expected: &[&'static str]) -> Error {
        expected.iter().for_each(|what| self.missed(what));
        self.unexpected()
    }

    /// The refusal of a construct that begins at the current token.
    pub(super) fn unsupported<T>(&self, construct: &str) -> Result<T> {
        Err(Error::unsupported(self.position(), construct))
    }

    /// Refuses a construct, if it begins at the current token.
    pub(super) fn unsupported_if(&self, construct: &str, begins: bool) -> Result<()> {
        if begins { self.unsupported(construct) } else { Ok(()) }
    }

    /// Notes a construct that begins at the current token, and reads on.
    pub(super) fn note(&mut self, construct: &str) {
        self.note_at(self.position(), construct);
    }

    /// Notes a construct that began at a place.
    pub(super) fn note_at(&mut self, at: Position, construct: &str) {
        self.noted.push((at, construct.to_owned()));
    }
}
