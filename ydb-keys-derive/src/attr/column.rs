//! `#[ydb(...)]` on a field, on a newtype, on an enum and on its variants.

use syn::{Attribute, LitStr, Path, Token};

use super::parse::{ENUM, FIELD, NEWTYPE, VARIANT, words};
use super::setting::Literal;
use super::slot::Slot;
use crate::diag::Errors;

/// `#[ydb(...)]` on a field of a table.
pub(crate) struct ColumnAttrs {
    pub(crate) rename: Slot<LitStr>,
    pub(crate) ty: Slot<LitStr>,
    pub(crate) monotonic: Slot<()>,
    pub(crate) dispersed: Slot<()>,
    pub(crate) serial: Slot<()>,
    pub(crate) default: Slot<Literal>,
    pub(crate) json: Slot<()>,
    pub(crate) family: Slot<LitStr>,
    pub(crate) skip: Slot<()>,
    /// Whether a word could not be read.
    pub(crate) broken: bool,
}

impl ColumnAttrs {
    pub(crate) fn parse(attrs: &[Attribute], errors: &mut Errors) -> Self {
        let mut this = ColumnAttrs {
            rename: Slot::new("rename"),
            ty: Slot::new("type"),
            monotonic: Slot::new("monotonic"),
            dispersed: Slot::new("dispersed"),
            serial: Slot::new("serial"),
            default: Slot::new("default"),
            json: Slot::new("json"),
            family: Slot::new("family"),
            skip: Slot::new("skip"),
            broken: false,
        };
        let broken = words(attrs, &FIELD, errors, |word, errors| {
            let flag = match word.name.as_str() {
                "rename" => return word.text().map(|text| this.rename.set(word.span, text, errors)),
                "type" => return word.text().map(|text| this.ty.set(word.span, text, errors)),
                "family" => return word.text().map(|text| this.family.set(word.span, text, errors)),
                "default" => return word.value().map(|value| this.default.set(word.span, value, errors)),
                "monotonic" => &mut this.monotonic,
                "dispersed" => &mut this.dispersed,
                "serial" => &mut this.serial,
                "json" => &mut this.json,
                // The only word left of `FIELD`.
                _ => &mut this.skip,
            };
            word.flag()?;
            flag.set(word.span, (), errors);
            Ok(())
        });
        this.broken = broken.any;
        this
    }
}

/// `#[ydb(...)]` on a newtype.
pub(crate) struct NewtypeAttrs {
    pub(crate) ty: Slot<LitStr>,
    pub(crate) monotonic: Slot<()>,
    pub(crate) dispersed: Slot<()>,
    pub(crate) krate: Slot<Path>,
    /// Whether a word could not be read.
    pub(crate) broken: bool,
}

impl NewtypeAttrs {
    pub(crate) fn parse(attrs: &[Attribute], errors: &mut Errors) -> Self {
        let mut this = NewtypeAttrs {
            ty: Slot::new("type"),
            monotonic: Slot::new("monotonic"),
            dispersed: Slot::new("dispersed"),
            krate: Slot::new("crate"),
            broken: false,
        };
        let broken = words(attrs, &NEWTYPE, errors, |word, errors| {
            match word.name.as_str() {
                "type" => this.ty.set(word.span, word.text()?, errors),
                "monotonic" => {
                    word.flag()?;
                    this.monotonic.set(word.span, (), errors);
                }
                "dispersed" => {
                    word.flag()?;
                    this.dispersed.set(word.span, (), errors);
                }
                // The only word left of `NEWTYPE`.
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

/// `#[ydb(...)]` on an enum.
pub(crate) struct EnumAttrs {
    pub(crate) rename_all: Slot<LitStr>,
    pub(crate) representation: Slot<LitStr>,
    pub(crate) krate: Slot<Path>,
}

impl EnumAttrs {
    pub(crate) fn parse(attrs: &[Attribute], errors: &mut Errors) -> Self {
        let mut this = EnumAttrs {
            rename_all: Slot::new("rename_all"),
            representation: Slot::new("as"),
            krate: Slot::new("crate"),
        };
        words(attrs, &ENUM, errors, |word, errors| {
            match word.name.as_str() {
                "rename_all" => this.rename_all.set(word.span, word.text()?, errors),
                "as" => this.representation.set(word.span, word.text()?, errors),
                // The only word left of `ENUM`.
                _ => {
                    word.input.parse::<Token![=]>()?;
                    this.krate.set(word.span, word.input.call(Path::parse_mod_style)?, errors);
                }
            }
            Ok(())
        });
        this
    }
}

/// `#[ydb(rename = "...")]` on a variant.
pub(crate) fn variant_rename(attrs: &[Attribute], errors: &mut Errors) -> Slot<LitStr> {
    let mut rename = Slot::new("rename");
    words(attrs, &VARIANT, errors, |word, errors| {
        rename.set(word.span, word.text()?, errors);
        Ok(())
    });
    rename
}
