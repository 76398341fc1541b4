//! `#[ydb(...)]` on the struct of a row and on its fields.

use proc_macro2::Span;
use syn::{Attribute, LitStr, Path};

use super::parse::{sql_name, words};
use super::slot::Slot;
use crate::diag::Errors;
use crate::words::{RowFieldWord, RowWord, TableWord};

/// `#[ydb(...)]` on the struct of a row.
pub(crate) struct RowAttrs {
    pub(crate) of: Slot<Path>,
    pub(crate) covered_by: Slot<LitStr>,
    pub(crate) rename_all: Slot<LitStr>,
    pub(crate) krate: Slot<Path>,
    /// Whether `of` may have been meant by a word that could not be read.
    pub(crate) broken: bool,
}

impl RowAttrs {
    pub(crate) fn parse(attrs: &[Attribute], errors: &mut Errors) -> Self {
        let mut this = RowAttrs {
            of: Slot::of(RowWord::Of),
            covered_by: Slot::of(RowWord::CoveredBy),
            rename_all: Slot::of(RowWord::RenameAll),
            krate: Slot::of(RowWord::Crate),
            broken: false,
        };
        let broken = words(attrs, errors, |given, errors| {
            let span = given.span;
            match given.word {
                RowWord::Of => this.of.set(span, given.path()?, errors),
                RowWord::CoveredBy => this.covered_by.set(span, sql_name(given.input)?, errors),
                RowWord::RenameAll => this.rename_all.set(span, given.text()?, errors),
                RowWord::Crate => this.krate.set(span, given.path()?, errors),
            }
            Ok(())
        });
        this.broken = broken.any;
        this
    }
}

/// `#[ydb(...)]` on a field of a row.
pub(crate) struct RowFieldAttrs {
    pub(crate) rename: Slot<LitStr>,
    pub(crate) json: Slot<()>,
    pub(crate) with: Slot<Path>,
    pub(crate) flatten: Slot<()>,
    pub(crate) prefix: Slot<LitStr>,
    pub(crate) skip: Slot<()>,
}

impl RowFieldAttrs {
    pub(crate) fn parse(attrs: &[Attribute], errors: &mut Errors) -> Self {
        let mut this = RowFieldAttrs {
            rename: Slot::of(RowFieldWord::Rename),
            json: Slot::of(RowFieldWord::Json),
            with: Slot::of(RowFieldWord::With),
            flatten: Slot::of(RowFieldWord::Flatten),
            prefix: Slot::of(RowFieldWord::Prefix),
            skip: Slot::of(RowFieldWord::Skip),
        };
        words(attrs, errors, |given, errors| {
            let span = given.span;
            match given.word {
                RowFieldWord::Rename => this.rename.set(span, given.text()?, errors),
                RowFieldWord::Json => this.json.set(span, (), errors),
                RowFieldWord::With => this.with.set(span, given.path()?, errors),
                RowFieldWord::Flatten => this.flatten.set(span, (), errors),
                RowFieldWord::Prefix => this.prefix.set(span, given.text()?, errors),
                RowFieldWord::Skip => this.skip.set(span, (), errors),
            }
            Ok(())
        });
        this
    }
}

/// Where the primary key of a model is declared.
pub(crate) fn key_of_model(attrs: &[Attribute]) -> Option<Span> {
    let mut key = None;
    // The derive of the model reports what else is wrong with the attributes.
    words::<TableWord>(attrs, &mut Errors::default(), |given, _| {
        key = key.or(Some(given.span).filter(|_| given.word == TableWord::PrimaryKey));
        Err(given.input.error("passed over"))
    });
    key
}
