//! A column: a field of the struct with its resolved attributes.

use proc_macro2::{Span, TokenStream};
use syn::{Ident, Type, Visibility};

/// A field of the struct.
pub(crate) enum Field {
    Column(Column),
    /// `#[ydb(skip)]`
    Skipped(Ident),
}

/// A field that is a column.
pub(crate) struct Column {
    pub(crate) ident: Ident,
    pub(crate) visibility: Visibility,
    pub(crate) ty: Type,
    /// The field's name as text, without `r#`.
    pub(crate) field: String,
    /// The SQL name.
    pub(crate) name: String,
    /// A variant of `YdbType`, and where it is written.
    pub(crate) ydb_type: Option<(Span, TokenStream)>,
    pub(crate) json: bool,
    pub(crate) serial: Option<Span>,
    /// A variant of `DefaultValue`, and where it is written.
    pub(crate) default: Option<(Span, TokenStream)>,
    pub(crate) family: Option<String>,
    pub(crate) monotonic: bool,
    pub(crate) dispersed: bool,
}

/// The columns of a table, for looking a field up by the name the user wrote.
pub(crate) fn position(columns: &[Column], ident: &Ident) -> Option<usize> {
    columns.iter().position(|column| column.ident == *ident)
}
