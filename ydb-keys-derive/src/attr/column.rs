//! `#[ydb(...)]` on a field, on a newtype, on an enum and on its variants.

use syn::ext::IdentExt as _;
use syn::{Attribute, Field, LitStr, Path};

use super::parse::{words, words_of_field};
use super::setting::Literal;
use super::slot::Slot;
use crate::diag::Errors;
use crate::words::{EnumWord, FieldWord, NewtypeWord, VariantWord};

/// `#[ydb(...)]` on a field of a table.
pub(crate) struct ColumnAttrs {
    pub(crate) rename: Slot<LitStr>,
    pub(crate) ty: Slot<LitStr>,
    pub(crate) monotonic: Slot<()>,
    pub(crate) dispersed: Slot<()>,
    pub(crate) serial: Slot<()>,
    pub(crate) default: Slot<Literal>,
    pub(crate) json: Slot<()>,
    pub(crate) with: Slot<Path>,
    pub(crate) family: Slot<LitStr>,
    pub(crate) skip: Slot<()>,
    pub(crate) version: Slot<()>,
    /// Whether a word could not be read.
    pub(crate) broken: bool,
}

impl ColumnAttrs {
    pub(crate) fn parse(field: &Field, errors: &mut Errors) -> Self {
        let name = field.ident.as_ref().map(|ident| ident.unraw().to_string()).unwrap_or_default();
        let mut this = ColumnAttrs {
            rename: Slot::of(FieldWord::Rename),
            ty: Slot::of(FieldWord::Type),
            monotonic: Slot::of(FieldWord::Monotonic),
            dispersed: Slot::of(FieldWord::Dispersed),
            serial: Slot::of(FieldWord::Serial),
            default: Slot::of(FieldWord::Default),
            json: Slot::of(FieldWord::Json),
            with: Slot::of(FieldWord::With),
            family: Slot::of(FieldWord::Family),
            skip: Slot::of(FieldWord::Skip),
            version: Slot::of(FieldWord::Version),
            broken: false,
        };
        let broken = words_of_field(&field.attrs, &name, errors, |given, errors| {
            let span = given.span;
            match given.word {
                FieldWord::Rename => this.rename.set(span, given.text()?, errors),
                FieldWord::Type => this.ty.set(span, given.text()?, errors),
                FieldWord::Monotonic => this.monotonic.set(span, (), errors),
                FieldWord::Dispersed => this.dispersed.set(span, (), errors),
                FieldWord::Serial => this.serial.set(span, (), errors),
                FieldWord::Default => this.default.set(span, given.value()?, errors),
                FieldWord::Json => this.json.set(span, (), errors),
                FieldWord::With => this.with.set(span, given.path()?, errors),
                FieldWord::Family => this.family.set(span, given.text()?, errors),
                FieldWord::Skip => this.skip.set(span, (), errors),
                FieldWord::Version => this.version.set(span, (), errors),
            }
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
            ty: Slot::of(NewtypeWord::Type),
            monotonic: Slot::of(NewtypeWord::Monotonic),
            dispersed: Slot::of(NewtypeWord::Dispersed),
            krate: Slot::of(NewtypeWord::Crate),
            broken: false,
        };
        let broken = words(attrs, errors, |given, errors| {
            let span = given.span;
            match given.word {
                NewtypeWord::Type => this.ty.set(span, given.text()?, errors),
                NewtypeWord::Monotonic => this.monotonic.set(span, (), errors),
                NewtypeWord::Dispersed => this.dispersed.set(span, (), errors),
                NewtypeWord::Crate => this.krate.set(span, given.path()?, errors),
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
            rename_all: Slot::of(EnumWord::RenameAll),
            representation: Slot::of(EnumWord::As),
            krate: Slot::of(EnumWord::Crate),
        };
        words(attrs, errors, |given, errors| {
            let span = given.span;
            match given.word {
                EnumWord::RenameAll => this.rename_all.set(span, given.text()?, errors),
                EnumWord::As => this.representation.set(span, given.text()?, errors),
                EnumWord::Crate => this.krate.set(span, given.path()?, errors),
            }
            Ok(())
        });
        this
    }
}

/// `#[ydb(rename = "...")]` on a variant.
pub(crate) fn variant_rename(attrs: &[Attribute], errors: &mut Errors) -> Slot<LitStr> {
    let mut rename = Slot::of(VariantWord::Rename);
    words(attrs, errors, |given, errors| {
        match given.word {
            VariantWord::Rename => rename.set(given.span, given.text()?, errors),
        }
        Ok(())
    });
    rename
}
