//! Secondary indexes: a marker type beside the model, and a scan type whose columns are the indexed ones.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Ident;

use super::scan::{methods, sorted};
use crate::model::index::Index;
use crate::model::store::Store;
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

/// A scan type for each index.
pub(super) fn scans(table: &Table) -> TokenStream {
    let ident = &table.ident;
    let scans = table.indexes.iter().enumerate().map(|(position, index)| {
        let (marker, scan) = (&index.marker, &index.scan);
        let sorted = sorted(table, marker, index.hash.as_ref(), &index.on);
        let methods = methods(table, scan, marker, &index.on);
        quote! {
            #sorted
            #[must_use = "nothing is read until `.fetch(client).await`"]
            pub struct #scan<__S>(__ydb::Scan<#ident>, __ydb::PhantomData<__S>);
            #[automatically_derived]
            impl __ydb::YdbIndex for #marker {
                type Table = #ident;
                const INDEX: &'static __ydb::IndexDef = &__TABLE.indexes[#position];
                type Scan = #scan<__ydb::Start>;
                #[inline]
                fn wrap_scan(scan: __ydb::Scan<#ident>) -> Self::Scan { #scan(scan, __ydb::PhantomData) }
            }
            #methods
            __ydb::index_scan_methods!(#scan, #ident, #marker);
        }
    });
    let names = table.indexes.iter().map(|index| name(&index.name));
    let module = (!table.indexes.is_empty()).then(|| quote!(mod __index { #(pub struct #names;)* }));
    quote!(#module #(#scans)*)
}

/// Types that the compiler prints as the names of the sync and unique indexes, and of all that ReadRows cannot read.
pub(super) fn names(table: &Table) -> (TokenStream, TokenStream) {
    let tuple = |indexes: Vec<&Index>| {
        let names = indexes.into_iter().map(|index| name(&index.name));
        quote!((#(__index::#names),*))
    };
    let sync = tuple(table.indexes.iter().filter(|index| index.kind != "Async").collect());
    let any = match table.store {
        Store::Column => quote!(__ydb::column_store),
        Store::Row => tuple(table.indexes.iter().collect()),
    };
    (sync, any)
}

/// The name of an index as an identifier.
fn name(index: &str) -> Ident {
    let word: String = index.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    // Keywords, leading digits, and what is not a word.
    syn::parse_str(&word).unwrap_or_else(|_| format_ident!("_{word}"))
}
