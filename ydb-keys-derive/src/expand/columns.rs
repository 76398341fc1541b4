//! The columns as typed constants: a struct with a field for each, and its only value.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Ident;

use super::codec::AT_ONCE;
use crate::model::table::Table;

/// The struct.
pub(super) fn columns(table: &Table) -> TokenStream {
    let (ident, name) = (&table.ident, &table.names.columns);
    let idents = table.columns.iter().map(|column| &column.ident);
    let types = table.columns.iter().map(|column| &column.ty);
    quote!(pub struct #name { #(pub #idents: __ydb::ColumnOf<#ident, #types>,)* })
}

/// The Rust type of each column by its position, for checked queries.
#[cfg(feature = "yql")]
pub(super) fn types(table: &Table) -> TokenStream {
    let ident = &table.ident;
    let each = table.columns.iter().enumerate().map(|(position, column)| {
        let ty = &column.ty;
        quote!(impl __ydb::yql::ColumnAt<#position, #ty> for #ident {})
    });
    quote!(#(#each)* impl __ydb::yql::ColumnAt<{ __ydb::yql::NO_FIELD }, __ydb::yql::Any> for #ident {})
}

/// Its value.
pub(super) fn value(table: &Table) -> TokenStream {
    let name = &table.names.columns;
    let idents = table.columns.iter().map(|column| &column.ident);
    let values: Vec<Ident> = (0..table.columns.len()).map(|at| format_ident!("__v{at}")).collect();
    let parts = values.chunks(AT_ONCE);
    let calls = parts.clone().map(|part| format_ident!("columns{}", part.len()));
    let firsts = (0_usize..).step_by(AT_ONCE);
    quote!({ #(let (#(#parts,)*) = __ydb::#calls(#firsts);)* #name { #(#idents: #values,)* } })
}
