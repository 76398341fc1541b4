//! Columns: fields of the struct with their resolved attributes.

use proc_macro2::{Span, TokenStream};
use syn::ext::IdentExt;
use syn::{Ident, Path, Type, Visibility};

use super::instead::{Instead, with_lifetimes};
use crate::diag::{Errors, did_you_mean, list};

/// Field of the struct.
pub(crate) enum Field {
    Column(Box<Column>),
    Skipped(Box<Skipped>),
}

/// Field with `#[ydb(skip)]`.
pub(crate) struct Skipped {
    pub(crate) ident: Ident,
    pub(crate) ty: Type,
}

/// Field that is a column.
pub(crate) struct Column {
    pub(crate) ident: Ident,
    pub(crate) visibility: Visibility,
    pub(crate) ty: Type,
    /// Replacement of the type, if the type probably is not a column.
    pub(crate) instead: Option<Instead>,
    /// Name of the field as text, without `r#`.
    pub(crate) field: String,
    /// SQL name.
    pub(crate) name: String,
    /// Variant of `YdbType`, and where it is written.
    pub(crate) ydb_type: Option<(Span, TokenStream)>,
    pub(crate) json: bool,
    /// Module that encodes and decodes the field.
    pub(crate) with: Option<Path>,
    pub(crate) serial: Option<Span>,
    /// Variant of `DefaultValue`, and where it begins and ends.
    pub(crate) default: Option<((Span, Span), TokenStream)>,
    pub(crate) family: Option<String>,
    pub(crate) monotonic: bool,
    pub(crate) dispersed: Option<Span>,
    /// Place that declares the column to be the version of the row.
    pub(crate) version: Option<Span>,
    /// `true` if attributes that could not be read may have said how the values are spread.
    pub(crate) uncertain: bool,
    /// `true` if the field is named like a generated method. This is an error, and the field gets no method of its own.
    pub(crate) reserved: bool,
}

impl Column {
    /// Creates a column without attributes.
    pub(crate) fn new(field: &syn::Field, ident: Ident, name: String) -> Self {
        Column {
            visibility: field.vis.clone(),
            ty: with_lifetimes(&field.ty),
            instead: Instead::of(&field.ty),
            field: ident.unraw().to_string(),
            name,
            ident,
            ydb_type: None,
            json: false,
            with: None,
            serial: None,
            default: None,
            family: None,
            monotonic: false,
            dispersed: None,
            version: None,
            uncertain: false,
            reserved: false,
        }
    }

    /// Returns the replacement of the type, if a value of the type is to be a column by itself.
    pub(crate) fn instead(&self) -> Option<&Instead> {
        self.instead.as_ref().filter(|_| self.is_plain())
    }

    /// Returns `true` if the field's type is a column by itself.
    pub(crate) fn is_plain(&self) -> bool {
        !self.json && self.with.is_none()
    }
}

/// Fields of the struct, to look one up by the name that the user wrote.
#[derive(Clone, Copy)]
pub(crate) struct Scope<'a> {
    pub(crate) columns: &'a [Column],
    /// Names of the skipped fields.
    pub(crate) skipped: &'a [String],
    /// Names of the hash columns, which are not fields.
    pub(crate) hashes: &'a [String],
}

impl<'a> Scope<'a> {
    /// Returns the position of the column with this field name. Names count without `r#`: `type` and `r#type` are one
    /// field.
    pub(crate) fn position(self, ident: &Ident) -> Option<usize> {
        self.columns.iter().position(|column| *ident == column.field)
    }

    /// Reports a name that is not a column.
    pub(crate) fn unknown(self, ident: &Ident, errors: &mut Errors) {
        let name = ident.unraw().to_string();
        let fields = self.columns.iter().map(|column| column.field.as_str());
        let fault = if let Some(column) = self.columns.iter().find(|column| column.name == name) {
            format!(
                "`{name}` is the SQL name of a column, and its field is `{}`; write the field's name here",
                column.field
            )
        } else if self.hashes.contains(&name) {
            format!("`{name}` is the hash column, which is not a field and cannot be used anywhere else")
        } else if self.skipped.contains(&name) {
            format!("`{name}` is skipped, so it is not a column; remove `#[ydb(skip)]` to use it here")
        } else {
            format!("`{name}` is not a field of the struct{}", did_you_mean(&name, fields.clone()))
        };
        let help = match self.columns.is_empty() {
            true => "the struct has no column; add a field for each".to_owned(),
            false => format!("the columns are {}", list(fields)),
        };
        errors.rule(ident.span(), "unknown_column", fault, help);
    }
}

/// Kind of a table: by rows or by columns.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Store {
    Row,
    Column,
}
