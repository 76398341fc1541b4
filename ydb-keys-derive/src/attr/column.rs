//! `#[ydb(...)]` on fields of tables, newtypes, enums and their variants, on structs of rows and on their fields.

use proc_macro2::Span;
use syn::parse::Parse as _;
use syn::{Attribute, Ident, LitStr, Path, Result};

use super::parse::{Broken, Given, Slot, attrs, nothing, sql_name, text, words};
use super::setting::Literal;
use crate::diag::Errors;
use crate::words::{EnumWord, FieldWord, NewtypeWord, RowFieldWord, RowWord, TableWord, VariantWord};

attrs! {
    /// Attributes of a field of a table, `#[ydb(...)]`.
    ColumnAttrs on FieldWord {
        rename: LitStr = Rename(text);
        ty: LitStr = Type(text);
        monotonic: () = Monotonic(nothing);
        dispersed: () = Dispersed(nothing);
        serial: () = Serial(nothing);
        default: Literal = Default(Literal::parse);
        json: () = Json(nothing);
        with: Path = With(Path::parse_mod_style);
        family: LitStr = Family(text);
        skip: () = Skip(nothing);
        version: () = Version(nothing);
    }
}

attrs! {
    /// Attributes of a newtype, `#[ydb(...)]`.
    NewtypeAttrs on NewtypeWord {
        ty: LitStr = Type(text);
        monotonic: () = Monotonic(nothing);
        dispersed: () = Dispersed(nothing);
        krate: Path = Crate(Path::parse_mod_style);
    }
}

attrs! {
    /// Attributes of an enum, `#[ydb(...)]`.
    EnumAttrs() in EnumWord {
        rename_all: LitStr = RenameAll(text);
        representation: LitStr = As(text);
        krate: Path = Crate(Path::parse_mod_style);
    }
}

impl EnumAttrs {
    pub(crate) fn parse(attrs: &[Attribute], errors: &mut Errors) -> Self {
        let mut this = EnumAttrs::new();
        words(attrs, None, errors, |given, errors| this.set(given, errors));
        this
    }
}

/// Parses `#[ydb(rename = "...")]` on a variant.
pub(crate) fn variant_rename(attrs: &[Attribute], errors: &mut Errors) -> Slot<LitStr> {
    let mut rename = Slot::of(VariantWord::Rename);
    words(attrs, None, errors, |given, errors| {
        match given.word {
            VariantWord::Rename => rename.set(given.span, given.input.parse()?, errors),
        }
        Ok(())
    });
    rename
}

attrs! {
    /// Attributes of the struct of a row, `#[ydb(...)]`.
    RowAttrs on RowWord {
        of: Path = Of(Path::parse_mod_style);
        covered_by: LitStr = CoveredBy(sql_name);
        rename_all: LitStr = RenameAll(text);
        krate: Path = Crate(Path::parse_mod_style);
    }
}

attrs! {
    /// Attributes of a field of a row, `#[ydb(...)]`.
    RowFieldAttrs on RowFieldWord {
        rename: LitStr = Rename(text);
        json: () = Json(nothing);
        with: Path = With(Path::parse_mod_style);
        flatten: () = Flatten(nothing);
        prefix: LitStr = Prefix(text);
        skip: () = Skip(nothing);
    }
}

/// Returns the place where the attributes declare a primary key; such a struct is the model of a table.
pub(crate) fn key_of_model(attrs: &[Attribute]) -> Option<Span> {
    let mut key = None;
    // The derive of the model reports other errors in the attributes.
    words::<TableWord>(attrs, None, &mut Errors::default(), |given, _| {
        key = key.or(Some(given.span).filter(|_| given.word == TableWord::PrimaryKey));
        Err(given.input.error("passed over"))
    });
    key
}
