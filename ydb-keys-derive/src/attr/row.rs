//! `#[ydb(...)]` on the struct of a row and on its fields.

use proc_macro2::Span;
use syn::{Attribute, LitStr, Path, Token};

use super::parse::{ROW, ROW_FIELD, STRUCT, sql_name, words};
use super::slot::Slot;
use crate::diag::Errors;

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
            of: Slot::new("of"),
            covered_by: Slot::new("covered_by"),
            rename_all: Slot::new("rename_all"),
            krate: Slot::new("crate"),
            broken: false,
        };
        let broken = words(attrs, &ROW, errors, |word, errors| {
            match word.name.as_str() {
                "of" => {
                    word.input.parse::<Token![=]>()?;
                    this.of.set(word.span, word.input.call(Path::parse_mod_style)?, errors);
                }
                "covered_by" => {
                    word.input.parse::<Token![=]>()?;
                    this.covered_by.set(word.span, sql_name(word.input)?, errors);
                }
                "rename_all" => this.rename_all.set(word.span, word.text()?, errors),
                // The only word left of `ROW`.
                _ => {
                    word.input.parse::<Token![=]>()?;
                    this.krate.set(word.span, word.input.call(Path::parse_mod_style)?, errors);
                }
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
    pub(crate) skip: Slot<()>,
}

impl RowFieldAttrs {
    pub(crate) fn parse(attrs: &[Attribute], errors: &mut Errors) -> Self {
        let mut this = RowFieldAttrs { rename: Slot::new("rename"), json: Slot::new("json"), skip: Slot::new("skip") };
        words(attrs, &ROW_FIELD, errors, |word, errors| {
            let flag = match word.name.as_str() {
                "rename" => return word.text().map(|text| this.rename.set(word.span, text, errors)),
                "json" => &mut this.json,
                // The only word left of `ROW_FIELD`.
                _ => &mut this.skip,
            };
            word.flag()?;
            flag.set(word.span, (), errors);
            Ok(())
        });
        this
    }
}

/// Where the primary key of a model is declared.
pub(crate) fn key_of_model(attrs: &[Attribute]) -> Option<Span> {
    let mut key = None;
    // What else there is to say of the attributes, the derive of the model says.
    words(attrs, &STRUCT, &mut Errors::default(), |word, _| {
        key = key.or(Some(word.span).filter(|_| word.name == "primary_key"));
        Err(word.input.error("passed over"))
    });
    key
}
