//! `#[ydb(...)]` on fields of tables, newtypes, enums and their variants, on structs of rows and on their fields.

use proc_macro2::Span;
use syn::ext::IdentExt as _;
use syn::{Attribute, Field, LitStr, Path};

use super::parse::{Slot, sql_name, words, words_of_field};
use super::setting::Literal;
use crate::diag::Errors;
use crate::words::{EnumWord, FieldWord, NewtypeWord, RowFieldWord, RowWord, TableWord, VariantWord, Words as _};

/// Attributes of a field of a table, `#[ydb(...)]`.
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
    /// `true` if `skip` is written, even if it could not be read.
    pub(crate) names_skip: bool,
    /// `true` if `primary_key` is written on the field; it belongs on the struct.
    pub(crate) names_key: bool,
    /// `true` if a word could not be read.
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
            names_skip: false,
            names_key: false,
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
        this.names_skip = broken.names(FieldWord::Skip.name());
        this.names_key = broken.names(TableWord::PrimaryKey.name());
        this.broken = broken.any;
        this
    }
}

/// Attributes of a newtype, `#[ydb(...)]`.
pub(crate) struct NewtypeAttrs {
    pub(crate) ty: Slot<LitStr>,
    pub(crate) monotonic: Slot<()>,
    pub(crate) dispersed: Slot<()>,
    pub(crate) krate: Slot<Path>,
    /// `true` if a word could not be read.
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

/// Attributes of an enum, `#[ydb(...)]`.
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

/// Parses `#[ydb(rename = "...")]` on a variant.
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

/// Attributes of the struct of a row, `#[ydb(...)]`.
pub(crate) struct RowAttrs {
    pub(crate) of: Slot<Path>,
    pub(crate) covered_by: Slot<LitStr>,
    pub(crate) rename_all: Slot<LitStr>,
    pub(crate) krate: Slot<Path>,
    /// `true` if a word that could not be read may have been `of`.
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

/// Attributes of a field of a row, `#[ydb(...)]`.
pub(crate) struct RowFieldAttrs {
    pub(crate) rename: Slot<LitStr>,
    pub(crate) json: Slot<()>,
    pub(crate) with: Slot<Path>,
    pub(crate) flatten: Slot<()>,
    pub(crate) prefix: Slot<LitStr>,
    pub(crate) skip: Slot<()>,
    /// `true` if `skip` is written, even if it could not be read.
    pub(crate) names_skip: bool,
}

impl RowFieldAttrs {
    pub(crate) fn parse(field: &Field, errors: &mut Errors) -> Self {
        let mut this = RowFieldAttrs {
            rename: Slot::of(RowFieldWord::Rename),
            json: Slot::of(RowFieldWord::Json),
            with: Slot::of(RowFieldWord::With),
            flatten: Slot::of(RowFieldWord::Flatten),
            prefix: Slot::of(RowFieldWord::Prefix),
            skip: Slot::of(RowFieldWord::Skip),
            names_skip: false,
        };
        let broken = words(&field.attrs, errors, |given, errors| {
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
        this.names_skip = broken.names(RowFieldWord::Skip.name());
        this
    }
}

/// Returns the place where the attributes declare a primary key; such a struct is the model of a table.
pub(crate) fn key_of_model(attrs: &[Attribute]) -> Option<Span> {
    let mut key = None;
    // The derive of the model reports other errors in the attributes.
    words::<TableWord>(attrs, &mut Errors::default(), |given, _| {
        key = key.or(Some(given.span).filter(|_| given.word == TableWord::PrimaryKey));
        Err(given.input.error("passed over"))
    });
    key
}
