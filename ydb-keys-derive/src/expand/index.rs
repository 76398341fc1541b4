//! Secondary indexes: a marker type next to the model, and methods of its scan for the indexed columns.

use proc_macro2::TokenStream;
use quote::quote;

use super::scan::columns;
use crate::model::table::Table;

/// The marker types, where users can name them.
pub(super) fn markers(table: &Table) -> TokenStream {
    let (visibility, ident) = (&table.visibility, &table.ident);
    let markers = table.indexes.iter().map(|index| {
        let marker = &index.marker;
        let doc = format!("Index `{}` of [`{ident}`], to read through it: `{ident}::index::<{marker}>()`.", index.name);
        // A program may never read through the index, and the user's lints may demand traits that a marker does not
        // need.
        quote! {
            #[doc = #doc]
            #[allow(dead_code, missing_debug_implementations, missing_copy_implementations, non_camel_case_types, unreachable_pub)]
            #visibility struct #marker;
        }
    });
    quote!(#(#markers)*)
}

/// What each index is, and how it is scanned.
pub(super) fn scans(table: &Table) -> TokenStream {
    let ident = &table.ident;
    let scans = table.indexes.iter().enumerate().map(|(position, index)| {
        let marker = &index.marker;
        let columns = columns(table, marker, index.hash.as_ref(), &index.on);
        quote! {
            #[automatically_derived]
            impl __ydb::YdbIndex for #marker {
                type Table = #ident;
                const POSITION: ::core::primitive::usize = #position;
            }
            #columns
        }
    });
    quote!(#(#scans)*)
}
