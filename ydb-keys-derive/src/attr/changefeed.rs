//! `changefeed(...)` as written.

use proc_macro2::Span;
use syn::parse::ParseStream;
use syn::{Ident, LitStr, Result, Token};

use super::parse::{inner, sql_name};
use super::slot::Slot;
use crate::diag::Errors;
use crate::words::{ChangefeedWord, Words as _};

/// `changefeed(name, mode = updates, retention = "PT12H")`
pub(crate) struct ChangefeedAttr {
    pub(crate) span: Span,
    pub(crate) name: Slot<LitStr>,
    pub(crate) mode: Slot<Ident>,
    pub(crate) format: Slot<Ident>,
    pub(crate) retention: Slot<LitStr>,
    pub(crate) barriers: Slot<LitStr>,
    pub(crate) min_partitions: Slot<(Span, u32)>,
    /// The words without a value.
    pub(crate) flags: Vec<(ChangefeedWord, Slot<()>)>,
    /// Whether all of it could be read.
    pub(crate) whole: bool,
}

impl ChangefeedAttr {
    pub(crate) fn new(span: Span) -> Self {
        ChangefeedAttr {
            span,
            name: Slot::called("the name"),
            mode: Slot::of(ChangefeedWord::Mode),
            format: Slot::of(ChangefeedWord::Format),
            retention: Slot::of(ChangefeedWord::Retention),
            barriers: Slot::of(ChangefeedWord::Barriers),
            min_partitions: Slot::of(ChangefeedWord::MinPartitions),
            flags: Vec::new(),
            whole: true,
        }
    }

    /// Where a word without a value is written.
    pub(crate) fn flag(&self, word: ChangefeedWord) -> Option<Span> {
        self.flags.iter().find(|(other, _)| *other == word).and_then(|(_, slot)| slot.span())
    }

    pub(crate) fn parse_item(&mut self, input: ParseStream<'_>, errors: &mut Errors) -> Result<()> {
        if !self.name.is_set() && !input.peek2(Token![=]) {
            let name = sql_name(input)?;
            self.name.set(name.span(), name, errors);
            return Ok(());
        }
        let given = inner(input)?;
        let span = given.span;
        match given.word {
            ChangefeedWord::Mode => self.mode.set(span, given.value()?, errors),
            ChangefeedWord::Format => self.format.set(span, given.value()?, errors),
            ChangefeedWord::Retention => self.retention.set(span, given.text()?, errors),
            ChangefeedWord::Barriers => self.barriers.set(span, given.text()?, errors),
            ChangefeedWord::MinPartitions => self.min_partitions.set(span, given.number()?, errors),
            word @ (ChangefeedWord::VirtualTimestamps
            | ChangefeedWord::InitialScan
            | ChangefeedWord::UserSids
            | ChangefeedWord::TraceIds
            | ChangefeedWord::AutoPartitioning) => self.set_flag(word, span, errors),
        }
        Ok(())
    }

    fn set_flag(&mut self, word: ChangefeedWord, span: Span, errors: &mut Errors) {
        let at = self.flags.iter().position(|(other, _)| *other == word).unwrap_or_else(|| {
            self.flags.push((word, Slot::called(word.name())));
            self.flags.len() - 1
        });
        self.flags[at].1.set(span, (), errors);
    }
}
