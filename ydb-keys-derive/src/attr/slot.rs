//! The value of an attribute that may be given once, with the span of its name.

use proc_macro2::Span;

use crate::diag::Errors;
use crate::words::Words;

/// The value of an attribute that may be given once.
pub(crate) struct Slot<T> {
    name: &'static str,
    value: Option<(Span, T)>,
}

impl<T> Slot<T> {
    pub(crate) fn of(word: impl Words) -> Self {
        Slot::called(word.name())
    }

    /// The slot of what has no word of its own.
    pub(crate) fn called(name: &'static str) -> Self {
        Slot { name, value: None }
    }

    /// Keeps the first value; a second one is an error.
    pub(crate) fn set(&mut self, span: Span, value: T, errors: &mut Errors) {
        match &self.value {
            Some(_) => errors.rule(
                span,
                "conflicting_attributes",
                format_args!("`{}` is given twice", self.name),
                "keep one of the two",
            ),
            None => self.value = Some((span, value)),
        }
    }

    pub(crate) fn get(&self) -> Option<&T> {
        self.value.as_ref().map(|(_, value)| value)
    }

    /// The span of the attribute's name.
    pub(crate) fn span(&self) -> Option<Span> {
        self.value.as_ref().map(|(span, _)| *span)
    }

    /// The attribute's name and where it is written.
    pub(crate) fn given(&self) -> Option<(&'static str, Span)> {
        self.span().map(|span| (self.name, span))
    }

    pub(crate) fn is_set(&self) -> bool {
        self.value.is_some()
    }
}
